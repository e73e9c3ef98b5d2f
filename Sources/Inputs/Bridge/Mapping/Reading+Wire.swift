import FoundationEssentials
import SubdialBasics
import SubdialHTTP
import SubdialPlayback

/// The context of a response: the times of request and response, and known properties of the bridge.
struct AnswerContext: Sendable {
    var zone: ZoneID
    var asked: SteadyDate
    var received: SteadyDate
    /// The status of the bridge; nil if it is unknown.
    var status: BridgeStatus?
    /// True if the zone has told a level above its minimum before.
    var hasToldLevel = false

    var abilities: ZoneAbilities { ZoneAbilities(zone: zone, status: status) }
    /// True if the bridge itself has lost the source of the zone.
    var isAway: Bool { status?.isAway(zone.sourceWord) == true }
}

extension Reading {
    /// Creates a reading from a response.
    init(_ wire: WireNowPlaying, in context: AnswerContext) {
        let zone = NowPlayingMapping(wire: wire, context: context)
        self.init(zone: context.zone, stamp: Stamp(context.asked, .poll), received: context.received)
        connection = context.isAway ? .stale : .live
        if context.isAway { problem = "\(BridgeSources.name(of: context.zone.sourceWord)) is away from the bridge" }
        name = zone.entry?.name
        source = zone.entry?.source ?? context.zone.sourcePrefix
        status = zone.status
        (volumeScale, volumeValue, isMuted) = zone.volume
        volumeUnmutes = context.abilities.volumeUnmutes || zone.entry?.source == "lms"
        unavailable = context.abilities.tellsControls ? wire.allowed.refused(whilePlaying: wire.isPlaying) : []
        // Between two tracks, the first line is a placeholder: the previous track stays until the next title.
        guard !(zone.status == .loading && zone.hasPlaceholder) else { return }
        track = zone.track
        position = zone.position
        artwork = zone.artwork
    }
}

/// The rules that convert a response about one zone to a reading.
struct NowPlayingMapping {
    private let wire: WireNowPlaying
    private let context: AnswerContext
    fileprivate let entry: WireZone?

    init(wire: WireNowPlaying, context: AnswerContext) {
        self.wire = wire
        self.context = context
        entry = wire.entry(for: context.zone)
    }

    private var dialect: BridgeDialect? { context.status?.dialect ?? wire.dialect }

    // Status

    /// The status; nil if the response does not contain it.
    ///
    /// `is_playing` has priority if it is true. Otherwise the state in the list of zones is used, then the presence of a track.
    var status: PlaybackStatus? {
        if wire.isPlaying == true { return .playing }
        let word = stateWord
        guard wire.isPlaying == false else { return word.map { PlaybackStatus(word: $0) } }
        let guess: PlaybackStatus = title == nil ? .stopped : .paused
        switch word.map({ PlaybackStatus(word: $0) }) {
        case nil, .playing: return guess
        case let status?: return status
        }
    }

    /// The state in the list of zones.
    ///
    /// For LMS zones, the older bridge updates it only when a player connects or disconnects, so that it is not used there.
    private var stateWord: String? {
        dialect == .node && context.zone.sourcePrefix == "lms" && wire.isPlaying != nil ? nil : entry?.state
    }

    // Track

    private var artist: String { (wire.lines[1].value ?? "").trimmed() }
    private var album: String { (wire.lines[2].value ?? "").trimmed() }

    /// True if the first line is a text of the bridge itself, or empty, because no track is loaded.
    fileprivate var hasPlaceholder: Bool {
        guard case .value(let line) = wire.lines[0] else { return !wire.lines[0].isSilent }
        guard artist.isEmpty, album.isEmpty else { return false }
        let line1 = line.trimmed()
        if line1.isEmpty || ["Idle", "No track", "Unknown zone"].contains(line1) { return true }
        // Without a message of the player, the first line is the zone's name. UPnP players never send one.
        let hasNoPlayer = wire.isPlaying != true || context.zone.sourcePrefix == "upnp"
        return dialect != .rust && hasNoPlayer && line1 == entry?.name
    }

