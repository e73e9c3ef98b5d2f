import Glibc
import NIOCore
import NIOPosix
import SubdialConcurrency
import SubdialSystem
import Synchronization

/// Opens connections as a client.
package enum SocketClient {
    /// The event loop of all connections, with one thread from the first connection on.
    ///
    /// It never ends: a lookup of a name cannot be cancelled, and its addresses arrive on the loop, even if nobody waits for them any more.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// Connects to the first of the endpoint's addresses that accepts a connection.
    ///
    /// When the calling task is cancelled, the call returns immediately.
    ///
    /// - Parameters:
    ///   - time: The time limit, including that for the lookup of a name.
    ///   - configure: Configures the channel of each address that is tried, before it is connected.
    /// - Returns: The result of `configure` for the address that was chosen.
    package static func connect<Output: Sendable>(
        to endpoint: SocketEndpoint, within time: Duration,
        _ configure: @escaping @Sendable (any Channel) -> EventLoopFuture<Output>
    ) async throws(SocketFailure) -> Output {
        let attempt = SocketAttempt<Output>()
        do throws(SocketFailure) {
            return try await SharedWork<Int, Output, SocketFailure>(cancelled: .cancelled).value(for: 0) {
                do {
                    let output = try await open(endpoint, time) { channel in
                        attempt.add(channel)
                            ? configure(channel).always { attempt.add($0, of: channel) }
                            : channel.eventLoop.makeFailedFuture(SocketFailure.cancelled)
                    }
                    return .success(output)
                } catch {
                    return .failure(SocketFailure(connecting: error, to: endpoint, isResolved: attempt.hasBegun))
                }
            }
        } catch {
            // A cancelled caller does not receive a connection that has just succeeded.
            attempt.cancel()
            throw error
        }
    }

    private static func open<Output: Sendable>(
        _ endpoint: SocketEndpoint, _ time: Duration, _ configure: @escaping @Sendable (any Channel) -> EventLoopFuture<Output>
    ) async throws -> Output {
        let bootstrap = ClientBootstrap(group: group).connectTimeout(TimeAmount(time))
        switch endpoint {
        case .host(let host, let port):
            return try await options.reduce(bootstrap) { $0.channelOption($1.0, value: $1.1) }
                .connect(host: host, port: port, channelInitializer: configure)
        case .socket(let path):
            return try await bootstrap.withConnectedSocket(try unixSocket(Array(path.utf8) + [0]), channelInitializer: configure)
        case .abstractSocket(let name):
            return try await bootstrap.withConnectedSocket(try unixSocket([0] + Array(name.utf8)), channelInitializer: configure)
        }
    }

    /// TCP keep-alive, which detects a lost machine within 30 seconds: it does not close its connections.
    private static let options: [(ChannelOptions.Types.SocketOption, Int)] = {
        func tcp(_ name: Int32, _ value: Int) -> (ChannelOptions.Types.SocketOption, Int) {
            (.init(level: .tcp, name: .init(rawValue: name)), value)
        }
        return [
            (.socketOption(.so_keepalive), 1), tcp(TCP_KEEPIDLE, 15), tcp(TCP_KEEPINTVL, 5), tcp(TCP_KEEPCNT, 3), tcp(TCP_NODELAY, 1),
        ]
    }()

    /// Connects a Unix socket, which does not wait; NIO supports neither abstract names nor paths of more than 103 bytes.
    ///
    /// - Parameter name: The path with the zero byte that ends it, or the name behind a zero byte.
    private static func unixSocket(_ name: [UInt8]) throws(SocketFailure) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .cannotConnect(reason: SystemError.last.description) }
        let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + name
        let isConnected = address.withUnsafeBytes { bytes in
            Glibc.connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
        guard isConnected else {
            let error = SystemError.last
            close(descriptor)
            throw .cannotConnect(reason: error.description)
        }
        return descriptor
    }
}

/// The channels of an attempt to connect: one for each address that is tried.
private final class SocketAttempt<Output: Sendable>: Sendable {
    private struct State {
        var channels: [any Channel] = []
        var outputs: [(output: Output, channel: any Channel)] = []
        var hasBegun = false
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// True if there was an address to try.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// Adds a channel; returns false if the attempt was cancelled.
    func add(_ channel: any Channel) -> Bool {
        state.withLock { state in
            state.hasBegun = true
            if !state.isCancelled { state.channels.append(channel) }
            return !state.isCancelled
        }
    }

    /// Adds the output for a channel.
    func add(_ output: Result<Output, any Error>, of channel: any Channel) {
        guard case .success(let output) = output else { return }
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.outputs.append((output, channel)) }
            return state.isCancelled
        }
        if isCancelled { Self.hold(output, until: channel.closeFuture) }
    }

    /// Closes the channels, and accepts no more.
    func cancel() {
        let (channels, outputs) = state.withLock { state in
            state.isCancelled = true
            defer { (state.channels, state.outputs) = ([], []) }
            return (state.channels, state.outputs)
        }
        for (output, channel) in outputs { Self.hold(output, until: channel.closeFuture) }
        for channel in channels { channel.close(promise: nil) }
    }

    /// Holds an output that nobody receives: NIO ends the process if a writer is released before its channel is closed.
    private static func hold(_ output: Output, until end: EventLoopFuture<Void>) {
        end.whenComplete { _ in withExtendedLifetime(output) {} }
    }
}
