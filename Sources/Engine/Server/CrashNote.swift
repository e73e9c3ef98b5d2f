import EngineWire
import Glibc
import Synchronization

/// A last line on stderr of a process that a signal such as a trap's ends, which would else end without a word.
///
/// The line has the version, the process, the signal, the time, where in the executable's code a trap stands (what `addr2line` takes), and
/// what the engine was doing for whom. What the Swift runtime has to say of the crash, where it has been asked to, comes after it.
public enum CrashNote {
    /// The signals of a process that is broken.
    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]
    private static let names = ["SIGILL", "SIGTRAP", "SIGSEGV", "SIGBUS", "SIGABRT", "SIGFPE"]

    /// How many requests the line tells of.
    private static let mostRequests = 8

    private static let page = CrashPage(signals: signals, names: names)
    /// Whether a thread has begun to write the line.
    private static let isWriting = Atomic(false)

    /// From now on writes the line before one of the signals ends the process.
    public static func install() {
        // All that is made when it is first used is made now: within the handler no memory may be taken.
        _ = isWriting.load(ordering: .relaxed)
        page.prepare(title: "subdial-engine \(SubdialVersion.current) (process \(getpid())) ended by ")
        page.compose(signal: SIGILL, at: 0, code: 1)
        note(serving: [])
        for number in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = { CrashNote.end($0, $1, $2) }
            // Where the runtime has given a thread a stack for signals, an overflow of the usual one is told as well.
            action.sa_flags = SA_ONSTACK | SA_SIGINFO
            var before = sigaction()
            guard sigaction(number, &action, &before) == 0 else { continue }
            page.keep(before, of: number)
        }
    }

    /// Notes what the engine does for whom.
    static func note(serving requests: [[String]]) {
        let shown = requests.prefix(mostRequests).map { $0.joined(separator: " ") }.joined(separator: "; ")
        let more = requests.count > mostRequests ? ", and \(requests.count - mostRequests) more" : ""
        page.put(serving: requests.isEmpty ? "nobody" : shown + more)
    }

    /// Has the handler write a byte to a file as well, ``mark``, which tells whoever finds the file that its process has crashed.
    ///
    /// - Returns: What to call ``unwatch(_:)`` with; nil where too many are watched already.
    static func watch(_ descriptor: Int32) -> Int? { page.watch(descriptor) }

    /// Leaves a file alone from now on.
    static func unwatch(_ slot: Int) { page.unwatch(slot) }

    /// The byte that a watched file ends with after a crash.
    static let mark = UInt8(ascii: "!")

    /// Nothing here may take memory or a lock: the process may have crashed while it held one.
    private static func end(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?) {
        if isWriting.exchange(true, ordering: .sequentiallyConsistent) {
            // Another thread writes, and ends the process.
            Glibc.sleep(1)
        } else {
            page.mark()
            let length = page.compose(signal: number, at: time(nil), code: address(info))
            page.write(length)
            // The runtime's handler would return to where a signal that somebody has sent came upon the process, which would go on.
            page.pass(number, info, context)
        }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Where the processor stands, for a trap that is its own; 0 where that is not known, or somebody else has sent the signal.
    private static func address(_ info: UnsafeMutablePointer<siginfo_t>?) -> UInt {
        guard let info, info.pointee.si_code > 0, info.pointee.si_signo == SIGILL || info.pointee.si_signo == SIGTRAP else { return 0 }
        return UInt(bitPattern: info.pointee._sifields._sigfault.si_addr)
    }
}
