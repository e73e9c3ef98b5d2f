@preconcurrency import Glibc
import SubdialEngineWire

/// The state that a front inherits from its parent process, normalized.
enum ProcessSetup {
    /// Opens `/dev/null` in place of closed standard descriptors, so that no socket gets one of their numbers.
    ///
    /// A closed stdout becomes one that cannot be written, so that writes to it fail normally.
    static func fillStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Restores the default handling of the signals that end a front.
    ///
    /// A bar may pass on SIGPIPE ignored or not, and blocked signals that it waits for. SIGINT and SIGHUP stay ignored if they are: `nohup`
    /// and background jobs of a shell depend on it.
    static func settleSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGTERM, SIG_DFL)
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
    }

    /// Resets all signals of a new process to the system's defaults.
    static func resetSignals() {
        for number in 1...64 {
            signal(Int32(number), SIG_DFL)
        }
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
    }

    /// The value of an environment variable.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The environment variables on which an answer may depend.
    fileprivate static var environment: [EnvironmentVariable] {
        var result: [EnvironmentVariable] = []
        var next = environ
        while let assignment = next.pointee {
            if let variable = EnvironmentVariable(String(cString: assignment)), variable.counts { result.append(variable) }
            next += 1
        }
        return result
    }

    /// The arguments without the command's own name.
    static var arguments: [String] {
        var result = CommandLine.arguments
        if !result.isEmpty { result.removeFirst() }
        return result
    }

    fileprivate static var workingFolder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}

extension FrontRequest {
    /// The request for the command line of this process.
    static var ofThisProcess: FrontRequest {
        FrontRequest(
            arguments: ProcessSetup.arguments,
            workingFolder: ProcessSetup.workingFolder,
            environment: ProcessSetup.environment,
            inputIsTerminal: isatty(STDIN_FILENO) == 1,
            outputIsTerminal: isatty(STDOUT_FILENO) == 1
        )
    }
}
