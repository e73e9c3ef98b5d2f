/// The reason why the search for bridges failed.
package enum DiscoveryError: Error, Hashable, Sendable {
    /// The library of Avahi cannot be loaded, with the message of the loader.
    case noLibrary(reason: String)
    /// There is no D-Bus system bus, which is needed to reach the Avahi daemon.
    case noBus
    /// The Avahi daemon is not running.
    case noDaemon
    /// The Avahi daemon is running but did not respond in time.
    case silentDaemon
    /// The Avahi daemon ended meanwhile.
    case lostDaemon
    /// The Avahi daemon or its library reports an error.
    case refused(String)
    /// The system cannot create another thread.
    case noThread
    case cancelled
}

extension DiscoveryError: CustomStringConvertible {
    /// The problem and its remedy, on one line without a full stop.
    package var description: String {
        let instead = "or give the bridge's address yourself, with --bridge URL"
        let start = "install the package avahi-daemon and run 'systemctl start avahi-daemon', \(instead)"
        return switch self {
        case .noLibrary(let reason): "libavahi-client cannot be loaded (\(reason)): apt install libavahi-client3, \(instead)"
        case .noBus: "the Avahi daemon, which looks for bridges, cannot be reached: there is no D-Bus system bus; start dbus, then \(start)"
        case .noDaemon: "the Avahi daemon (avahi-daemon), which looks for bridges, does not run; \(start)"
        case .silentDaemon:
            "the Avahi daemon (avahi-daemon), which looks for bridges, does not answer; run 'systemctl restart avahi-daemon', \(instead)"
        case .lostDaemon: "the Avahi daemon (avahi-daemon) ended while it looked for bridges; try again, \(instead)"
        case .refused(let reason): "the Avahi daemon (avahi-daemon) does not look for bridges: \(reason); see its log, \(instead)"
        case .noThread: "no thread is left to look for bridges; raise the limit with 'ulimit -u', \(instead)"
        case .cancelled: "cancelled"
        }
    }
}