    /// The title; nil for a placeholder or a missing title.
    private var title: String? {
        hasPlaceholder ? nil : wire.lines[0].value.map { $0.trimmed() }
    }

    /// The track; `.some(nil)` if none is loaded, nil if the response does not contain it.
    fileprivate var track: Track?? {
        if hasPlaceholder { return .some(nil) }
        guard let title else { return nil }
        return .some(Track(title: title, artist: artist, album: album, length: length))
    }

    /// The length in seconds; nil for the 0 of a stream.
    ///
    /// Some bridges repeat the length of the first track. A position beyond the length shows that it is wrong.
    private var length: Double? {
        guard let length = wire.length.value, length > 0 else { return nil }
        if let seconds = wire.seekPosition.value, seconds > length { return nil }
        return length
    }

    /// The position.
    ///
    /// It was valid at some time between request and response; the middle limits the error to half of the round trip.
    fileprivate var position: PlaybackPosition?? {
        if hasPlaceholder { return .some(nil) }
        switch wire.seekPosition {
        case .value(let seconds) where seconds >= 0:
            let middle = context.asked + max(0, context.received - context.asked) / 2
            return .some(PlaybackPosition(seconds: seconds, time: middle))
        default:
            return .some(nil)
        }
    }

    fileprivate var artwork: Artwork?? {
        if hasPlaceholder { return .some(nil) }
        guard let key = wire.imageKey.value, !key.isEmpty else { return .some(nil) }
        return .some(Artwork(key: key))
    }

    // Volume

    /// The scale and the value of the volume, and whether it is muted.
    ///
    /// The scale is `.some(nil)` for a fixed volume, and nil if the response contains no usable one.
    fileprivate var volume: (scale: VolumeScale??, value: Double?, isMuted: Bool?) {
        let isMuted = entry?.volume?.isMuted
        switch wire.volumeType {
        case .value("fixed"): return (.some(nil), nil, isMuted)
        case .value("incremental"): return (.some(.incremental), nil, isMuted)
        default: break
        }
        switch wire.volume {
        case .silent:
            return (nil, nil, isMuted)
        case .null:
            if context.abilities.movesUntoldVolume { return (.some(.incremental), nil, isMuted) }
            // If there is a volume type, a missing value does not mean a fixed volume.
            let isKnown = wire.volumeType.value == nil && context.zone.sourcePrefix != "upnp"
            return isKnown ? (.some(nil), nil, isMuted) : (nil, nil, isMuted)
        case .value(let value):
            let control = entry?.volume
            guard let minimum = wire.volumeMinimum ?? control?.minimum, let maximum = wire.volumeMaximum ?? control?.maximum else {
                return (nil, nil, isMuted)
            }
            guard minimum < maximum else { return (.some(nil), nil, isMuted) }
            // The type is `db` only for ranges that end at 0 or below; the list of zones is more reliable.
            let isDecibels = wire.volumeType.value == "db" || control?.isDecibels == true
            let scale = VolumeScale(
                minimum: minimum, maximum: maximum, step: wire.volumeStep ?? control?.step, isDecibels: isDecibels, of: context.zone)
            if isUntold(value, on: scale) { return (.some(.incremental), nil, isMuted) }
            let source = entry?.source ?? context.zone.sourceWord
            let volume = Volume(reported: value, scale: scale, isMuted: isMuted ?? false, from: source)
            return (.some(scale), volume.value, volume.isMuted ? true : isMuted)
        }
    }

    private func isUntold(_ value: Double, on scale: VolumeScale) -> Bool {
        dialect == .rust && !context.hasToldLevel && Volume(value: value, scale: scale).mayBeUntold(of: context.zone)
    }
}
