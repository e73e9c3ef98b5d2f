import SubdialEngineWire
import SubdialSystem

/// The error of an engine that cannot serve.
package enum EngineServerError: Error, Equatable, Sendable {
    /// The folder or the socket cannot be used.
    case place(SocketError)
    /// The file of the engine's lock cannot be used.
    case lock(LockError)
    /// Another engine of this user and version is running.
    case alreadyRunning(socket: String)
    /// The descriptor from the service manager is not a listening Unix stream socket.
    case badActivation(descriptor: Int32)
    /// The process has no descriptors left.
    case noDescriptors(code: Int32)
}

extension EngineServerError: CustomStringConvertible {
    /// The problem and the remedy.
    package var description: String {
        switch self {
        case .place(let error):
            "\(error)"
        case .lock(let error):
            "\(error)"
        case .alreadyRunning(let socket):
            "an engine listens on \(socket) already; run 'subdial engine stop' to end it"
        case .badActivation(let descriptor):
            "descriptor \(descriptor) is no listening Unix stream socket: the socket unit needs one 'ListenStream=' with a path"
        case .noDescriptors(let code):
            "no descriptor is left (error \(code)); raise the limit on open files with 'ulimit -n'"
        }
    }
}
