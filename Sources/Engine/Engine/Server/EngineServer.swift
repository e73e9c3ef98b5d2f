import Glibc
import Logging
import SubdialConcurrency
import SubdialEngineWire
import SubdialSystem
import Synchronization

/// The reason for which an engine has ended.
package enum EngineEnd: Equatable, Sendable {
    /// No front was attached for the idle timeout.
    case idle
    /// A command stopped it.
    case stopped
    /// A signal ended it.
    case signal
}

/// Listens for fronts and answers each of them.
package final class EngineServer: Sendable {
    /// Answers one front, and returns its exit code.
    ///
    /// The task is cancelled when the front closes the connection.
    package typealias Handler = @Sendable (FrontRequest, FrontSession) async -> Int32
    /// True if the engine has work without a front.
    package typealias Need = @Sendable () async -> Bool

    private let listener: Mutex<Listener?>
    private let control: ServerControl
    private let limits: ServerLimits
    private let idleTimeout: Duration
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let isNeeded: Need
    private let handler: Handler

    /// Creates an engine that listens already; it answers after ``run(endingOn:reload:)``.
    ///
    /// It listens on the socket from the service manager (`LISTEN_FDS`) if there is one, otherwise on its own socket at `place`.
    ///
    /// - Parameters:
    ///   - place: The place at which fronts look for the engine.
    ///   - limits: The limits for connections.
    ///   - idleTimeout: The time without a front after which the engine ends, unless it is needed.
    ///   - clock: The clock for the idle timeout.
    ///   - logger: The log for events.
    ///   - isNeeded: True if the engine has work without a front.
    ///   - handler: Answers a front.
    /// - Throws: ``EngineServerError``.
    package init(
        place: SocketPlace,
        limits: ServerLimits = ServerLimits(),
        idleTimeout: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger,
        isNeeded: @escaping Need = { false },
        handler: @escaping Handler
    ) throws(EngineServerError) {
        control = try ServerControl()
        listener = Mutex(try Listener(place: place))
        self.limits = limits
        self.idleTimeout = idleTimeout
        self.clock = clock
        self.logger = logger
        self.isNeeded = isNeeded
        self.handler = handler
    }

    /// The engine's status, with its fronts.
    package var status: EngineStatus { control.status }

    /// Ends the engine: all front connections are closed, and the fronts look for another engine.
    package func stop() {
        control.stop()
    }

    /// Serves until the engine ends, and returns the reason.
    ///
    /// Call it only once.
    ///
    /// The socket is removed before the last answers are complete, so that a new engine can take over immediately.
    ///
    /// - Parameters:
    ///   - signals: The signals that end the engine gracefully.
    ///   - reload: Reads the configuration again, after SIGHUP; nil to leave this signal alone.
    package func run(endingOn signals: [Int32] = [], reload: (@Sendable () async -> Void)? = nil) async -> EngineEnd {
        let (events, continuation) = AsyncStream<ServerLoop.Event>.makeStream()
        let forwarded = signals + (reload == nil ? [] : [SIGHUP])
        ForwardedSignals.forward(forwarded, to: control.wakeUp.signalDescriptor)
        defer { ForwardedSignals.forget(forwarded) }
        return await withTaskCancellationHandler {
            async let end = WorkLane().value { [self] in
                defer { continuation.finish() }
                guard let listener = removeListener() else { return EngineEnd.stopped }
                var loop = ServerLoop(listener: listener, control: control, limits: limits, logger: logger) {
                    continuation.yield($0)
                }
                return loop.run()
            }
            await answer(events, reload: reload)
            // Without another thread, there is no loop.
            return await end ?? .stopped
        } onCancel: {
            stop()
        }
    }

    private func removeListener() -> Listener? {
        listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
    }

    private func answer(_ events: AsyncStream<ServerLoop.Event>, reload: (@Sendable () async -> Void)?) async {
        await withDiscardingTaskGroup { group in
            var idleness: Task<Void, Never>?
            for await event in events {
                switch event {
                case .attached(let session):
                    group.addTask { await self.answer(session) }
                case .idle(let period):
                    idleness = Task { await self.wait(period: period) }
                case .busy:
                    idleness?.cancel()
                case .reload:
                    if let reload { group.addTask { await reload() } }
                }
            }
            idleness?.cancel()
        }
    }

    /// Runs the handler until it returns or the front is gone.
    private func answer(_ session: FrontSession) async {
        await withTaskGroup { group in
            group.addTask { [handler] in
                let code = await handler(session.request, session)
                session.connection.send(.exit(code))
            }
            group.addTask {
                for await _ in session.connection.hangUp {}
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait(period: Int) async {
        do {
            repeat { try await clock.sleep(for: idleTimeout) } while await isNeeded()
            control.expire(period: period)
        } catch {
            // A front has attached.
        }
    }
}

/// Forwards signals to the thread of the server.
///
/// A signal source of Dispatch would start its threads, which end the process if it has no descriptors left.
enum ForwardedSignals {
    /// The descriptor to which the handler writes; below zero if no server is running.
    private static let descriptor = Atomic<Int32>(-1)

    /// Makes each of the signals write its number as a byte to the descriptor.
    fileprivate static func forward(_ signals: [Int32], to descriptor: Int32) {
        self.descriptor.store(descriptor, ordering: .sequentiallyConsistent)
        for number in signals {
            signal(number) { number in
                let before = errno
                let descriptor = ForwardedSignals.descriptor.load(ordering: .sequentiallyConsistent)
                var byte = UInt8(truncatingIfNeeded: number)
                if descriptor >= 0 { _ = write(descriptor, &byte, 1) }
                errno = before
            }
        }
    }

    /// Restores the default handling of the signals.
    fileprivate static func forget(_ signals: [Int32]) {
        for number in signals {
            signal(number, SIG_DFL)
        }
        descriptor.store(-1, ordering: .sequentiallyConsistent)
    }
}

/// The limits for connections to a server.
package struct ServerLimits: Equatable, Sendable {
    /// The maximum number of connections.
    package var peers: Int
    /// The timeout for a complete request, in milliseconds after the connection was accepted.
    package var requestTime: Int
    /// The time for which a connection without a request cannot be closed in favour of another, in milliseconds.
    package var graceTime: Int

    /// The number of descriptors for the engine's own sockets and files, and its sources' connections.
    private static let ownDescriptors = 24
    private static let mostPeers = 512

    /// The limits for this process.
    ///
    /// - Parameter descriptors: The maximum number of open descriptors of the process.
    package init(descriptors: Int = DescriptorLimit.now) {
        peers = max(1, min(Self.mostPeers, descriptors - Self.ownDescriptors))
        requestTime = 2_000
        graceTime = 100
    }
}
