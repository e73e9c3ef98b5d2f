import Glibc
import SubdialEngineWire
import SubdialSystem

extension ServerLoop {
    /// The maximum number of connections that are accepted before the existing ones are handled again.
    private static let batch = 64
    /// The pause if no descriptor is left even for a refusal, in milliseconds.
    private static let descriptorPause = 1_000

    /// Accepts pending connections, and sends a hello frame to each.
    ///
    /// No client waits in the kernel's queue: if the limit is reached, connections without a request are closed, oldest first, and if there
    /// are none, new clients are refused with a message.
    mutating func acceptPeers() {
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
    mutating func removeSilentPeers() {
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
