import FoundationEssentials
import Glibc

/// A descriptor from which messages are read.
protocol MessageInput: AnyObject {
    var descriptor: Int32 { get }
    /// True if `poll` reports the input as readable only while it is.
    var isPolled: Bool { get }

    /// Reads the available data in bounded portions and delivers its lines.
    ///
    /// - Parameters:
    ///   - isStopped: Returns true to end the reading early.
    ///   - deliver: Receives lines with the file's modification time, or with nil for inputs that deliver lines as they are written.
    func read(until isStopped: () -> Bool, _ deliver: ([MessageLines.Line], Date?) -> Void) -> MessageInputOutcome
}

/// The result of reading an input.
enum MessageInputOutcome: Equatable {
    /// All available data was read.
    case caughtUp
    /// The limit of one round is reached, and more data is available.
    case more
    /// The last writer has closed its end.
    case ended
    /// A read error; `code` is its `errno`.
    case failed(code: Int32)
}

extension MessageInput {
    /// True if `info` describes this input.
    func isSame(as info: stat) -> Bool {
        var own = stat()
        return fstat(descriptor, &own) == 0 && own.st_dev == info.st_dev && own.st_ino == info.st_ino
    }
}
