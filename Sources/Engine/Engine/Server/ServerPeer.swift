import SubdialEngineWire

/// The socket thread's state of a connection.
struct ServerPeer {
    let connection: FrontConnection
    let processID: Int32
    /// The time at which the connection was accepted, on the clock of ``Moment``.
    let accepted: Int
    /// The sequence number of the connection, because several may be accepted within a millisecond.
    let number: Int
    var parser = FrameParser(from: .front)
    var session: FrontSession?
    /// True if the peer's protocol is unknown and it has been refused; its further input is ignored.
    var isRejected = false

    init(connection: FrontConnection, processID: Int32, number: Int) {
        self.connection = connection
        self.processID = processID
        self.number = number
        accepted = Moment.now
    }

    /// True if no complete request has arrived.
    ///
    /// An incomplete request does not count: a peer that sends a byte now and then gains no time.
    var isSilent: Bool { session == nil }
}
