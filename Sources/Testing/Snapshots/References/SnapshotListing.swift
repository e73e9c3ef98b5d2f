import FoundationEssentials
import SubdialSystem
import SubdialWidgets

/// The snapshots of suites and of tests in Swift, with the files of their references.
package struct SnapshotListing: Sendable {
    /// A snapshot.
    package struct Item: Hashable, Sendable {
        /// The name of the suite, or of the file with the test.
        package let suite: String
        /// The name within the suite, such as `Station/systemSmall`.
        package let name: String
        /// The absolute paths of the references; none if the snapshot is not recorded.
        package let files: [SnapshotLevel: String]

        /// The file to look at: the picture, or else a text; nil if the snapshot is not recorded.
        package var file: String? { [.picture, .line, .timeline, .tree, .layout].lazy.compactMap { files[$0] }.first }
    }

    /// The snapshots, in the order of a suite's file, and of the names of tests.
    package private(set) var items: [Item] = []

    /// The maximum depth of folders.
    private static let maximumDepth = 24
    /// The name of the folders with the references of tests.
    private static let testReferences = "__Snapshots__"

    /// Lists the snapshots of a suite, with those that are not recorded.
    package init(_ suite: SnapshotSuite, with resources: ResourceFolder) throws {
        let specs = try suite.snapshots(with: resources)
        var references = ReferenceFolder(path: suite.referenceFolder, platforms: ReferenceFolder.currentPlatforms)
        references.formerIDs = Dictionary(specs.compactMap { spec in spec.formerID.map { (spec.id, $0) } }) { first, _ in first }
        items = specs.map { references.item(suite.name, $0.id) }
    }

    /// Lists the references of the tests in a folder and below, such as that of a package.
    ///
    /// Only recorded snapshots have a name without running the tests.
    package init(testsBelow folder: String) {
        for references in Self.folders(below: folder, depth: 0) {
            for suite in Self.names(in: references) where Self.isFolder("\(references)/\(suite)") {
                let folder = ReferenceFolder(path: "\(references)/\(suite)", platforms: ReferenceFolder.currentPlatforms)
                items += folder.obsolete(keeping: []).map { folder.item(suite, $0) }
            }
        }
    }

    /// Adds the snapshots of another listing.
    package mutating func add(_ other: SnapshotListing) { items += other.items }

    private static func folders(below folder: String, depth: Int) -> [String] {
        guard depth < maximumDepth else { return [] }
        return names(in: folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            // A link may lead to the folder itself.
            guard isFolder(path), (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil else { return [] }
            return name == testReferences ? [path] : folders(below: path, depth: depth + 1)
        }
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }
}

extension ReferenceFolder {
    fileprivate func item(_ suite: String, _ name: String) -> SnapshotListing.Item {
        SnapshotListing.Item(
            suite: suite, name: name,
            files: Dictionary(uniqueKeysWithValues: SnapshotLevel.allCases.compactMap { level in file(name, level).map { (level, $0) } }))
    }
}
