import Glibc
import Logging
import SubdialEngineWire

/// The thread that polls all of the engine's sockets.
///
/// At rest it blocks in a call without a timeout.
struct ServerLoop {
    /// The events that the thread sends to the tasks.
    enum Event: Sendable {
        case attached(FrontSession)
        /// No front is attached from now on; the number identifies this idle period.
        case idle(period: Int)
        case busy
    }

    /// The exit code of a front with an unknown protocol.
    private static let unavailable: Int32 = 69

    let listener: Listener
    let control: ServerControl
    let limits: ServerLimits
    let logger: Logger
    private let tell: (Event) -> Void
    var peers: [Int32: ServerPeer] = [:]
    var acceptedCount = 0
    let reserve = ReserveDescriptor()
    /// The time until which no connections are accepted; nil if they are.
    var pausedUntil: Int?
    private var period = 0
    private var wasIdle = false
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

    init(
        listener: Listener, control: ServerControl, limits: ServerLimits, logger: Logger,
        tell: @escaping (Event) -> Void
    ) {
        self.listener = listener
        self.control = control
        self.limits = limits
        self.logger = logger
        self.tell = tell
    }

    /// Serves until the server must end, and returns the reason.
    mutating func run() -> EngineEnd {
        while true {
            noteIdleness()
            if let end = control.end(inPeriod: period) {
                for descriptor in Array(peers.keys) { remove(descriptor) }
                return end
            }
            wait()
        }
    }

    private mutating func noteIdleness() {
        let isIdle = control.isIdle
        guard isIdle != wasIdle else { return }
        wasIdle = isIdle
        period += 1
        tell(isIdle ? .idle(period: period) : .busy)
    }

    private mutating func wait() {
        if let until = pausedUntil, Moment.now >= until { pausedUntil = nil }
        var watched = [
            pollfd(fd: control.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pausedUntil == nil ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        for (descriptor, peer) in peers {
            watched.append(pollfd(fd: descriptor, events: Int16(peer.connection.isBlocked ? POLLIN | POLLOUT : POLLIN), revents: 0))
        }
        let count = poll(&watched, nfds_t(watched.count), timeout)
        if count > 0 {
            if watched[0].revents != 0, control.wakeUp.drain() { control.stop(.signal) }
            for found in watched.dropFirst(2) where found.revents != 0 {
                if Int32(found.revents) & POLLOUT != 0 { peers[found.fd]?.connection.roomCame() }
                if Int32(found.revents) & ~POLLOUT != 0 { receive(found.fd) }
            }
        }
        // This follows the reads, so that peers with a new request stay.
        removeSilentPeers()
        if count > 0, watched[1].revents != 0 { acceptPeers() }
    }

    /// The `poll` timeout in milliseconds: until the next deadline; -1 for none.
    private var timeout: Int32 {
        let deadlines = peers.values.lazy.filter(\.isSilent).map { $0.accepted + limits.requestTime }
        let next = [deadlines.min(), pausedUntil].compactMap { $0 }.min()
        return next.map { Int32(clamping: max(0, $0 - Moment.now)) } ?? -1
    }

    private mutating func receive(_ descriptor: Int32) {
        guard var peer = peers.removeValue(forKey: descriptor) else { return }
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        peers[descriptor] = peer
        guard count > 0 else {
            if count == 0 || errno != EAGAIN && errno != EINTR { remove(descriptor) }
            return
        }
        guard !peer.isRejected else { return }
        do {
            buffer.withUnsafeBytes { peer.parser.append(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
            while let frame = try peer.parser.next() {
                try take(frame, from: &peer)
            }
        } catch {
            logger.warning("a front was not understood", metadata: ["pid": "\(peer.processID)", "error": "\(error)"])
            peer.isRejected = true
            peer.connection.send(.error(Array("subdial: \(error)\n".utf8)))
            peer.connection.send(.exit(Self.unavailable))
        }
        peers[descriptor] = peer
    }

    private mutating func take(_ frame: WireFrame, from peer: inout ServerPeer) throws(WireError) {
        switch (frame, peer.session) {
        case (.request(let request), nil):
            let session = FrontSession(request: request, connection: peer.connection, processID: peer.processID, control: control)
            peer.session = session
            logger.debug("front attached", metadata: ["pid": "\(peer.processID)", "arguments": "\(request.arguments)"])
            control.attach(session)
            tell(.attached(session))
        case (.input(let bytes), let session?):
            session.take(input: bytes)
        default:
            throw .unexpectedFrame(frame.kind)
        }
    }

    mutating func remove(_ descriptor: Int32) {
        guard let peer = peers.removeValue(forKey: descriptor) else { return }
        guard let session = peer.session else {
            peer.connection.close()
            return
        }
        session.end()
        control.detach(session)
        logger.debug("front gone", metadata: ["pid": "\(peer.processID)"])
    }
}
