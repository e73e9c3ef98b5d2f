import FoundationEssentials
import Glibc

/// A descriptor from which messages are read.
protocol MessageInput: AnyObject {
    var descriptor: Int32 { get }
    /// True for an input that poll(2) reports as readable only while it is.
    var isPolled: Bool { get }

    /// Reads what is there, in bounded portions, and hands over its lines.
    ///
    /// - Parameters:
    ///   - isStopped: Ends the reading early.
    ///   - deliver: Takes lines, with the moment at which the file was last written; nil for that where the lines come as they are written.
    func read(until isStopped: () -> Bool, _ deliver: ([MessageLines.Line], Date?) -> Void) -> MessageInputOutcome
}

/// How reading an input went.
enum MessageInputOutcome: Equatable {
    /// All that was there is read.
    case caughtUp
    /// As much is read as one round may, and more is there.
    case more
    /// The last writer has left.
    case ended
    /// The system refuses to read; `code` is its `errno`.
    case failed(code: Int32)
}

extension MessageInput {
    /// True where `info` describes this input.
    func isSame(as info: stat) -> Bool {
        var own = stat()
        return fstat(descriptor, &own) == 0 && own.st_dev == info.st_dev && own.st_ino == info.st_ino
    }
}
