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
        if let socket = try connectToRunning() { return socket }
        return try connectStarting()
    }

    private func connectStarting() throws(LaunchFailure) -> Descriptor {
        let deadline = Moment.now + Self.patience
        var lock = try acquireLock()
        var engine: EngineProcess?
        var pause = 1
        while true {
            // Another front may have started an engine before this one got the lock.
            if let socket = try connectToRunning() { return socket }
            if lock != nil {
                guard let started = engine else {
                    engine = try start()
                    continue
                }
                if !started.isAlive, let socket = try connectToRunning() { return socket }
                guard started.isAlive, Moment.now < deadline else { throw .notListening(log: started.log) }
            } else {
                guard Moment.now < deadline else { throw .heldUp(by: FileLock.holder(of: place.startLock)) }
                lock = try acquireLock()
                if lock != nil { continue }
            }
            Moment.pause(milliseconds: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func connectToRunning() throws(LaunchFailure) -> Descriptor? {
        do {
            return try UnixSocket.connect(to: place)
        } catch .notAccepted {
            throw .silent(SilentEngine(at: place))
        } catch {
            throw .place(error)
        }
    }

    private func acquireLock() throws(LaunchFailure) -> FileLock? {
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

/// The error of a front that cannot connect to an engine.
enum LaunchFailure: Error, CustomStringConvertible {
    case place(SocketError)
    /// The file of a lock cannot be used.
    case lock(LockError)
    /// The engine's executable is not in its place.
    case missing
    /// The descriptor limit is too low for an engine.
    case tooFewDescriptors
    case notStarted(StartError)
    /// An engine was started, but ended or hung before it listened.
    case notListening(log: String?)
    /// Another front holds the start lock for too long; `by` is its process id, if known.
    case heldUp(by: Int32?)
    /// An engine runs, but does not respond.
    case silent(SilentEngine)

    /// True if a retry cannot help, because the installation or the limits of this process are wrong.
    var isFinal: Bool {
        switch self {
        case .missing, .tooFewDescriptors: true
        default: false
        }
    }

    /// The problem, its place and the remedy.
    var description: String {
        switch self {
        case .place(let error): "\(error)"
        case .lock(let error): "\(error)"
        case .missing: EngineBinary.missing
        case .tooFewDescriptors: DescriptorLimit.tooLow
        case .notStarted(let error): "\(error)"
        case .notListening(let log?): "\(EngineBinary.name) was started and does not answer; \(log) tells why"
        case .notListening(nil): "\(EngineBinary.name) was started and does not answer; run '\(EngineBinary.name) serve' to see why"
        case .heldUp(let process?): "process \(process) has begun to start an engine and does not get on; end it"
        case .heldUp(nil): "no engine listens yet; try again"
        case .silent(let engine): "\(engine)"
        }
    }
}

/// The error of an engine that could not be started.
struct StartError: Error, CustomStringConvertible {
    let call: String
    let path: String
    let code: Int32

    var description: String {
        "\(path): cannot be started, \(call) failed (\(call == "exec" ? EngineBinary.reason(code) : "\(SystemError(code: code))"))"
    }
}

/// Descriptors that the parent process left open.
enum InheritedDescriptors {
    /// Marks all descriptors except stdin, stdout and stderr as close-on-exec.
    ///
    /// A lock or a pipe that the engine inherited would block an unrelated process.
    static func closeOnExec() {
        // If no descriptor is free to read the list, or there is no procfs, all possible numbers are marked.
        guard let folder = opendir("/proc/self/fd") else {
            let count = Int32(clamping: min(DescriptorLimit.now, DescriptorLimit.most))
            for descriptor in 0..<count where descriptor > STDERR_FILENO { mark(descriptor) }
            return
        }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if let descriptor = Int32(name), descriptor > STDERR_FILENO { mark(descriptor) }
        }
    }

    private static func mark(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
}

/// The executable of this front, and its replacement by a newer release.
enum OwnProgram {
    /// Replaces this process with the executable that was installed over its own, with the same arguments.
    ///
    /// Returns if there is none, or if it cannot be run. A front of an older release does not find the engine of a newer one:
    /// the socket of each release has a name of its own.
    static func yieldToSuccessor() {
        var own = stat()
        var successor = stat()
        guard let path = OwnExecutable.path, stat("/proc/self/exe", &own) == 0, stat(path, &successor) == 0, access(path, X_OK) == 0 else {
            return
        }
        guard own.st_dev != successor.st_dev || own.st_ino != successor.st_ino else { return }
        execv(path, CommandLine.unsafeArgv)
    }
}
