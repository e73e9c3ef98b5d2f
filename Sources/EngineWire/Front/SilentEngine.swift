/// An engine that has a socket and gives no sign of life.
///
/// An engine says ``WireFrame/hello`` to whoever connects, whatever it is busy with: the thread that does it does nothing else. What says
/// nothing for so long has been stopped, or hangs.
public struct SilentEngine: Error, Equatable, Sendable {
    /// How long to wait for the first sign of life, in milliseconds.
    public static let patience = 5_000

    /// The engine's process; nil where no process has the engine's lock.
    public let processID: Int32?
    /// The process that listens at the socket, which may be the service manager's; nil where that is not known.
    public let listenerID: Int32?
    /// The socket's path.
    public let socket: String

    /// The engine at a place.
    ///
    /// - Parameter listener: The process that listens there, where that is known.
    public init(at place: SocketPlace, listener: Int32? = nil) {
        self.init(processID: FileLock.holder(of: place.engineLock), listenerID: listener, socket: place.socket)
    }

    /// An engine from what is known of it.
    public init(processID: Int32?, listenerID: Int32?, socket: String) {
        self.processID = processID
        self.listenerID = listenerID
        self.socket = socket
    }
}

extension SilentEngine: CustomStringConvertible {
    /// What is wrong, where, and what to do.
    public var description: String {
        if let processID {
            return "the engine (process \(processID)) does not answer; run 'subdial engine stop' to end it"
        }
        let listener = listenerID.map { "process \($0)" } ?? "somebody"
        return "no engine answers at \(socket), where \(listener) listens; for systemd, 'systemctl --user status subdial' tells why"
    }
}
