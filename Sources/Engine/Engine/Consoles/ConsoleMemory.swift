import SubdialConsoles
import SubdialDocuments
import SubdialSystem

/// The last known state of the console, stored next to its edits, for names and values while it is unreachable.
struct ConsoleMemory: Sendable {
    /// The path of the file.
    let path: String

    /// The file next to that of the edits.
    init(_ edits: ConsoleEdits) { path = edits.path + ".seen" }

    /// The state; nil if none is stored.
    var state: ConsoleState? {
        guard let bytes = try? InputFile.bytes(at: path, limit: ConsoleMessage.maximumBytes, accepting: .regular),
            case .report(let report)? = try? ConsoleMessage(bytes)
        else { return nil }
        var state = ConsoleState()
        state.take(report, received: 0, seconds: 0)
        state.begin()
        return state
    }

    /// Stores a state; errors are ignored.
    func keep(_ state: ConsoleState) {
        _ = try? AtomicFile.write(Array((state.json.text() + "\n").utf8), to: path, isPrivate: true)
    }
}
