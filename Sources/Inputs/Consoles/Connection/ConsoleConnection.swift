import NIOCore
import NIOHTTP1
import NIOWebSocket
import SubdialHTTP
import SubdialSockets
import SubdialSystem

/// A connection to a console that transfers complete messages in both directions.
struct ConsoleConnection: Sendable {
    /// The received messages.
    typealias Messages = NIOAsyncChannelInboundStream<ByteBuffer>
    /// The writer for messages.
    typealias Writer = NIOAsyncChannelOutboundWriter<ByteBuffer>

    private let address: ConsoleAddress
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Connects.
    ///
    /// - Parameter time: The timeout, separately for the connection and for the upgrade to WebSocket.
    static func open(_ address: ConsoleAddress, within time: Duration) async throws(ConsoleError) -> ConsoleConnection {
        do {
            switch address.transport {
            case .unix(let path):
                return ConsoleConnection(
                    address: address, channel: try await SocketClient.connect(to: .socket(path: path), within: time) { $0.lines() })
            case .tcp(let host, let port):
                return ConsoleConnection(
                    address: address, channel: try await SocketClient.connect(to: .host(host, port: port), within: time) { $0.lines() })
            case .webSocket(let host, let port, let path):
                let name = host.contains(":") ? "[\(host)]" : host
                let upgraded = try await SocketClient.connect(to: .host(host, port: port), within: time) { channel in
                    channel.webSocket(host: "\(name):\(port)", path: path, patience: TimeAmount(time))
                }
                guard let channel = try await upgraded.get() else {
                    throw ConsoleError.unreachable(address.description, reason: "there is no WebSocket at this address")
                }
                return ConsoleConnection(address: address, channel: channel)
            }
        } catch {
            throw failure(error, address)
        }
    }

    /// Calls `body` with the reader and the writer, and closes the connection afterwards.
    func use(_ body: (Messages, Writer) async throws -> Void) async throws(ConsoleError) {
        do {
            try await channel.executeThenClose { try await body($0, $1) }
        } catch {
            throw Self.failure(error, address)
        }
    }

    private static func failure(_ error: any Error, _ address: ConsoleAddress) -> ConsoleError {
        if let error = error as? ConsoleError { return error }
        if let error = error as? ConsoleMessageError { return .message(address.description, error) }
        if case SocketFailure.lineTooLong = error { return .message(address.description, .tooLong) }
        let reason =
            switch error {
            case SocketFailure.unknownHost: "its name is not known"
            case SocketFailure.cannotConnect(let reason), SocketFailure.broken(let reason): reason
            case SocketFailure.timedOut: "it does not answer"
            case is SocketFailure, is ChannelError: "it has closed the connection"
            case let error as IOError: error.errnoCode == 0 ? error.description : SystemError(code: error.errnoCode).description
            case is NIOWebSocketFrameAggregator.Error, is NIOWebSocketError: "it breaks the rules of WebSocket (\(error))"
            default: "\(error)"
            }
        return .unreachable(address.description, reason: reason)
    }
}

extension Channel {
    /// Configures the channel for one message per line.
    fileprivate func lines() -> EventLoopFuture<NIOAsyncChannel<ByteBuffer, ByteBuffer>> {
        eventLoop.makeCompletedFuture {
            try pipeline.syncOperations.addHandlers(ByteToMessageHandler(ConsoleLineDecoder()), ConsoleLineEnder())
            return try NIOAsyncChannel(wrappingChannelSynchronously: self)
        }
    }

    /// Configures the channel for one message per text frame, after the upgrade; nil if the server refuses it.
    fileprivate func webSocket(
        host: String, path: String, patience: TimeAmount
    ) -> EventLoopFuture<EventLoopFuture<NIOAsyncChannel<ByteBuffer, ByteBuffer>?>> {
        eventLoop.makeCompletedFuture {
            let timer = eventLoop.scheduleTask(in: patience) { self.close(promise: nil) }
            let upgrader = NIOTypedWebSocketClientUpgrader<NIOAsyncChannel<ByteBuffer, ByteBuffer>?>(
                maxFrameSize: ConsoleMessage.maximumBytes
            ) { channel, _ in
                timer.cancel()
                return channel.eventLoop.makeCompletedFuture {
                    let aggregator = NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 4096, maxAccumulatedFrameSize: ConsoleMessage.maximumBytes)
                    try channel.pipeline.syncOperations.addHandlers(aggregator, WebSocketMessages())
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
            let head = HTTPRequestHead(
                version: .http1_1, method: .GET, uri: path,
                headers: ["Host": host, "Content-Length": "0", "User-Agent": HTTPSettings.shared.userAgent])
            let configuration = NIOTypedHTTPClientUpgradeConfiguration(
                upgradeRequestHead: head, upgraders: [upgrader],
                notUpgradingCompletionHandler: { channel in
                    timer.cancel()
                    return channel.close().map { nil }
                })
            var pipelineConfiguration = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
            // A console may send its first message together with its upgrade response.
            pipelineConfiguration.leftOverBytesStrategy = .forwardBytes
            return try pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipelineConfiguration)
        }
    }
}

/// Splits a stream into lines, each of which is a message.
struct ConsoleLineDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let line = try buffer.readLine(maximum: ConsoleMessage.maximumBytes) else { return .needMoreData }
        // A blank line is not a message.
        if line.readableBytesView.contains(where: { $0 > 0x20 }) { context.fireChannelRead(wrapInboundOut(line)) }
        return .continue
    }

    /// An incomplete last line is discarded.
    mutating func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
        try decode(context: context, buffer: &buffer)
    }
}

/// Appends a newline to each sent message.
final class ConsoleLineEnder: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var buffer = unwrapOutboundIn(data)
        buffer.writeInteger(UInt8(ascii: "\n"))
        context.write(wrapOutboundOut(buffer), promise: promise)
    }
}

/// Converts between messages and complete text frames; answers pings and the closing handshake.
final class WebSocketMessages: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = WebSocketFrame

    private var isClosing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text, .binary: context.fireChannelRead(wrapInboundOut(frame.unmaskedData))
        // Only the last of several pings needs an answer, so pongs for a server that does not read are dropped.
        case .ping: if context.channel.isWritable { send(.pong, frame.unmaskedData, context, nil) }
        case .connectionClose:
            guard !isClosing else { return }
            isClosing = true
            send(.connectionClose, frame.unmaskedData, context, nil)
            context.close(promise: nil)
        default: break
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(wrapOutboundOut(Self.frame(.text, unwrapOutboundIn(data))), promise: promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if !isClosing, mode == .all {
            isClosing = true
            var code = context.channel.allocator.buffer(capacity: 2)
            code.write(webSocketErrorCode: .normalClosure)
            send(.connectionClose, code, context, nil)
        }
        context.close(mode: mode, promise: promise)
    }

    private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        context.writeAndFlush(wrapOutboundOut(Self.frame(opcode, data)), promise: promise)
    }

    /// A client masks each frame with a random key (RFC 6455, 5.3).
    private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    }
}
