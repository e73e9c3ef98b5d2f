import Playback

/// What a zone of one kind can be asked for over one bridge.
///
/// It follows from the dialect, the version and what serves the zone.
struct ZoneAbilities: Equatable, Sendable {
    /// What serves the zone: `roon`, `lms`, `openhome`, `upnp`, `hqplayer` or another word.
    let source: String
    let dialect: BridgeDialect?
    let version: BridgeVersion?

    /// - Parameter status: nil where the bridge could not be asked; then what most bridges can do is assumed.
    init(zone: ZoneID, status: BridgeStatus?) {
        // Ids without a prefix are an older spelling of Roon's.
        source = zone.sourcePrefix ?? "roon"
        dialect = status?.dialect
        version = status?.versionNumber
    }

    private var controlsAll: Bool { version.map { $0 >= .controlsAll } ?? false }

    /// True for a bridge that moves an untold volume by relative steps.
    var movesBySteps: Bool { dialect == .node }

    /// Whether there is nothing but a toggle.
    var onlyToggles: Bool { dialect == .node && source == "roon" }

    /// Whether "pause" lets a paused zone play again.
    var pauseToggles: Bool { source == "lms" }

    /// Whether "play_pause" may do no more than pause, so that it is better to say which of the two is meant.
    var avoidsToggle: Bool { source == "openhome" || source == "upnp" }

    /// Whether "play" and "pause" are certain to do what they say.
    var knowsPlayAndPause: Bool { dialect == .rust && !pauseToggles }

    /// Why the zone cannot be asked for `control`; nil where it can.
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

    /// Whether the zone takes the volume as a whole number only, and cuts the rest off.
    var truncatesVolume: Bool { !["roon", "lms", "openhome", "upnp", "hqplayer"].contains(source) }
}
