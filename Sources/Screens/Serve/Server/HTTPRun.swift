import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import SubdialHTTP
import SubdialSystem

/// Runs an HTTP server until its task is cancelled.
struct HTTPRun {
    /// The maximum number of open connections.
    static let maximumConnections = 512

    let listen: ListenAddress
    let logger: Logger

    /// Serves until the task is cancelled; call it only once.
    ///
    /// - Parameters:
    ///   - onListening: Called with the port as soon as connections are accepted.
    ///   - onEnding: Called before connections are closed; it ends long-lived responses.
    /// - Throws: ``ServeError`` if it cannot listen.
    func run<Responder: HTTPResponder>(
        _ responder: Responder, onListening: @escaping @Sendable (_ port: Int) async -> Void, onEnding: @escaping @Sendable () async -> Void
    ) async throws(ServeError) where Responder.Context == BasicRequestContext {
        let application = Application(
            responder: responder,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [StalledClientHandler(patience: .seconds(30))], idleTimeout: .seconds(75),
                    httpDecoderConfiguration: .init(maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100))),
            configuration: ApplicationConfiguration(
                address: .hostname(listen.host, port: listen.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.maximumConnections)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        do {
            try await GracefulService.run(application, logger: logger, ending: onEnding)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: any Error) -> ServeError {
        guard let error = error as? IOError else { return ServeError(.unavailable, "cannot listen on \(listen): \(error)") }
        let hint =
            switch error.errnoCode {
            case EADDRINUSE: "another program listens there; give another port with --listen \(ListenAddress(host: listen.host, port: 0))"
            case EADDRNOTAVAIL: "this machine has no such address"
            case EACCES: "ports below 1024 are for root"
            default: SystemError(code: error.errnoCode).description
            }
        return ServeError(.unavailable, "cannot listen on \(listen): \(hint)")
    }
}

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
