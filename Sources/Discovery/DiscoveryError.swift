/// Why bridges could not be looked for.
public enum DiscoveryError: Error, Hashable, Sendable {
    /// There is no D-Bus system bus, by which the Avahi daemon is asked.
    case noBus
    /// The Avahi daemon does not run.
    case noDaemon
    /// The Avahi daemon runs, but did not answer in time.
    case silentDaemon
    /// The Avahi daemon ended meanwhile.
    case lostDaemon
    /// The Avahi daemon, or its library, does not do what it was asked.
    case refused(String)
    case cancelled
}

extension DiscoveryError: CustomStringConvertible {
    /// What is wrong and what to do about it, on one line without a full stop.
    public var description: String {
        let instead = "or give the bridge's address yourself, with --bridge URL"
        let start = "install the package avahi-daemon and run 'systemctl start avahi-daemon', \(instead)"
        return switch self {
        case .noBus: "the Avahi daemon, which looks for bridges, cannot be reached: there is no D-Bus system bus; start dbus, then \(start)"
        case .noDaemon: "the Avahi daemon (avahi-daemon), which looks for bridges, does not run; \(start)"
        case .silentDaemon:
            "the Avahi daemon (avahi-daemon), which looks for bridges, does not answer; run 'systemctl restart avahi-daemon', \(instead)"
        case .lostDaemon: "the Avahi daemon (avahi-daemon) ended while it looked for bridges; try again, \(instead)"
        case .refused(let reason): "the Avahi daemon (avahi-daemon) does not look for bridges: \(reason); see its log, \(instead)"
        case .cancelled: "cancelled"
        }
    }
}
