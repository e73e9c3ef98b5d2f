import Glibc

/// The limit of open files and sockets of a process (`RLIMIT_NOFILE`).
package enum DescriptorLimit {
    /// The minimum for an engine: its own descriptors, and a few fronts.
    package static let least = 32
    /// The maximum that an engine requests: more would not be used, and some systems permit a billion.
    package static let most = 65_536

    /// The current (soft) limit of this process.
    package static var now: Int { read().current }

    /// The maximum (hard) limit of this process and its children.
    package static var highest: Int { read().highest }

    /// Raises the soft limit to the hard limit, at most to ``most``.
    package static func raise() {
        let (current, highest) = read()
        let wanted = min(highest, most)
        guard current < wanted else { return }
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = rlim_t(wanted)
        setrlimit(resource, &limit)
    }

    /// The message for a hard limit that is too low for an engine.
    package static var tooLow: String {
        "an engine needs \(least) open files at least, and the limit is \(highest); raise it with 'ulimit -n' or LimitNOFILE="
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    private static func read() -> (current: Int, highest: Int) {
        var limit = rlimit()
        // If the limit cannot be read, the system is treated as one without a limit.
        guard getrlimit(resource, &limit) == 0 else { return (most, most) }
        return (Int(clamping: limit.rlim_cur), Int(clamping: limit.rlim_max))
    }
}
