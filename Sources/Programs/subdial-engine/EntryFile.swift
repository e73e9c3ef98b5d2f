import ArgumentParser
import FoundationEssentials
import Logging
import SubdialBasics
import SubdialEngine
import SubdialKinds
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// An entry file from the user, and the folder to which its artwork paths are relative.
struct EntryFile {
    let entry: Entry
    let folder: String

    /// Reads an entry file: one of the user, or one of Subdial's examples by its name, such as `playing` or `weather/rain`.
    ///
    /// - Parameter kind: The kind whose examples have a name of one word.
    init(_ written: String, _ resources: ResourceFolder, kind: String? = nil, in context: CommandContext) throws(CommandFailure) {
        let examples = EntryExamples(resources)
        let example = examples.path(written, kind: kind).flatMap { Self.exists(context.path(written)) ? nil : $0 }
        let written = example ?? written
        let text: String
        do throws(CommandFailure) { text = try context.text(ofFile: written, as: "entry file") } catch {
            guard error.exitStatus == .missingInput else { throw error }
            throw CommandFailure(error.exitStatus, error.message + examples.hint(for: written, kind: kind))
        }
        if let leftover = GitLeftover(text.utf8) { throw CommandFailure(.badData, "\(written): the entry file \(leftover)") }
        do {
            entry = try Entry(parsing: text, schemas: resources.kinds.schemas)
        } catch {
            throw CommandFailure(.badData, "\(written):\(error.description.first?.isNumber == true ? "" : " ")\(error.description)")
        }
        let path = context.path(written)
        folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
    private static func exists(_ path: String) -> Bool { path == "-" || FileManager.default.fileExists(atPath: path) }
}

/// The entries that Subdial brings along as examples.
private struct EntryExamples {
    private let folder: String

    init(_ resources: ResourceFolder) {
        folder = resources.path[..<(resources.path.lastIndex(of: "/") ?? resources.path.startIndex)] + "/Fixtures"
    }

    /// The path of an example: of the kind, or else of the playback; nil if there is none.
    func path(_ name: String, kind: String?) -> String? {
        guard !name.contains("."), !name.hasPrefix("/") else { return nil }
        let places = (kind.map { ["kinds/\($0)/\(name)"] } ?? []) + ["entries/\(name)", "kinds/\(name)"]
        return places.lazy.map { "\(folder)/\($0).json" }.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// A similar name, for a message; empty if there is none.
    func hint(for name: String, kind: String?) -> String {
        let names = ((kind.map { ["kinds/\($0)"] } ?? []) + ["entries"]).flatMap { place in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(place)")) ?? []).filter { $0.hasSuffix(".json") }
                .map { String($0.dropLast(".json".count)) }
        }
        return Suggestion.hint(for: name, among: names)
    }
}
