import Glibc

/// How many files and sockets a process may have open (`RLIMIT_NOFILE`).
public enum DescriptorLimit {
    /// The fewest that an engine runs with: what it needs itself, and a few fronts.
    public static let least = 32
    /// The most that an engine asks for: no more would ever be used, and some systems allow a billion.
    public static let most = 65_536

    /// How many this process may have open now.
    public static var now: Int { read().current }

    /// How many this process, and what it starts, may allow itself.
    public static var highest: Int { read().highest }

    /// Allows this process as many as it may allow itself, at most ``most``.
    public static func raise() {
        let (current, highest) = read()
        let wanted = min(highest, most)
        guard current < wanted else { return }
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = rlim_t(wanted)
        setrlimit(resource, &limit)
    }

    /// What is wrong, and what to do, where an engine may not open enough.
    public static var tooLow: String {
        "an engine needs \(least) open files at least, and the limit is \(highest); raise it with 'ulimit -n' or LimitNOFILE="
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    private static func read() -> (current: Int, highest: Int) {
        var limit = rlimit()
        // A system that does not tell is taken for one without a limit.
        guard getrlimit(resource, &limit) == 0 else { return (most, most) }
        return (Int(clamping: limit.rlim_cur), Int(clamping: limit.rlim_max))
    }
}
