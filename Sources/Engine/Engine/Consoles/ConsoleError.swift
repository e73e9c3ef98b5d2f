import SubdialBasics
import SubdialConsoles
import SubdialSystem

/// The error of a mixing console that cannot be followed or changed.
package enum ConsoleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The console's address is missing.
    case noAddress
    /// The address is invalid.
    case address(String, reason: String)
    /// The console is unreachable, or the connection was lost.
    case unreachable(String, reason: String)
    /// The console sent an invalid message.
    case message(String, ConsoleMessageError)
    /// The maximum number of edits is pending.
    case full(path: String)
    /// Another process holds the lock of the edits for too long.
    case busy(path: String)
    /// A file is invalid; it was not changed.
    case file(path: String, reason: String)
    /// A file cannot be written.
    case write(WriteError)
    /// A file cannot be appended to, with the system's reason.
    case unwritable(path: String, reason: String)

    /// True if the edits on disk cannot be read or written; the console itself may be reachable.
    var isOfFile: Bool {
        switch self {
        case .full, .busy, .file, .write, .unwritable: true
        case .noAddress, .address, .unreachable, .message: false
        }
    }

    /// The problem, its place and the remedy, in one line.
    package var description: String {
        switch self {
        case .noAddress: "no console is named: give --url ws://HOST:PORT/PATH, tcp://HOST:PORT or unix:/PATH, or set SUBDIAL_CONSOLE"
        case .address(let text, let reason): "'\(text)' is no console's address: \(reason)"
        case .unreachable(let address, let reason): "the console at \(address) cannot be reached: \(reason)"
        case .message(let address, let error): "\(address): \(error)"
        case .full(let path): "\(path): \(ConsoleQueue.maximumWaiting) edits wait; 'subdial console forget' drops them"
        case .busy(let path): "\(path): another process changes the edits"
        case .file(let path, let reason): "\(path): \(reason)"
        case .write(let error): error.description
        case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
        }
    }
}

extension ConsoleError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .noAddress, .address: .wrongUsage
        case .unreachable: .unavailable
        case .full, .busy: .refused
        case .message, .file: .badData
        case .write, .unwritable: .cannotWrite
        }
    }
}
