import SubdialPlayback

/// The controls that a zone supports through a bridge.
///
/// They depend on the dialect, the version and the source of the zone.
struct ZoneAbilities: Equatable, Sendable {
    /// The source of the zone: `roon`, `lms`, `openhome`, `upnp`, `hqplayer` or another name.
    private let source: String
    let dialect: BridgeDialect?
    private let version: BridgeVersion?

    /// Creates the abilities of a zone.
    ///
    /// - Parameter status: The status of the bridge; nil if it is unknown, for the abilities of most bridges.
    init(zone: ZoneID, status: BridgeStatus?) {
        // Ids without a prefix are an older form of Roon's ids.
        source = zone.sourcePrefix ?? "roon"
        dialect = status?.dialect
        version = status?.versionNumber
    }

    private var controlsAll: Bool { version.map { $0 >= .controlsAll } ?? false }

    /// True for a bridge that moves an unreported volume by relative steps.
    var movesBySteps: Bool { dialect == .node }

    /// True if the only playback control is a toggle.
    var onlyToggles: Bool { dialect == .node && source == "roon" }

    /// True if "pause" resumes a paused zone.
    var pauseToggles: Bool { source == "lms" }

    /// True if "play_pause" may only pause, so that an explicit command is safer.
    var avoidsToggle: Bool { source == "openhome" || source == "upnp" }

    /// True if "play" and "pause" are reliable.
    var knowsPlayAndPause: Bool { dialect == .rust && !pauseToggles }

    /// Returns the reason why the zone does not support `control`; nil if it does.
    func refusal(of control: PlaybackControl) -> String? {
        if source == "hqplayer", !controlsAll, version != nil {
            return "this bridge cannot control HQPlayer zones; bridges from version \(BridgeVersion.controlsAll) can"
        }
        switch control {
        case .play, .pause, .playPause:
            return nil
        case .stop:
            return onlyToggles ? "this bridge cannot stop Roon zones, only pause them" : nil
        case .next, .previous:
            return source == "upnp" && !controlsAll ? "this bridge cannot skip in UPnP zones" : nil
        case .volume:
            let isSilent = (source == "openhome" || source == "upnp") && dialect != .node && !controlsAll
            return isSilent ? "this bridge cannot set the volume of \(sourceName) zones" : nil
        case .mute:
            return source == "hqplayer" && controlsAll ? nil : "this bridge cannot mute \(sourceName) zones"
        case .loop: return "a bridge cannot repeat tracks"
        case .shuffle: return "a bridge cannot change the order of tracks"
        case .open: return "a bridge cannot be told what to open"
        case .seek:
            return source == "hqplayer" && controlsAll ? nil : "this bridge cannot seek in \(sourceName) zones"
        }
    }

    private var sourceName: String {
        switch source {
        case "roon": "Roon"
        case "lms": "LMS"
        case "openhome": "OpenHome"
        case "upnp": "UPnP"
        case "hqplayer": "HQPlayer"
        default: source
        }
    }

    /// True if the zone accepts only whole numbers as volume and truncates others.
    var truncatesVolume: Bool { !["roon", "lms", "openhome", "upnp", "hqplayer"].contains(source) }
}
