import EngineWire
import Glibc
import Synchronization

/// The engine's end of one front's connection: what is owed to the front, and whether it is still there.
final class FrontConnection: Sendable {
    private struct State {
        var outbox = Outbox()
        /// Whether the thread that waits for the sockets must wait for room on this one.
        var isBlocked = false
        /// Whether the exit code has been added, after which nothing may be.
        var isEnding = false
        var isGone = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// From this many bytes on, whoever has more for the front waits, or goes without.
    static let highWater = 64 * 1024
    /// What the kernel holds for a front that does not read, in bytes: little, so that such a front has few old lines to go through.
    private static let sendBuffer: Int32 = 16 * 1024

    private let socket: Descriptor
    private let wakeUp: WakeUp
    private let state = Mutex(State())
    private let hangUpContinuation: AsyncStream<Never>.Continuation
    /// Ends when the front is gone.
    let hangUp: AsyncStream<Never>

    init(socket: consuming Descriptor, wakeUp: WakeUp) {
        var size = Self.sendBuffer
        setsockopt(socket.raw, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        self.socket = socket
        self.wakeUp = wakeUp
        (hangUp, hangUpContinuation) = AsyncStream.makeStream()
    }

    /// The descriptor to wait for; valid for as long as the connection is kept.
    var descriptor: Int32 { socket.raw }
    var isBlocked: Bool { state.withLock { $0.isBlocked } }
    var isGone: Bool { state.withLock { $0.isGone } }
    /// How many bytes wait until the front takes them.
    var owedBytes: Int { state.withLock { $0.outbox.byteCount } }

    /// Sends a frame, or puts it where it waits for its turn.
    ///
    /// - Parameter isDroppable: Whether the frame may be left out where too much waits already.
    func send(_ frame: WireFrame, isDroppable: Bool = false) {
        guard let bytes = try? frame.encoded() else { return }
        let mustWake = state.withLock { state in
            guard !state.isGone, !state.isEnding, !isDroppable || state.outbox.byteCount < Self.highWater else { return false }
            state.outbox.add(bytes, isLine: frame.kind == .line)
            if case .exit = frame { state.isEnding = true }
            let wasBlocked = state.isBlocked
            flush(&state)
            return state.isBlocked && !wasBlocked
        }
        if mustWake { wakeUp.wake() }
    }

    /// Waits until little enough is owed that more may be sent, or the front is gone.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let mayGoOn = state.withLock { state in
                guard !state.isGone, state.outbox.byteCount >= Self.highWater else { return true }
                state.waiting.append(continuation)
                return false
            }
            if mayGoOn { continuation.resume() }
        }
    }

    /// Sends on, since the front takes more.
    func roomCame() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            flush(&state)
            guard state.outbox.byteCount < Self.highWater else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Ends the connection from this side, or takes note that the front has ended it.
    func close() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isGone = true
            state.isBlocked = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
        shutdown(socket.raw, Int32(SHUT_RDWR))
        hangUpContinuation.finish()
    }

    private func flush(_ state: inout State) {
        let progress = state.outbox.flush { bytes in
            Glibc.send(socket.raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        state.isBlocked = progress == .blocked
        // The front still reads what was sent; here the thread that waits for the sockets finds the connection ended.
        if progress == .empty, state.isEnding { shutdown(socket.raw, Int32(SHUT_RDWR)) }
    }
}
