import NIOCore

/// Hangs up on a client that does not read what it asked for.
final class StalledClientHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    private let patience: TimeAmount
    private var ending: Scheduled<Void>?

    /// - Parameter patience: How long what is written may wait.
    init(patience: TimeAmount) { self.patience = patience }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        ending?.cancel()
        ending = nil
        if !context.channel.isWritable {
            let channel = context.channel
            ending = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        ending?.cancel()
        ending = nil
        context.fireChannelInactive()
    }
}
