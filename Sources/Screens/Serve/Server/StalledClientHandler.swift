import NIOCore

/// Closes the connection of a client that does not read its response.
final class StalledClientHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    private let patience: TimeAmount
    private var ending: Scheduled<Void>?

    /// - Parameter patience: The maximum time for which written bytes may remain unread.
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
