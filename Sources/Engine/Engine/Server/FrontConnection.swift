import Glibc
import SubdialEngineWire
import SubdialSystem
import Synchronization

/// The engine's end of one front's connection: the pending output, and the connection's state.
final class FrontConnection: Sendable {
    private struct State {
        var outbox = Outbox()
        /// True if the socket thread must wait until this socket is writable.
        var isBlocked = false
        /// True if the exit code has been queued, after which nothing may follow.
        var isEnding = false
        var isGone = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The number of pending bytes from which further output waits or is dropped.
    private static let highWater = 64 * 1024
    /// The size of the kernel's send buffer, in bytes: small, so that a front that does not read receives few outdated lines.
    private static let sendBuffer: Int32 = 16 * 1024

    private let socket: Descriptor
    private let wakeUp: WakeUp
    private let state = Mutex(State())
    private let hangUpContinuation: AsyncStream<Never>.Continuation
    /// A stream that ends when the front is gone.
    let hangUp: AsyncStream<Never>

    init(socket: consuming Descriptor, wakeUp: WakeUp) {
        var size = Self.sendBuffer
        setsockopt(socket.raw, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        self.socket = socket
        self.wakeUp = wakeUp
        (hangUp, hangUpContinuation) = AsyncStream.makeStream()
    }

    /// The descriptor to poll; valid while the connection exists.
    var descriptor: Int32 { socket.raw }
    var isBlocked: Bool { state.withLock { $0.isBlocked } }
    var isGone: Bool { state.withLock { $0.isGone } }
    /// The number of pending bytes.
    var owedBytes: Int { state.withLock { $0.outbox.byteCount } }

    /// Sends a frame, or queues it.
    ///
    /// - Parameter isDroppable: True if the frame may be dropped if too many bytes are pending.
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

    /// Waits until few enough bytes are pending, or the front is gone.
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

    /// Continues to send after the socket has become writable.
    func roomCame() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            flush(&state)
            guard state.outbox.byteCount < Self.highWater else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Closes the connection, or records that the front has closed it.
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
        // The front can still read the sent bytes; the socket thread detects the end of the connection.
        if progress == .empty, state.isEnding { shutdown(socket.raw, Int32(SHUT_RDWR)) }
    }
}

/// The encoded frames that wait for a front.
///
/// A line replaces a line that waits directly before it, so that at most one line waits for a front that does not read.
struct Outbox {
    /// The result of a flush.
    enum Progress: Equatable {
        case empty
        /// The socket accepts no more bytes for now.
        case blocked
        /// The connection is closed.
        case gone
    }

    private struct Entry {
        var bytes: [UInt8]
        var isLine: Bool
    }

    private var entries: [Entry] = []
    /// The number of sent bytes of the first entry.
    private var sent = 0
    /// The number of pending bytes.
    private(set) var byteCount = 0

    mutating func add(_ bytes: [UInt8], isLine: Bool = false) {
        // A partly sent frame must be completed.
        let replaceable = entries.count > 1 || sent == 0
        if isLine, replaceable, let last = entries.last, last.isLine {
            byteCount -= last.bytes.count
            entries.removeLast()
        }
        entries.append(Entry(bytes: bytes, isLine: isLine))
        byteCount += bytes.count
    }

    /// Sends as many bytes as possible; `send` has the result of the system call and sets `errno`.
    mutating func flush(_ send: (UnsafeRawBufferPointer) -> Int) -> Progress {
        while let first = entries.first {
            let count = first.bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0.dropFirst(sent))) }
            guard count >= 0 else {
                if errno == EINTR { continue }
                return errno == EAGAIN ? .blocked : .gone
            }
            sent += count
            byteCount -= count
            if sent == first.bytes.count {
                entries.removeFirst()
                sent = 0
            }
        }
        return .empty
    }
}
