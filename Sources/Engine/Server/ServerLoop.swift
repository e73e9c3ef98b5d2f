import EngineWire
import Glibc
import Logging

/// The one thread that waits for all of the engine's sockets.
///
/// At rest it sleeps in a call without a time limit.
struct ServerLoop {
    /// What the thread tells the tasks.
    enum Event: Sendable {
        case attached(FrontSession)
        /// Nobody is attached from now on; the number tells this stretch of idleness from others.
        case idle(stretch: Int)
        case busy
    }

    private struct Peer {
        let connection: FrontConnection
        let processID: Int32
        var parser = FrameParser(from: .front)
        var session: FrontSession?
        /// Whether the peer has been told that it is not understood, after which it is not listened to.
        var isRejected = false
    }

    /// The most connections at a time; others wait in the kernel.
    private static let maximumPeers = 512
    /// How long to wait for descriptors where the process has none left, in milliseconds.
    private static let descriptorPause: Int32 = 1_000
    /// The code that a front ends with which this engine does not understand.
    private static let unavailable: Int32 = 69

    private let listener: Listener
    private let control: ServerControl
    private let logger: Logger
    private let tell: (Event) -> Void
    private var peers: [Int32: Peer] = [:]
    private var isOutOfDescriptors = false
    private var stretch = 0
    private var wasIdle = false
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

    init(listener: Listener, control: ServerControl, logger: Logger, tell: @escaping (Event) -> Void) {
        self.listener = listener
        self.control = control
        self.logger = logger
        self.tell = tell
    }

    /// Serves until the server is to end, and says why it is.
    mutating func run() -> EngineEnd {
        while true {
            noteIdleness()
            if let end = control.end(inStretch: stretch) {
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
        stretch += 1
        tell(isIdle ? .idle(stretch: stretch) : .busy)
    }

    private mutating func wait() {
        let mayAccept = !isOutOfDescriptors && peers.count < Self.maximumPeers
        var watched = [
            pollfd(fd: control.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mayAccept ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        for (descriptor, peer) in peers {
            watched.append(pollfd(fd: descriptor, events: Int16(peer.connection.isBlocked ? POLLIN | POLLOUT : POLLIN), revents: 0))
        }
        let count = poll(&watched, nfds_t(watched.count), isOutOfDescriptors ? Self.descriptorPause : -1)
        isOutOfDescriptors = false
        guard count > 0 else { return }

        if watched[0].revents != 0, control.wakeUp.drain() { control.stop(.signal) }
        for found in watched.dropFirst(2) where found.revents != 0 {
            if Int32(found.revents) & POLLOUT != 0 { peers[found.fd]?.connection.roomCame() }
            if Int32(found.revents) & ~POLLOUT != 0 { receive(found.fd) }
        }
        if watched[1].revents != 0 { accept() }
    }

    private mutating func accept() {
        while peers.count < Self.maximumPeers {
            let raw = Glibc.accept(listener.descriptor, nil, nil)
            guard raw >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                if errno != EAGAIN {
                    logger.warning("no front can be accepted", metadata: ["error": "\(String(cString: strerror(errno)))"])
                    isOutOfDescriptors = true
                }
                return
            }
            let socket = Descriptor(raw)
            _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
            guard let credentials = PeerCredentials(of: raw), credentials.user == geteuid() else {
                logger.warning("somebody else's front was turned away")
                continue
            }
            let connection = FrontConnection(socket: socket, wakeUp: control.wakeUp)
            peers[raw] = Peer(connection: connection, processID: credentials.processID)
        }
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

    private func take(_ frame: WireFrame, from peer: inout Peer) throws(WireError) {
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
