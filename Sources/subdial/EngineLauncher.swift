import EngineWire
import Glibc

/// Finds the user's engine, and starts one where none runs.
struct EngineLauncher {
    let place: SocketPlace

    /// How long a started engine may take until it listens, in milliseconds.
    private static let patience = 5_000
    /// The longest wait between two looks at the socket while an engine starts, in milliseconds.
    private static let longestPause = 20

    /// Why there is no engine to talk to.
    enum Failure: Error, CustomStringConvertible {
        case place(SocketError)
        case missing
        case notStarted(StartError)
        case silent(log: String?)

        var description: String {
            switch self {
            case .place(let error): "\(error)"
            case .missing: EngineBinary.missing
            case .notStarted(let error): "\(error)"
            case .silent(let log):
                if let log {
                    "\(EngineBinary.name) was started and does not answer; \(log) tells why"
                } else {
                    "\(EngineBinary.name) was started and does not answer; run '\(EngineBinary.name) serve' to see why"
                }
            }
        }
    }

    /// A connection to the engine.
    ///
    /// Of several fronts that find no engine one gets the lock and starts it; the others look on until it listens.
    func connect() throws(Failure) -> Descriptor {
        do {
            try place.prepareFolder()
            if let socket = try UnixSocket.connect(to: place) { return socket }
        } catch {
            throw .place(error)
        }
        return try connectStarting()
    }

    private func connectStarting() throws(Failure) -> Descriptor {
        let deadline = Moment.now + Self.patience
        var lock = try takeLock()
        var engine: EngineProcess?
        var pause = 1
        while true {
            // Only who has the lock and still finds nobody listening knows that no other front has just started an engine.
            if let socket = try look() { return socket }
            if lock != nil {
                guard let started = engine else {
                    engine = try start()
                    continue
                }
                if !started.isAlive, let socket = try look() { return socket }
                guard started.isAlive, Moment.now < deadline else { throw .silent(log: started.log) }
            } else {
                guard Moment.now < deadline else { throw .silent(log: EngineLog.path) }
                lock = try takeLock()
                if lock != nil { continue }
            }
            Moment.pause(milliseconds: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func look() throws(Failure) -> Descriptor? {
        do {
            return try UnixSocket.connect(to: place)
        } catch {
            throw .place(error)
        }
    }

    private func takeLock() throws(Failure) -> FileLock? {
        do {
            return try FileLock.take(place.startLock)
        } catch {
            throw .place(error)
        }
    }

    private func start() throws(Failure) -> EngineProcess {
        guard let path = EngineBinary.path else { throw .missing }
        do {
            return try EngineProcess.start(path)
        } catch {
            throw .notStarted(error)
        }
    }
}
