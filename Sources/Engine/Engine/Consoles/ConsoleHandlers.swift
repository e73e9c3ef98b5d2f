import NIOCore
import NIOWebSocket
import SubdialConsoles

/// Splits a stream into lines, each of which is a message.
struct ConsoleLineDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else {
            guard buffer.readableBytes <= ConsoleMessage.maximumBytes else { throw ConsoleMessageError.tooLong }
            return .needMoreData
        }
        let line = buffer.readSlice(length: end - buffer.readerIndex)
        buffer.moveReaderIndex(forwardBy: 1)
        // A blank line is not a message.
        if let line, line.readableBytesView.contains(where: { $0 > 0x20 }) { context.fireChannelRead(wrapInboundOut(line)) }
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
