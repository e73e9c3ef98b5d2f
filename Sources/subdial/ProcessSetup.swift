import EngineWire
@preconcurrency import Glibc

/// What a front takes over from whoever started it, and puts right.
enum ProcessSetup {
    /// Opens `/dev/null` for what of stdin, stdout and stderr is closed, so that no socket is taken for one of them.
    ///
    /// A closed stdout becomes one that cannot be written: that nobody reads is then told as any failure to write.
    static func fillStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Makes the signals that end a front end it, however it was started.
    ///
    /// A bar may hand down SIGPIPE ignored or not, and signals that it waits for blocked. SIGINT and SIGHUP stay ignored where they are:
    /// that is how `nohup` and a shell's background jobs ask for it.
    static func settleSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGTERM, SIG_DFL)
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
    }

    /// Gives a new process the signals as the system has them at first.
    static func resetSignals() {
        for number in 1...64 {
            signal(Int32(number), SIG_DFL)
        }
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
    }

    /// A variable of the environment.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The variables that count for an answer.
    static var environment: [EnvironmentVariable] {
        var result: [EnvironmentVariable] = []
        var next = environ
        while let assignment = next.pointee {
            if let variable = EnvironmentVariable(String(cString: assignment)), variable.counts { result.append(variable) }
            next += 1
        }
        return result
    }

    /// What comes after the command's own name.
    static var arguments: [String] {
        var result = CommandLine.arguments
        if !result.isEmpty { result.removeFirst() }
        return result
    }

    static var workingFolder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}

extension FrontRequest {
    /// The request that this process was started with.
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
