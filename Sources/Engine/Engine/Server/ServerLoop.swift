import Glibc
import Logging
import SubdialEngineWire
import SubdialSystem

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
        /// The signal to read the configuration again.
        case reload
    }

    /// The exit code of a front with an unknown protocol.
    private static let unavailable: Int32 = 69

    private let listener: Listener
    private let control: ServerControl
    private let limits: ServerLimits
    private let logger: Logger
    private let tell: (Event) -> Void
    private var peers: [Int32: ServerPeer] = [:]
    private var acceptedCount = 0
    private let reserve = ReserveDescriptor()
    /// The time until which no connections are accepted; nil if they are.
    private var pausedUntil: Int?
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
            updateIdleness()
            if let end = control.end(inPeriod: period) {
                for descriptor in Array(peers.keys) { remove(descriptor) }
                return end
            }
            wait()
        }
    }

    private mutating func updateIdleness() {
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
            let signals = watched[0].revents != 0 ? control.wakeUp.drain() : []
            for signal in signals {
                if signal == SIGHUP { tell(.reload) } else { control.stop(.signal) }
            }
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
                try receive(frame, from: &peer)
            }
        } catch {
            logger.warning("a front was not understood", metadata: ["pid": "\(peer.processID)", "error": "\(error)"])
            peer.isRejected = true
            peer.connection.send(.error(Array("subdial: \(error)\n".utf8)))
            peer.connection.send(.exit(Self.unavailable))
        }
        peers[descriptor] = peer
    }

    private mutating func receive(_ frame: WireFrame, from peer: inout ServerPeer) throws(WireError) {
        switch (frame, peer.session) {
        case (.request(let request), nil):
            let session = FrontSession(request: request, connection: peer.connection, processID: peer.processID, control: control)
            peer.session = session
            logger.debug("front attached", metadata: ["pid": "\(peer.processID)", "arguments": "\(request.arguments)"])
            control.attach(session)
            tell(.attached(session))
        case (.input(let bytes), let session?):
            session.receive(input: bytes)
        default:
            throw .unexpectedFrame(frame.kind)
        }
    }

    private mutating func remove(_ descriptor: Int32) {
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

extension ServerLoop {
    /// The maximum number of connections that are accepted before the existing ones are handled again.
    private static let batch = 64
    /// The pause if no descriptor is left even for a refusal, in milliseconds.
    private static let descriptorPause = 1_000

    /// Accepts pending connections, and sends a hello frame to each.
    ///
    /// No client waits in the kernel's queue: if the limit is reached, connections without a request are closed, oldest first, and if there
    /// are none, new clients are refused with a message.
    private mutating func acceptPeers() {
        for _ in 0..<Self.batch {
            let isFull = peers.count >= limits.peers
            if isFull {
                switch makeRoom() {
                case .made: break
                case .later: return
                case .none:
                    guard refuseNext(tooMany) else { return }
                    continue
                }
            }
            let raw = accept(listener.descriptor, nil, nil)
            if raw >= 0 {
                greet(Descriptor(raw))
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return
            case let code:
                guard makeRoomForDescriptor(code) else { return }
            }
        }
    }

    /// Closes the connections without a complete request after their timeout.
    ///
    /// They receive no message: a front that was only delayed connects again.
    private mutating func removeSilentPeers() {
        let now = Moment.now
        for (descriptor, peer) in peers where peer.isSilent && now >= peer.accepted + limits.requestTime {
            logger.debug("somebody sent no request in time", metadata: ["pid": "\(peer.processID)"])
            remove(descriptor)
        }
    }

    private mutating func greet(_ socket: consuming Descriptor) {
        let raw = socket.raw
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        guard let credentials = PeerCredentials(of: raw), credentials.user == geteuid() else {
            logger.warning("somebody else's front was turned away")
            return
        }
        let connection = FrontConnection(socket: socket, wakeUp: control.wakeUp)
        peers[raw] = ServerPeer(connection: connection, processID: credentials.processID, number: acceptedCount)
        acceptedCount += 1
        connection.send(.hello)
    }

    private enum Room {
        case made
        /// There will be room in a moment.
        case later
        case none
    }

    /// Closes the oldest connection without a request.
    ///
    /// A connection within its grace time may be about to send its request, and is not closed.
    private mutating func makeRoom() -> Room {
        guard let oldest = peers.filter(\.value.isSilent).min(by: { $0.value.number < $1.value.number }) else { return .none }
        let safeUntil = oldest.value.accepted + limits.graceTime
        guard Moment.now >= safeUntil else {
            pausedUntil = safeUntil
            return .later
        }
        remove(oldest.key)
        return .made
    }

    /// Makes it possible to accept or refuse a client if the process has no descriptor left; returns false to try again later.
    private mutating func makeRoomForDescriptor(_ code: Int32) -> Bool {
        switch makeRoom() {
        case .made: return true
        case .later: return false
        case .none: break
        }
        logger.warning("no front can be accepted", metadata: ["error": "\(SystemError(code: code))"])
        if reserve.release() {
            defer { reserve.refill() }
            if refuseNext(noDescriptor) { return true }
        } else {
            reserve.refill()
        }
        pausedUntil = Moment.now + Self.descriptorPause
        return false
    }

    /// Accepts the next client, sends the reason for the refusal, and closes the connection; returns false if no client can be accepted.
    private func refuseNext(_ reason: String) -> Bool {
        let raw = accept(listener.descriptor, nil, nil)
        guard raw >= 0 else { return false }
        let socket = Descriptor(raw)
        guard let frame = try? WireFrame.refusal(Array(reason.utf8)).encoded() else { return true }
        // The frame fits into the send buffer of a new connection.
        _ = frame.withUnsafeBytes { send(socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
        return true
    }

    private var tooMany: String {
        "the engine serves \(peers.count) fronts, and no more than \(limits.peers); end some, or run 'subdial engine stop'"
    }

    private var noDescriptor: String {
        let limit = DescriptorLimit.now
        return "the engine has all \(limit) files open that it may; raise 'ulimit -n' for what starts it, then run 'subdial engine stop'"
    }
}

/// A reserved descriptor for the case that no other is left: releasing it permits one more connection to be accepted and refused with a
/// message.
final class ReserveDescriptor {
    private var descriptor: Descriptor?

    init() {
        refill()
    }

    /// Releases the descriptor; returns false if there is none.
    fileprivate func release() -> Bool {
        guard descriptor != nil else { return false }
        descriptor = nil
        return true
    }

    /// Reserves a descriptor again, if one is available.
    fileprivate func refill() {
        guard descriptor == nil else { return }
        let raw = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if raw >= 0 { descriptor = Descriptor(raw) }
    }
}

/// The socket thread's state of a connection.
struct ServerPeer {
    fileprivate let connection: FrontConnection
    fileprivate let processID: Int32
    /// The time at which the connection was accepted, on the clock of ``Moment``.
    fileprivate let accepted: Int
    /// The sequence number of the connection, because several may be accepted within a millisecond.
    fileprivate let number: Int
    fileprivate var parser = FrameParser(from: .front)
    fileprivate var session: FrontSession?
    /// True if the peer's protocol is unknown and it has been refused; its further input is ignored.
    fileprivate var isRejected = false

    init(connection: FrontConnection, processID: Int32, number: Int) {
        self.connection = connection
        self.processID = processID
        self.number = number
        accepted = Moment.now
    }

    /// True if no complete request has arrived.
    ///
    /// An incomplete request does not count: a peer that sends a byte now and then gains no time.
    fileprivate var isSilent: Bool { session == nil }
}
