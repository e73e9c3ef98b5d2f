import Consoles
import NIOCore
import NIOWebSocket

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
        // A line of blanks says nothing.
        if let line, line.readableBytesView.contains(where: { $0 > 0x20 }) { context.fireChannelRead(wrapInboundOut(line)) }
        return .continue
    }

    /// A line that has no end was not meant.
    mutating func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
        try decode(context: context, buffer: &buffer)
    }
}

/// Ends each message that is sent with a line end.
final class ConsoleLineEnder: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var buffer = unwrapOutboundIn(data)
        buffer.writeInteger(UInt8(ascii: "\n"))
        context.write(wrapOutboundOut(buffer), promise: promise)
    }
}

/// Makes messages of whole text frames, and text frames of messages; answers pings and the closing.
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
        // Only the last of many pings needs an answer: none waits in memory for a server that does not read.
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

    /// A client masks each of its frames with a key of its own (RFC 6455, 5.3).
    private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    }
}
