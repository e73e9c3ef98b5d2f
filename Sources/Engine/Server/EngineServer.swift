import EngineWire
import Glibc
import Logging
import Synchronization

/// Why an engine has ended.
public enum EngineEnd: Equatable, Sendable {
    /// No front has been attached for as long as the engine waits for one.
    case idle
    /// It was told to.
    case stopped
    /// A signal came.
    case signal
}

/// Listens for fronts and has each of them answered.
public final class EngineServer: Sendable {
    /// Answers one front, and returns the code that it ends with.
    ///
    /// The task is cancelled when the front hangs up.
    public typealias Handler = @Sendable (FrontRequest, FrontSession) async -> Int32

    private let listener: Mutex<Listener?>
    private let control: ServerControl
    private let limits: ServerLimits
    private let idleTimeout: Duration
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let handler: Handler

    /// An engine that listens already; it answers once it runs.
    ///
    /// Listens on the socket handed over by the service manager where there is one (`LISTEN_FDS`), else on one of its own at `place`.
    ///
    /// - Parameters:
    ///   - place: Where the fronts look for the engine.
    ///   - limits: What those who connect are allowed.
    ///   - idleTimeout: How long to wait for a front after the last has gone.
    ///   - clock: The clock that the wait is measured by.
    ///   - logger: Takes what happens.
    ///   - handler: Answers a front.
    /// - Throws: ``EngineServerError``.
    public init(
        place: SocketPlace,
        limits: ServerLimits = ServerLimits(),
        idleTimeout: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger,
        handler: @escaping Handler
    ) throws(EngineServerError) {
        control = try ServerControl()
        listener = Mutex(try Listener(place: place))
        self.limits = limits
        self.idleTimeout = idleTimeout
        self.clock = clock
        self.logger = logger
        self.handler = handler
    }

    /// What the engine does for whom.
    public var status: EngineStatus { control.status }

    /// Ends the engine: all fronts are hung up on, and look for another.
    public func stop() {
        control.stop()
    }

    /// Serves until the engine ends, and says why it has.
    ///
    /// May be called once.
    /// The socket is gone before the last answers are waited for, so that a new engine can take over at once.
    ///
    /// - Parameter signals: The signals that end the engine in good order.
    public func run(endingOn signals: [Int32] = []) async -> EngineEnd {
        let (events, continuation) = AsyncStream<ServerLoop.Event>.makeStream()
        EndingSignals.forward(signals, to: control.wakeUp.signalDescriptor)
        defer { EndingSignals.forget(signals) }
        return await withTaskCancellationHandler {
            async let end = ServerThread.run { [self] in
                defer { continuation.finish() }
                guard let listener = takeListener() else { return EngineEnd.stopped }
                var loop = ServerLoop(listener: listener, control: control, limits: limits, logger: logger) { continuation.yield($0) }
                return loop.run()
            }
            await answer(events)
            return await end
        } onCancel: {
            stop()
        }
    }

    private func takeListener() -> Listener? {
        listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
    }

    private func answer(_ events: AsyncStream<ServerLoop.Event>) async {
        await withDiscardingTaskGroup { group in
            var idleness: Task<Void, Never>?
            for await event in events {
                switch event {
                case .attached(let session):
                    group.addTask { await self.answer(session) }
                case .idle(let stretch):
                    idleness = Task { await self.wait(stretch: stretch) }
                case .busy:
                    idleness?.cancel()
                }
            }
            idleness?.cancel()
        }
    }

    /// Runs the handler until it is done or the front has gone.
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

    private func wait(stretch: Int) async {
        do {
            try await clock.sleep(for: idleTimeout)
            control.expire(stretch: stretch)
        } catch {
            // A front came.
        }
    }
}
