import Consoles
import Files

/// Why a mixing console cannot be followed or changed.
public enum ConsoleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not said where the console is.
    case noAddress
    /// The address is none of a console.
    case address(String, reason: String)
    /// The console cannot be reached, or has gone.
    case unreachable(String, reason: String)
    /// The console says what no console says.
    case message(String, ConsoleMessageError)
    /// As many edits wait as may.
    case full(path: String)
    /// Another process changes the edits for too long.
    case busy(path: String)
    /// A file cannot be used; nothing in it was changed.
    case file(path: String, reason: String)
    /// A file cannot be written.
    case write(WriteError)
    /// A file cannot be added to, in the system's words.
    case unwritable(path: String, reason: String)

    /// True where the edits on disk cannot be read or written; the console itself may be there.
    var isOfFile: Bool {
        switch self {
        case .full, .busy, .file, .write, .unwritable: true
        case .noAddress, .address, .unreachable, .message: false
        }
    }

    /// The problem, its place and the remedy, in one line.
    public var description: String {
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
