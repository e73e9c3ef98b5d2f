import FoundationEssentials
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// A server for HTTP/1 that shuts down with its task.
///
/// Of Hummingbird it uses the core alone: a router, middleware and files would be compiled for nothing.
package struct WebServer: Sendable {
    /// Responds to a request that came by a connection; an error becomes the status 500, and one of the parser 400 and the end of the connection.
    package typealias Responder = @Sendable (_ request: Request, _ connection: any Channel) async throws -> Response

    /// The response could not be parsed while it was written; another response to the error would be in the midst of it.
    private struct BrokenResponse: Error {}

    /// The time that busy connections have left during the shutdown.
    private static let patience = Duration.seconds(3)

    private let configuration: ServerConfiguration
    private let logger: Logger

    /// - Parameters:
    ///   - host: The name or address to listen on.
    ///   - port: The port; 0 for any free one.
    ///   - connections: The maximum number of connections; nil for no limit.
    package init(host: String, port: Int, connections: Int? = nil, logger: Logger) {
        configuration = ServerConfiguration(
            address: .hostname(host, port: port), availableConnectionsDelegate: connections.map { MaximumAvailableConnections($0) })
        self.logger = logger
    }

    /// Serves until the task is cancelled; then it stops accepting, closes idle connections, and gives the others three seconds.
    ///
    /// - Parameters:
    ///   - channel: Makes the handler of connections from the responder.
    ///   - onListening: Called with the port as soon as connections are accepted.
    ///   - onEnding: Called after it has stopped accepting, to end requests that would never end.
    /// - Throws: The error that prevents it from listening.
    package func run<Connection: ServerChildChannel>(
        _ responder: @escaping Responder, channel: (@escaping HTTPChannelHandler.Responder) -> Connection,
        onListening: @escaping @Sendable (_ port: Int) async -> Void, onEnding: @escaping @Sendable () async -> Void
    ) async throws {
        let server = Server(
            childChannelSetup: channel { [logger] request, writer, connection in
                let response = try await Self.response(of: responder, to: request, by: connection, logger)
                do {
                    try await writer.write(response: response.head, body: response.body)
                } catch is HTTPParserError {
                    throw BrokenResponse()
                }
            },
            configuration: configuration, onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        try await run(server, onEnding: onEnding)
    }

    private static func response(
        of responder: Responder, to request: Request, by connection: any Channel, _ logger: Logger
    ) async throws(HTTPParserError) -> Response {
        var response: Response
        do {
            response = try await responder(request, connection)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            logger.debug("no response", metadata: ["error": "\(error)"])
            response = Response(status: .internalServerError)
        }
        response.headers[.date] = Date.now.httpText
        return response
    }

    private func run(_ server: some Service, onEnding: @escaping @Sendable () async -> Void) async throws {
        var configuration = ServiceGroupConfiguration(services: [server], logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.patience
        let group = ServiceGroup(configuration: configuration)
        // In a separate task: cancelling the server directly loses connections that are just being accepted, which NIO treats as a
        // programming error. The server stops accepting first, and then closes.
        let serving = Task { try await group.run() }
        let (ends, end) = AsyncStream<Void>.makeStream()
        let result = await withDiscardingTaskGroup { tasks in
            tasks.addTask {
                // An element means that the server has ended by itself; without one, the task is cancelled.
                for await _ in ends { return }
                await group.triggerGracefulShutdown()
                await onEnding()
            }
            defer { end.yield() }
            return await serving.result
        }
        do {
            try result.get()
        } catch is CancellationError {
            // The result if some connections did not close in time.
        }
    }
}
