import Glibc
import SubdialEngineWire
import SubdialSystem

/// Connects to the user's engine, and starts one if none runs.
struct EngineLauncher {
    let place: SocketPlace

    /// The timeout for a started engine to listen, in milliseconds.
    private static let patience = 5_000
    /// The maximum interval between two attempts to connect while an engine starts, in milliseconds.
    private static let longestPause = 20

    /// A connection to the engine.
    ///
    /// Of several fronts that find no engine, one takes the lock and starts it; the others poll until it listens.
    func connect() throws(LaunchFailure) -> Descriptor {
        do {
            try place.prepareFolder()
        } catch {
            throw .place(error)
        }
        if let socket = try look() { return socket }
        return try connectStarting()
    }

    private func connectStarting() throws(LaunchFailure) -> Descriptor {
        let deadline = Moment.now + Self.patience
        var lock = try takeLock()
        var engine: EngineProcess?
        var pause = 1
        while true {
            // Another front may have started an engine before this one got the lock.
            if let socket = try look() { return socket }
            if lock != nil {
                guard let started = engine else {
                    engine = try start()
                    continue
                }
                if !started.isAlive, let socket = try look() { return socket }
                guard started.isAlive, Moment.now < deadline else { throw .notListening(log: started.log) }
            } else {
                guard Moment.now < deadline else { throw .heldUp(by: FileLock.holder(of: place.startLock)) }
                lock = try takeLock()
                if lock != nil { continue }
            }
            Moment.pause(milliseconds: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func look() throws(LaunchFailure) -> Descriptor? {
        do {
            return try UnixSocket.connect(to: place)
        } catch .notAccepted {
            throw .silent(SilentEngine(at: place))
        } catch {
            throw .place(error)
        }
    }

    private func takeLock() throws(LaunchFailure) -> FileLock? {
        do {
            return try FileLock.acquire(place.startLock)
        } catch {
            throw .lock(error)
        }
    }

    private func start() throws(LaunchFailure) -> EngineProcess {
        guard let path = EngineBinary.path else { throw .missing }
        // The engine would inherit the limit.
        guard DescriptorLimit.highest >= DescriptorLimit.least else { throw .tooFewDescriptors }
        do {
            return try EngineProcess.start(path)
        } catch {
            throw .notStarted(error)
        }
    }
}
