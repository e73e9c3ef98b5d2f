import SubdialPlayback

/// The controls that a zone supports through a bridge.
///
/// They depend on the dialect, the version and the source of the zone.
struct ZoneAbilities: Equatable, Sendable {
    /// The source of the zone: `roon`, `lms`, `openhome`, `upnp`, `hqplayer` or another name.
    private let source: String
    private let dialect: BridgeDialect?
    private let version: BridgeVersion?
    /// The controls that the zone does not permit now.
    private let unavailable: Set<UnavailableControl>

    /// Creates the abilities of a zone.
    ///
    /// - Parameters:
    ///   - status: The status of the bridge; nil if it is unknown, for the abilities of most bridges.
    ///   - unavailable: The controls that the zone does not permit now.
    init(zone: ZoneID, status: BridgeStatus?, unavailable: Set<UnavailableControl> = []) {
        source = zone.sourceWord
        dialect = status?.dialect
        version = status?.versionNumber
        self.unavailable = unavailable
    }

    private var controlsAll: Bool { version.map { $0 >= .controlsAll } ?? false }

    /// True if the permitted controls that the bridge reports are those of now.
    var tellsControls: Bool { source != "roon" || version.map { $0 >= .tellsControls } ?? true }

    /// Returns an action that moves a volume by `count` of the zone's own steps, −25 to 25; nil for 0, for a count out of range, and if the bridge
    /// has no such action.
    func steps(_ count: Double) -> BridgeAction? { dialect.flatMap { BridgeAction.steps(count, dialect: $0) } }

    /// True for a zone whose volume without a level can be moved by steps from its real one.
    var movesUntoldVolume: Bool { dialect == .node && source == "upnp" }

    /// True if the only playback control is a toggle.
    var onlyToggles: Bool { dialect == .node && source == "roon" }

    /// True if "pause" resumes a paused zone.
    var pauseToggles: Bool { source == "lms" && dialect != .node }

    /// True if the zone is unmuted by setting its volume, and by nothing else.
    var volumeUnmutes: Bool { source == "lms" }

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
            if source == "upnp", !controlsAll { return "this bridge cannot skip in UPnP zones" }
            let isNext = control == .next
            guard unavailable.contains(isNext ? .next : .previous) else { return nil }
            return "the bridge says that there is no \(isNext ? "next" : "previous") track now"
        case .volume:
            let isSilent = (source == "openhome" || source == "upnp") && dialect != .node && !controlsAll
            return isSilent ? "this bridge cannot set the volume of \(sourceName) zones" : nil
        case .mute(let wanted):
            if source == "hqplayer", controlsAll { return nil }
            return volumeUnmutes && wanted != true ? nil : cannotMute
        case .loop, .nextLoop: return "a bridge cannot repeat tracks"
        case .consume, .single: return "a bridge cannot change how its queue is played"
        case .shuffle: return "a bridge cannot change the order of tracks"
        case .open: return "a bridge cannot be told what to open"
        case .seek:
            return source == "hqplayer" && controlsAll ? nil : "this bridge cannot seek in \(sourceName) zones"
        }
    }

    /// The reason why the zone cannot be muted.
    var cannotMute: String { "this bridge cannot mute \(sourceName) zones" }

    private var sourceName: String { BridgeSources.name(of: source) }
}

/// The sources of zones that bridges have had from the beginning.
enum BridgeSources {
    private static let names = ["roon": "Roon", "lms": "LMS", "openhome": "OpenHome", "upnp": "UPnP", "hqplayer": "HQPlayer"]

    /// True for a source that is none of a later version's.
    static func isKnown(_ source: String) -> Bool { names[source] != nil }

    /// The display name of a source.
    static func name(of source: String) -> String { names[source] ?? source }
}
