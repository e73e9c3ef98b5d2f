import Glibc
import SubdialCGlibc
import SubdialEngineWire
import SubdialSystem
import Synchronization

/// Writes a last line to stderr when a signal such as a trap ends the process.
///
/// The line contains the version, the process id, the signal, the time, the address of the innermost function in the executable (for
/// `addr2line`) with its name if the names are installed, and the requests that the engine was serving. The Swift runtime's own crash report,
/// if enabled, follows it.
package enum CrashNote {
    /// The signals of a crash.
    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]
    private static let names = ["SIGILL", "SIGTRAP", "SIGSEGV", "SIGBUS", "SIGABRT", "SIGFPE"]

    /// The maximum number of requests in the line.
    private static let mostRequests = 8

    private static let page = CrashPage(signals: signals, names: names)
    /// The stack of the handlers of the thread that installs them, which is the main one.
    private static nonisolated(unsafe) let mainStack = SignalStack()
    /// True if a thread has begun to write the line.
    private static let isWriting = Atomic(false)

    /// Installs the signal handlers.
    package static func install() {
        // Lazy values are initialized now, because a signal handler must not allocate memory.
        _ = isWriting.load(ordering: .relaxed)
        subdial_crash_prepare()
        _ = mainStack
        page.prepare(title: "subdial-engine \(SubdialVersion.current) (process \(getpid())) ended by ")
        page.compose(signal: SIGILL, at: 0, code: 1)
        setRequests(serving: [])
        for number in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = { CrashNote.end($0, $1, $2) }
            // Every thread of the engine has a stack for it, so that overflows are reported too.
            action.sa_flags = SA_ONSTACK | SA_SIGINFO
            var before = sigaction()
            guard sigaction(number, &action, &before) == 0 else { continue }
            page.store(before, of: number)
        }
    }

    /// Stores the requests that the engine is serving.
    static func setRequests(serving requests: [[String]]) {
        let shown = requests.prefix(mostRequests).map { $0.joined(separator: " ") }.joined(separator: "; ")
        let more = requests.count > mostRequests ? ", and \(requests.count - mostRequests) more" : ""
        page.setRequests(serving: requests.isEmpty ? "nobody" : shown + more)
    }

    /// Makes the handler also write the byte ``mark`` to a file, which shows that its process has crashed.
    ///
    /// - Returns: The slot for ``unwatch(_:)``; nil if too many files are watched.
    static func watch(_ descriptor: Int32) -> Int? { page.watch(descriptor) }

    /// Stops watching a file.
    static func unwatch(_ slot: Int) { page.unwatch(slot) }

    /// The last byte of a watched file after a crash.
    static let mark = UInt8(ascii: "!")

    /// A signal handler must not allocate memory or take a lock: the process may have crashed while it held one.
    private static func end(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?) {
        if isWriting.exchange(true, ordering: .sequentiallyConsistent) {
            // Another thread writes the line and ends the process.
            Glibc.sleep(1)
        } else {
            page.mark()
            let length = page.compose(signal: number, at: time(nil), code: address(info))
            page.write(length)
            // For a signal that another process sent, the runtime's handler would return, and this process would continue.
            page.pass(number, info, context)
        }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// The address of the function that had the fault, or that ended the process; 0 if another process has sent the signal.
    private static func address(_ info: UnsafeMutablePointer<siginfo_t>?) -> UInt {
        guard let info, info.pointee.si_code > 0 || info.pointee._sifields._kill.si_pid == getpid() else { return 0 }
        return subdial_crash_address()
    }
}
