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

    /// - Parameter schemas: The schemas by kind.
    init(_ written: String, _ schemas: EntrySchemas = .builtIn, in context: CommandContext) throws(CommandFailure) {
        let text = try context.text(ofFile: written, as: "entry file")
        if let leftover = GitLeftover(text.utf8) { throw CommandFailure(.badData, "\(written): the entry file \(leftover)") }
        do {
            entry = try Entry(parsing: text, schemas: schemas)
        } catch {
            throw CommandFailure(.badData, "\(written):\(error.description.first?.isNumber == true ? "" : " ")\(error.description)")
        }
        let path = context.path(written)
        folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}
