import Glibc
import SubdialEngineWire
import SubdialSystem

/// An engine that this front has started.
struct EngineProcess {
    private let id: pid_t
    /// The path of the engine's log; nil if its messages are discarded.
    let log: String?

    /// True while the process exists.
    var isAlive: Bool {
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
