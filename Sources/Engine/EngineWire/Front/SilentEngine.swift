import SubdialSystem

/// The error of an engine that has a socket but does not respond.
///
/// An engine sends ``WireFrame/hello`` to each new connection from a dedicated thread, however busy it is. An engine that does not send it
/// in time has been stopped, or hangs.
package struct SilentEngine: Error, Equatable, Sendable {
    /// The timeout for the first response, in milliseconds.
    package static let patience = 5_000

    /// The engine's process id; nil if no process holds the engine's lock.
    private let processID: Int32?
    /// The id of the process that listens at the socket, which may be the service manager; nil if unknown.
    private let listenerID: Int32?
    /// The socket's path.
    private let socket: String

    /// The error for the engine at a place.
    ///
    /// - Parameter listener: The id of the listening process, if known.
    package init(at place: SocketPlace, listener: Int32? = nil) {
        self.init(processID: FileLock.holder(of: place.engineLock), listenerID: listener, socket: place.socket)
    }

    /// Makes the error from its parts.
    package init(processID: Int32?, listenerID: Int32?, socket: String) {
        self.processID = processID
        self.listenerID = listenerID
        self.socket = socket
    }
}

extension SilentEngine: CustomStringConvertible {
    /// The problem, its place and the remedy.
    package var description: String {
        if let processID {
            return "the engine (process \(processID)) does not answer; run 'subdial engine stop' to end it"
        }
        let listener = listenerID.map { "process \($0)" } ?? "somebody"
        return "no engine answers at \(socket), where \(listener) listens; for systemd, 'systemctl --user status subdial' tells why"
    }
}
