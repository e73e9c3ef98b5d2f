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

/// An engine that this front has started.
struct EngineProcess {
    private let id: pid_t
    /// The path of the engine's log; nil if its messages are discarded.
    let log: String?

    /// True while the process exists.
    fileprivate var isAlive: Bool {
        kill(id, 0) == 0 || errno != ESRCH
    }

    /// Starts the engine as a daemon in its own session; it inherits only the environment.
    ///
    /// - Throws: ``StartError`` if the executable cannot be run.
    static func start(_ path: String) throws(StartError) -> EngineProcess {
        let log = EngineLog.open()
        defer { if let log { close(log) } }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw StartError(call: "pipe", path: path, code: errno) }
        // If the engine kept the write end open, this process would never read the end of the pipe.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        InheritedDescriptors.closeOnExec()

        // Everything that is needed between fork and exec is allocated before, because allocation is not safe there.
        var arguments = [strdup(path), strdup("serve"), nil]
        defer { for argument in arguments { free(argument) } }
        let child = fork()
        if child == 0 {
            setsid()
            if fork() == 0 { become(path, &arguments, log: log ?? -1, report: writing) }
            _exit(0)
        }
        close(writing)
        guard child > 0 else { throw StartError(call: "fork", path: path, code: errno) }
        while waitpid(child, nil, 0) == -1, errno == EINTR {}

        // The child writes its process id, and an error code if `exec` fails; otherwise `exec` closes the pipe.
        guard let id = read(reading) else { throw StartError(call: "fork", path: path, code: EAGAIN) }
        if let code = read(reading) { throw StartError(call: "exec", path: path, code: code) }
        return EngineProcess(id: id, log: log == nil ? nil : EngineLog.path)
    }

    /// Runs in the new process between fork and exec.
    private static func become(_ path: String, _ arguments: inout [UnsafeMutablePointer<CChar>?], log: Int32, report: Int32) -> Never {
        write(getpid(), report)
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(null, STDIN_FILENO)
        dup2(null, STDOUT_FILENO)
        dup2(log >= 0 ? log : null, STDERR_FILENO)
        ProcessSetup.resetSignals()
        chdir("/")
        execv(path, &arguments)
        write(errno, report)
        _exit(ExitCode.unavailable)
    }

    private static func write(_ number: Int32, _ pipe: Int32) {
        withUnsafeBytes(of: number) { bytes in
            _ = Glibc.write(pipe, bytes.baseAddress, bytes.count)
        }
    }

    private static func read(_ pipe: Int32) -> Int32? {
        var number: Int32 = 0
        while true {
            let count = withUnsafeMutableBytes(of: &number) { Glibc.read(pipe, $0.baseAddress, $0.count) }
            if count == MemoryLayout<Int32>.size { return number }
            guard count < 0, errno == EINTR else { return nil }
        }
    }
}

/// The error of an engine that could not be started.
struct StartError: Error, CustomStringConvertible {
    let call: String
    let path: String
    let code: Int32

    var description: String {
        "\(path): cannot be started, \(call) failed (\(SystemError(code: code)))"
    }
}

/// Descriptors that the parent process left open.
enum InheritedDescriptors {
    /// Marks all descriptors except stdin, stdout and stderr as close-on-exec.
    ///
    /// A lock or a pipe that the engine inherited would block an unrelated process.
    fileprivate static func closeOnExec() {
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

/// The engine's executable that is installed with this front.
enum EngineBinary {
    static let name = "subdial-engine"

    /// The path, next to the front or in `libexec/subdial` next to the front's `bin` folder; nil if there is none.
    static var path: String? {
        guard let folder = OwnProgram.folder else { return nil }
        var candidates = ["\(folder)/\(name)"]
        if folder.hasSuffix("/bin") {
            candidates.append("\(folder.dropLast("/bin".count))/libexec/subdial/\(name)")
        }
        return candidates.first { access($0, X_OK) == 0 }
    }

    static var missing: String {
        "\(name) is not beside \(OwnProgram.folder ?? "this program"), nor in libexec/subdial of its prefix: install it there"
    }

    /// Replaces this process with the engine's executable, with the same arguments; returns only if that fails.
    static func replaceProcess() -> Int32 {
        guard let path else {
            Message.print(missing)
            return ExitCode.unavailable
        }
        let arguments = CommandLine.unsafeArgv
        arguments[0] = strdup("subdial")
        execv(path, arguments)
        Message.print("\(path): cannot be run (\(SystemError.last))")
        return ExitCode.unavailable
    }
}

/// The executable of this front, and its replacement by a newer release.
enum OwnProgram {
    /// The path of this executable with all links resolved, correct even while a newer release replaces it.
    static var path: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(link, &buffer, buffer.count)
        guard length > 0 else { return nil }
        let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The kernel's mark of a file that is no longer there.
        return path.hasSuffix(removed) ? String(path.dropLast(removed.count)) : path
    }

    /// The folder of ``path``.
    static var folder: String? {
        guard let path, let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }

    /// Replaces this process with the executable that was installed over its own, with the same arguments.
    ///
    /// Returns if there is none, or if it cannot be run. A front of an older release does not find the engine of a newer one:
    /// the socket of each release has a name of its own.
    static func yieldToSuccessor() {
        var own = stat()
        var successor = stat()
        guard let path, stat(link, &own) == 0, stat(path, &successor) == 0, access(path, X_OK) == 0 else { return }
        guard own.st_dev != successor.st_dev || own.st_ino != successor.st_ino else { return }
        execv(path, CommandLine.unsafeArgv)
    }

    private static let link = "/proc/self/exe"
    private static let removed = " (deleted)"
}
