import SubdialBasics
import SubdialSystem

/// The user's own references of a reviewed run.
///
/// Names, folders and levels come from the suite, or from the files of Swift tests: a report only says which snapshots differ.
package struct ReviewedReferences: Sendable {
    private enum Origin: Sendable {
        /// A suite, with the levels of each snapshot.
        case suite(path: String, ReferenceFolder, levels: [String: Set<SnapshotLevel>])
        /// The Swift tests below a folder.
        case tests(folder: String)
    }

    private let origin: Origin
    private let platforms: [String]
    private let platform: String?

    /// The references of a suite.
    ///
    /// - Parameters:
    ///   - snapshots: All snapshots of the suite.
    ///   - record: The run, whose platforms are preferred.
    ///   - platform: The platform name with which references are written; nil for references of all platforms.
    ///   - cache: The pictures of the suite's store on this machine; nil if it has none.
    package init(
        of suite: SnapshotSuite, _ snapshots: [SnapshotSpec], _ record: RunRecord, platform: String?, cache: PictureCache?
    ) {
        var folder = ReferenceFolder(path: suite.referenceFolder, platforms: record.platforms, platform: platform)
        folder.cache = cache
        folder.formerIDs = Dictionary(snapshots.compactMap { spec in spec.formerID.map { (spec.id, $0) } }) { first, _ in first }
        origin = .suite(
            path: suite.path, folder, levels: Dictionary(snapshots.map { ($0.id, suite.levels(of: $0)) }) { first, _ in first })
        (platforms, self.platform) = (record.platforms, platform)
    }

    /// The references of Swift tests in their `__Snapshots__`, below the folder in which the tests ran.
    package init(ofTestsIn folder: String, _ record: RunRecord, platform: String?) {
        origin = .tests(folder: folder)
        (platforms, self.platform) = (record.platforms, platform)
    }

    /// The reference of a snapshot.
    struct Place {
        let folder: ReferenceFolder
        let id: String
        let levels: Set<SnapshotLevel>
        /// True if all references of the run are in the folder.
        let isOfRun: Bool
    }

    /// The place of a snapshot's reference.
    ///
    /// - Throws: ``SnapshotError/report(path:reason:)`` for a snapshot that the suite or the tests do not have.
    func place(of snapshot: SnapshotCase, in run: RunFolder) throws(SnapshotError) -> Place {
        let drawn = Set(snapshot.drawnLevels ?? [])
        switch origin {
        case .suite(let path, let folder, let levels):
            guard snapshot.reference == nil else { throw Self.refused(snapshot, run, "it has a reference of its own, which no suite has") }
            // Two texts can be equal, and different names of files.
            guard let index = levels.index(forKey: snapshot.id), levels[index].key.utf8.elementsEqual(snapshot.id.utf8) else {
                throw Self.refused(snapshot, run, "the suite \(path) has no such snapshot")
            }
            guard drawn == levels[index].value else { throw Self.refused(snapshot, run, "the suite \(path) compares other levels") }
            return Place(folder: folder, id: snapshot.id, levels: drawn, isOfRun: true)
        case .tests(let root):
            guard let reference = snapshot.reference else { throw Self.refused(snapshot, run, "it has no reference among Swift tests") }
            let tests = reference.folder.droppingSuffix("/\(Self.testFolder)")
            let file = reference.id.prefix { $0 != "/" }
            guard let tests, let place = ConfinedFolder.place(of: tests, within: root),
                let folder = try? ConfinedFolder(place), folder.isFree(ofLinks: ConfinedPath(known: "__Snapshots__")),
                folder.names.contains(where: { $0.hasSuffix(".swift") && $0.prefix { $0 != "." } == file })
            else {
                throw Self.refused(
                    snapshot, run,
                    "\(reference.folder.shown) is no folder of the references of \(file).swift below \(root); run this in the package's folder"
                )
            }
            let references = ReferenceFolder(path: "\(place)/\(Self.testFolder)", platforms: platforms, platform: platform)
            return Place(folder: references, id: reference.id, levels: drawn, isOfRun: false)
        }
    }

    private static let testFolder = "__Snapshots__"

    private static func refused(_ snapshot: SnapshotCase, _ run: RunFolder, _ reason: String) -> SnapshotError {
        .report(path: "\(run.path)/report.json", reason: "'\(snapshot.id)': \(reason); run 'subdial snapshot check' again")
    }
}

extension String {
    /// The text without an ending; nil if it has another one.
    fileprivate func droppingSuffix(_ ending: String) -> String? { hasSuffix(ending) ? String(dropLast(ending.count)) : nil }
}
