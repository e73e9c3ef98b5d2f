import EngineWire

/// Who has connected to a server, as the thread that waits for the sockets knows it.
struct ServerPeer {
    let connection: FrontConnection
    let processID: Int32
    /// When the connection was accepted, as ``Moment`` tells it.
    let accepted: Int
    /// How many were accepted before it: several may come within a millisecond.
    let number: Int
    var parser = FrameParser(from: .front)
    var session: FrontSession?
    /// Whether the peer has been told that it is not understood, after which it is not listened to.
    var isRejected = false

    init(connection: FrontConnection, processID: Int32, number: Int) {
        self.connection = connection
        self.processID = processID
        self.number = number
        accepted = Moment.now
    }

    /// Whether no whole request has come.
    ///
    /// Bytes alone are none: a peer that sends one now and then gains no time.
    var isSilent: Bool { session == nil }
}
