import Glibc
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import SubdialSystem
import SubdialWebServer

/// Responds to the requests of a server's clients.
protocol ClientResponder: Sendable {
    func respond(to request: Request, from client: Connections.Client, _ logger: Logger) async throws -> Response
}

/// Runs an HTTP server until its task is cancelled.
struct HTTPRun {
    /// The number of connections that are accepted only to be refused with the reason.
    private static let refusedConnections = 32

    let listen: ListenAddress
    var limits = ConnectionLimits()
    let logger: Logger

    /// Serves until the task is cancelled; call it only once.
    ///
    /// - Parameters:
    ///   - onListening: Called with the port as soon as connections are accepted.
    ///   - onEnding: Called before connections are closed; it ends long-lived responses.
    /// - Throws: ``ServeError`` if it cannot listen.
    func run(
        _ responder: some ClientResponder, onListening: @escaping @Sendable (_ port: Int) async -> Void,
        onEnding: @escaping @Sendable () async -> Void
    ) async throws(ServeError) {
        let connections = Connections(limits)
        let server = WebServer(
            host: listen.host, port: listen.port, connections: limits.connections + Self.refusedConnections, logger: logger)
        do {
            try await server.run(
                { [logger] in try await Self.response(of: responder, to: $0, by: $1, connections, logger) },
                channel: { LimitedChannel(responder: $0, connections: connections) }, onListening: onListening, onEnding: onEnding)
        } catch {
            throw failure(error)
        }
    }

    /// The response of a responder, if it does not exceed the limit of all responses together.
    private static func response(
        of responder: some ClientResponder, to request: Request, by connection: any Channel, _ connections: Connections, _ logger: Logger
    ) async throws -> Response {
        let client = connections.client(ObjectIdentifier(connection), at: PeerAddress(connection.remoteAddress))
        let response = try await responder.respond(to: request, from: client, logger)
        // A response with ranges is a file, which is read while it is sent.
        guard let size = response.body.contentLength, size > ResponseBody.pieceSize, response.headers[.acceptRanges] == nil else {
            return response
        }
        do {
            try client.hold(size)
        } catch {
            return WidgetResponder.failure(error, to: request)
        }
        return response
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

/// A connection of HTTP/1 with limits.
private struct LimitedChannel: ServerChildChannel {
    private let base: HTTP1Channel
    private let connections: Connections

    init(responder: @escaping HTTPChannelHandler.Responder, connections: Connections) {
        base = HTTP1Channel(
            responder: responder,
            configuration: .init(
                httpDecoderConfiguration: .init(maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)))
        self.connections = connections
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { [connections] value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(ConnectionHandler(connections), position: .after(decoder))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

extension ResponseBody {
    /// The size of the pieces in which a response is sent: the client has to read each of them in time.
    static let pieceSize = 64 << 10

    /// A body whose bytes are copied only as the client reads them.
    init(sharing bytes: ArraySlice<UInt8>) {
        guard bytes.count > Self.pieceSize else {
            self.init(byteBuffer: ByteBuffer(bytes: bytes))
            return
        }
        self.init(contentLength: bytes.count) { writer in
            var rest = bytes
            while !rest.isEmpty {
                try await writer.write(ByteBuffer(bytes: rest.prefix(Self.pieceSize)))
                rest = rest.dropFirst(Self.pieceSize)
            }
            try await writer.finish(nil)
        }
    }
}
