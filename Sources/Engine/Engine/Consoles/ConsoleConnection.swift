import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SubdialBasics
import SubdialConsoles
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
    static func open(
        _ address: ConsoleAddress, on group: MultiThreadedEventLoopGroup, within time: Duration
    ) async throws(ConsoleError) -> ConsoleConnection {
        let patience = TimeAmount.milliseconds(Int64(saturating: time / .milliseconds(1)))
        // A machine that is switched off does not close its connections.
        let bootstrap = ClientBootstrap(group: group).connectTimeout(patience)
            .channelOption(.socketOption(.so_keepalive), value: 1)
        do {
            switch address.transport {
            case .unix(let path):
                let channel = try await bootstrap.connect(unixDomainSocketPath: path) { $0.lines() }
                return ConsoleConnection(address: address, channel: channel)
            case .tcp(let host, let port):
                let channel = try await bootstrap.alive().connect(host: host, port: port) { $0.lines() }
                return ConsoleConnection(address: address, channel: channel)
            case .webSocket(let host, let port, let path):
                let name = host.contains(":") ? "[\(host)]" : host
                let upgraded = try await bootstrap.alive().connect(host: host, port: port) { channel in
                    channel.webSocket(host: "\(name):\(port)", path: path, patience: patience)
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
        let reason =
            switch error {
            case let error as IOError: error.errnoCode == 0 ? error.description : SystemError(code: error.errnoCode).description
            case let error as NIOConnectionError:
                error.connectionErrors.first.map {
                    ($0.error as? IOError).map { SystemError(code: $0.errnoCode).description } ?? "\($0.error)"
                }
                    ?? "its name is not known"
            case is NIOWebSocketFrameAggregator.Error, is NIOWebSocketError: "it breaks the rules of WebSocket (\(error))"
            case ChannelError.connectTimeout: "it does not answer"
            case is ChannelError: "it has closed the connection"
            default: "\(error)"
            }
        return .unreachable(address.description, reason: reason)
    }
}

extension ClientBootstrap {
    /// Enables TCP keep-alive, which detects a lost machine within 30 seconds.
    fileprivate func alive() -> ClientBootstrap {
        func option(_ name: Int32, _ value: Int) -> (ChannelOptions.Types.SocketOption, Int) {
            (.init(level: .tcp, name: .init(rawValue: name)), value)
        }
        let options = [option(TCP_KEEPIDLE, 15), option(TCP_KEEPINTVL, 5), option(TCP_KEEPCNT, 3), option(TCP_NODELAY, 1)]
        return options.reduce(self) { $0.channelOption($1.0, value: $1.1) }
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
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: ["Host": host, "Content-Length": "0"])
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
