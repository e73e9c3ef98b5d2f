import SubdialBasics
import SubdialConcurrency

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
    /// The edits on disk cannot be read or written; the console itself may be reachable.
    case edits(QueueError)

    /// The problem, its place and the remedy, in one line.
    package var description: String {
        switch self {
        case .noAddress: "no console is named: give --url ws://HOST:PORT/PATH, tcp://HOST:PORT or unix:/PATH, or set SUBDIAL_CONSOLE"
        case .address(let text, let reason): "'\(text)' is no console's address: \(reason)"
        case .unreachable(let address, let reason): "the console at \(address) cannot be reached: \(reason)"
        case .message(let address, let error): "\(address): \(error)"
        case .edits(let error): error.description
        }
    }
}

extension ConsoleError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .noAddress, .address: .wrongUsage
        case .unreachable: .unavailable
        case .message: .badData
        case .edits(let error): error.exitStatus
        }
    }
}
