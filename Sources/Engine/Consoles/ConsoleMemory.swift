import Consoles
import Files
import JSON

/// The console as it was last seen, kept beside its edits: for names and values while it is away.
struct ConsoleMemory: Sendable {
    /// The file.
    let path: String

    /// Names the file beside that of edits.
    init(_ edits: ConsoleEdits) { path = edits.path + ".seen" }

    /// The state; nil where none is kept.
    var state: ConsoleState? {
        guard let bytes = try? InputFile.bytes(at: path, limit: ConsoleMessage.maximumBytes, isRegular: true),
            case .report(let report)? = try? ConsoleMessage(bytes)
        else { return nil }
        var state = ConsoleState()
        state.take(report, received: 0, seconds: 0)
        state.begin()
        return state
    }

    /// Keeps a state; one that cannot be kept is only missed.
    func keep(_ state: ConsoleState) {
        _ = try? AtomicFile.write(Array((state.json.text() + "\n").utf8), to: path, isPrivate: true)
    }
}
