import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialKinds
import SubdialMatches
import SubdialPlayback
import SubdialTimeline

/// The scene of a file: its entries, and their start date.
struct SnapshotScene {
    let timeline: Timeline
    /// The date to which moments are relative.
    let start: Date
    /// The folder to which the artwork paths of entries are relative.
    let folder: String
    /// The time in which a provider was asked for the timeline; nil for other timelines.
    var asked: ClosedRange<Date>?
}

extension SnapshotChecker {
    /// The cache key of a scene: case, file and time zones.
    struct SceneKey: Hashable {
        let caseIndex: Int
        let path: String
        let timeZones: TimeZones
    }

    /// The scene of a snapshot's file.
    func scene(of spec: SnapshotSpec) throws -> SnapshotScene {
        let key = SceneKey(caseIndex: spec.caseIndex, path: spec.entry, timeZones: spec.timeZones)
        if let known = scenes[key] { return known }
        let snapshotCase = suite.cases[spec.caseIndex]
        let scene =
            try snapshotCase.documents.isEmpty
            ? scene(ofEntries: spec.entry, snapshotCase) : scene(ofDocument: spec.entry, snapshotCase, key.timeZones)
        scenes[key] = scene
        return scene
    }

    /// The kind with a name; nil for playback.
    func kind(_ name: String) throws -> Kind? {
        do throws(KindFileError) { return try kinds?.kind(name) } catch {
            throw SnapshotError.suite(path: error.file, reason: error.problems.first ?? "the kind cannot be used")
        }
    }

    private func scene(ofEntries path: String, _ snapshotCase: SnapshotSuite.Case) throws -> SnapshotScene {
        if let (timeline, asked) = timelines[path] {
            guard let first = timeline.entries.first?.date else { throw SnapshotError.suite(path: path, reason: "there is no entry in it") }
            return SnapshotScene(timeline: timeline, start: snapshotCase.date ?? first, folder: suite.folder, asked: asked)
        }
        var (entries, folder) = try entries(of: path)
        if !snapshotCase.values.isEmpty, let name = entries.first?.kind {
            entries = try setting(snapshotCase, try fields(snapshotCase, try kind(name), name).fields, in: entries)
        }
        guard let first = entries.map(\.date).min() else { throw SnapshotError.suite(path: path, reason: "there is no entry in it") }
        let start = snapshotCase.date ?? first
        return SnapshotScene(timeline: Timeline(showing: entries, at: start), start: start, folder: folder)
    }

    /// The entries of a file: a single one or a list.
    private func entries(of path: String) throws -> ([Entry], String) {
        if let known = entries[path] { return known }
        let text = try text(path, as: "entry file")
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        do throws(EntryError) {
            guard case .array(let values)? = try? JSONValue(parsing: text) else {
                return ([try Entry(parsing: text, schemas: schemas)], folder)
            }
            var entries: [Entry] = []
            for value in values { entries.append(try Entry(value, schemas: schemas)) }
            return (entries, folder)
        } catch {
            throw SnapshotError.suite(path: path, reason: error.description)
        }
    }

    private func scene(ofDocument path: String, _ snapshotCase: SnapshotSuite.Case, _ timeZones: TimeZones) throws -> SnapshotScene {
        let name = snapshotCase.kind ?? ""
        guard let kind = try kind(name), let received = snapshotCase.date else {
            throw SnapshotError.suite(path: suite.path, reason: "'\(name)' has no kind.yaml, which documents need")
        }
        let bytes = try bytes(path, as: "document")
        do {
            let (parameters, fields) = try fields(snapshotCase, kind, name)
            let documents = try kind.documents(bytes) { (source, bytes) throws(KindError) in
                try source.replayed(bytes, DocumentForm.Arrival(date: received, zone: timeZones.local))
            }
            let (timeline, warnings) = try kind.timeline(
                of: documents, try KindValues(parameters, of: kind), received: received, timeZones: timeZones)
            // A snapshot with a skipped row would not show the whole document.
            guard warnings.isEmpty else { throw SnapshotError.suite(path: path, reason: warnings.joined(separator: "; ")) }
            let entries = try setting(snapshotCase, fields, in: timeline.entries)
            return SnapshotScene(timeline: Timeline(entries: entries, policy: timeline.policy), start: received, folder: kind.folder)
        } catch let error as KindError {
            throw SnapshotError.suite(path: path, reason: error.description)
        }
    }

    /// The case's values, divided into parameters and fields.
    private func fields(_ snapshotCase: SnapshotSuite.Case, _ kind: Kind?, _ name: String) throws -> (
        parameters: [String: Value], fields: [(name: String, value: Value)]
    ) {
        guard !snapshotCase.values.isEmpty else { return ([:], []) }
        guard let kind else {
            throw SnapshotError.suite(path: suite.path, reason: "'\(name)' shows the playback, which has no parameters")
        }
        do throws(KindError) {
            return try kind.sorted(snapshotCase.values.map { ($0.name, $0.value) })
        } catch {
            throw SnapshotError.suite(path: suite.path, reason: "the case '\(snapshotCase.id)': \(error)")
        }
    }

    private func setting(
        _ snapshotCase: SnapshotSuite.Case, _ fields: [(name: String, value: Value)], in entries: [Entry]
    ) throws -> [Entry] {
        do throws(FieldMismatch) {
            var result: [Entry] = []
            for entry in entries { result.append(try entry.setting(fields)) }
            return result
        } catch {
            throw SnapshotError.suite(path: suite.path, reason: "the case '\(snapshotCase.id)': \(error.path): \(error.reason)")
        }
    }

    func text(_ path: String, as what: String) throws(SnapshotError) -> String {
        String(decoding: try bytes(path, as: what), as: UTF8.self)
    }

    fileprivate func bytes(_ path: String, as what: String) throws(SnapshotError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else { throw .missing(path: path, what: what) }
        if let leftover = GitLeftover(data) { throw .suite(path: path, reason: "the \(what) \(leftover)") }
        return [UInt8](data)
    }
}

extension Kind {
    /// The folder of the kind's file.
    fileprivate var folder: String { String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) }
}
