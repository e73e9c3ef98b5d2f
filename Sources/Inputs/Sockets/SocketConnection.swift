import NIOCore
import Synchronization

/// A connection from which lines and bytes are read as they are needed; it is closed when it is released.
///
/// Use it from one task at a time. After a time limit or a cancellation it must be closed, because later bytes may belong to the previous response.
package final class SocketConnection: Sendable {
    private let channel: any Channel
    private let inbox: SocketInbox
    /// The timer that closes the connection while it is not used.
    private let rest = Mutex<Scheduled<Void>?>(nil)

    /// Connects; see ``SocketClient/connect(to:within:_:)``.
    package static func open(_ endpoint: SocketEndpoint, within time: Duration) async throws(SocketFailure) -> SocketConnection {
        try await SocketClient.connect(to: endpoint, within: time) { channel in
            channel.eventLoop.makeCompletedFuture {
                let inbox = SocketInbox()
                try channel.pipeline.syncOperations.addHandler(inbox)
                return SocketConnection(channel, inbox)
            }
        }
    }

    private init(_ channel: any Channel, _ inbox: SocketInbox) {
        self.channel = channel
        self.inbox = inbox
    }

    deinit {
        rest.withLock { $0 }?.cancel()
        close()
    }

    /// Closes the connection.
    package func close() { channel.close(promise: nil) }

    /// Sends all bytes.
    ///
    /// - Parameter awaited: What `timedOut` reports after the deadline.
    package func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant, awaiting awaited: String) async throws(SocketFailure) {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).value(until: deadline, awaiting: awaited)
    }

    /// Reads a line without its line end.
    ///
    /// - Parameters:
    ///   - maximum: The maximum length of the line in bytes: less than 256 KiB.
    ///   - deadline: nil to wait without a time limit.
    ///   - awaited: What `timedOut` reports after the deadline.
    package func line(
        maximum: Int, until deadline: ContinuousClock.Instant?, awaiting awaited: String
    ) async throws(SocketFailure) -> [UInt8] {
        try await next(deadline, awaited) { (unread) throws(SocketFailure) in
            try unread.readLine(maximum: maximum).map { Array($0.readableBytesView) }
        }
    }

    /// Reads up to `maximum` bytes, at least one.
    package func bytes(
        upTo maximum: Int, until deadline: ContinuousClock.Instant, awaiting awaited: String
    ) async throws(SocketFailure) -> [UInt8] {
        try await next(deadline, awaited) { (unread) throws(SocketFailure) in
            unread.readableBytes == 0 ? nil : unread.readBytes(length: min(maximum, unread.readableBytes))
        }
    }

    private func next(
        _ deadline: ContinuousClock.Instant?, _ awaited: String, _ read: (inout ByteBuffer) throws(SocketFailure) -> [UInt8]?
    ) async throws(SocketFailure) -> [UInt8] {
        while true {
            switch try inbox.read(from: channel, read) {
            case .bytes(let bytes): return bytes
            case .later(let news): try await news.value(until: deadline, awaiting: awaited)
            }
        }
    }

    /// Closes the connection after `time`, unless ``resume()`` is called before.
    package func rest(for time: Duration) {
        let timer = channel.eventLoop.scheduleTask(in: TimeAmount(time)) { [channel] in channel.close(promise: nil) }
        rest.withLock { $0 = timer }
    }

    /// Ends the rest.
    ///
    /// - Returns: False if the peer has sent data unasked, which precedes the end of a session, or the connection is closed.
    package func resume() async -> Bool {
        // On the event loop, after it has handled what the peer did before this call.
        let isUsable = try? await channel.eventLoop.submit {
            self.rest.withLock { $0 }?.cancel()
            return self.inbox.isQuiet
        }.get()
        return isUsable == true
    }
}

/// The received bytes of a connection that are not read yet.
private final class SocketInbox: ChannelDuplexHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// The result of an attempt to read.
    enum Reading {
        case bytes([UInt8])
        /// There are not enough bytes; the future completes after more have arrived, or the connection has ended.
        case later(EventLoopFuture<Void>)
    }

    private struct State {
        var unread = ByteBuffer()
        var waiting: [EventLoopPromise<Void>] = []
        /// The reason why nothing more arrives.
        var end: SocketFailure?
        /// True if no more bytes are received until some have been read.
        var isPaused = false
    }

    /// The number of unread bytes from which on no more are received.
    static let capacity = 256 << 10

    private let state = Mutex(State())

    /// True if there are no unread bytes, and more may arrive.
    var isQuiet: Bool { state.withLock { $0.unread.readableBytes == 0 && $0.end == nil } }

    /// Reads with a function that returns nil if there are not enough bytes.
    func read(
        from channel: any Channel, _ body: (inout ByteBuffer) throws(SocketFailure) -> [UInt8]?
    ) throws(SocketFailure) -> Reading {
        let (reading, continues) = try state.withLock { (state) throws(SocketFailure) -> (Reading, Bool) in
            guard let bytes = try body(&state.unread) else {
                if let end = state.end { throw end }
                let promise = channel.eventLoop.makePromise(of: Void.self)
                state.waiting.append(promise)
                return (.later(promise.futureResult), false)
            }
            let continues = state.isPaused && state.unread.readableBytes < Self.capacity
            if continues { state.isPaused = false }
            return (.bytes(bytes), continues)
        }
        if continues { channel.read() }
        return reading
    }

    // The following methods run on the event loop.

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        wake { state in
            state.unread.discardReadBytes()
            state.unread.writeBuffer(&bytes)
        }
    }

    func read(context: ChannelHandlerContext) {
        let isPaused = state.withLock { state in
            state.isPaused = state.unread.readableBytes >= Self.capacity
            return state.isPaused
        }
        if !isPaused { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        wake { $0.end = SocketFailure(error) }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        wake { $0.end = $0.end ?? .ended }
        context.fireChannelInactive()
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        // Without the lock, because what waits runs in this call.
        for promise in waiting { promise.succeed() }
    }
}

extension EventLoopFuture where Value: Sendable {
    /// The value, unless the deadline passes or the task is cancelled before.
    ///
    /// - Parameters:
    ///   - deadline: nil to wait without a time limit.
    ///   - awaited: What `timedOut` reports after the deadline.
    fileprivate func value(until deadline: ContinuousClock.Instant?, awaiting awaited: String) async throws(SocketFailure) -> Value {
        // The first of its results counts.
        let promise = eventLoop.makePromise(of: Value.self)
        cascade(to: promise)
        let timer = deadline.map { deadline in
            eventLoop.scheduleTask(in: TimeAmount(deadline - .now)) { promise.fail(SocketFailure.timedOut(awaiting: awaited)) }
        }
        defer { timer?.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await promise.futureResult.get()
            } onCancel: {
                promise.fail(SocketFailure.cancelled)
            }
        } catch {
            throw SocketFailure(error)
        }
    }
}
