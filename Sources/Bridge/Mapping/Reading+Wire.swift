import FoundationEssentials
import HTTP
import Playback

/// When a reading was asked for and answered, and what is known of who answered.
struct AnswerContext: Sendable {
    var zone: ZoneID
    var asked: Date
    var received: Date
    /// nil where it is not known.
    var dialect: BridgeDialect?
    /// Whether the bridge itself has lost what it speaks for.
    var isStale = false
}

extension Reading {
    /// What `wire` says.
    init(_ wire: WireNowPlaying, in context: AnswerContext) {
        let zone = NowPlayingMapping(wire: wire, context: context)
        self.init(zone: context.zone, stamp: Stamp(context.asked, .poll), received: context.received)
        connection = context.isStale ? .stale : .live
        name = zone.entry?.name
        source = zone.entry?.source ?? context.zone.sourcePrefix
        status = zone.status
        (volumeScale, volumeValue) = zone.volume
        isMuted = zone.entry?.volume?.isMuted
        // Between two tracks a placeholder stands where the next title will: what was shown before stays until then.
        guard !(zone.status == .loading && zone.hasPlaceholder) else { return }
        track = zone.track
        position = zone.position
        artwork = zone.artwork
    }
}

/// The rules by which an answer about one zone becomes a reading.
struct NowPlayingMapping {
    let wire: WireNowPlaying
    let context: AnswerContext
    let entry: WireZone?

    init(wire: WireNowPlaying, context: AnswerContext) {
        self.wire = wire
        self.context = context
        entry = wire.entry(for: context.zone)
    }

    private var dialect: BridgeDialect? { context.dialect ?? wire.dialect }

    // Status

    /// What the zone does; nil where nothing was said about it.
    ///
    /// `is_playing` decides where it says yes, then the word in the list of zones, then whether there is a track.
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
    /// For LMS zones the older bridge refreshes it only when a player comes or goes.
    private var stateWord: String? {
        dialect == .node && context.zone.sourcePrefix == "lms" && wire.isPlaying != nil ? nil : entry?.state
    }

    // Track

    private var artist: String { Characters.trimmed(wire.lines[1].value ?? "") }
    private var album: String { Characters.trimmed(wire.lines[2].value ?? "") }

    /// Whether the first line is a text of the bridge's own, or empty, because no track is loaded.
    var hasPlaceholder: Bool {
        guard case .value(let line) = wire.lines[0] else { return !wire.lines[0].isSilent }
        guard artist.isEmpty, album.isEmpty else { return false }
        let line1 = Characters.trimmed(line)
        if line1.isEmpty || ["Idle", "No track", "Unknown zone"].contains(line1) { return true }
        // Without a player's word the zone's name stands there: of UPnP zones there never is one.
        let hasNoPlayer = wire.isPlaying != true || context.zone.sourcePrefix == "upnp"
        return dialect != .rust && hasNoPlayer && line1 == entry?.name
    }

    /// The title; nil for a placeholder, and for none.
    private var title: String? {
        hasPlaceholder ? nil : wire.lines[0].value.map { Characters.trimmed($0) }
    }

    /// The track; `.some(nil)` where none is loaded, nil where nothing was said about it.
    var track: Track?? {
        if hasPlaceholder { return .some(nil) }
        guard let title else { return nil }
        return .some(Track(title: title, artist: artist, album: album, length: length))
    }

    /// Seconds; nil for a stream's 0.
    ///
    /// On some bridges it stays that of the first track: a position behind its end shows it.
    private var length: Double? {
        guard let length = wire.length.value, length > 0 else { return nil }
        if let seconds = wire.seekPosition.value, seconds > length { return nil }
        return length
    }

    /// The position was true somewhere between the question and the answer; the middle is off by half of the way at most.
    var position: PlaybackPosition?? {
        if hasPlaceholder { return .some(nil) }
        switch wire.seekPosition {
        case .value(let seconds) where seconds >= 0:
            let middle = context.asked.addingTimeInterval(max(0, context.received.timeIntervalSince(context.asked)) / 2)
            return .some(PlaybackPosition(seconds: seconds, date: middle))
        default:
            return .some(nil)
        }
    }

    var artwork: Artwork?? {
        if hasPlaceholder { return .some(nil) }
        guard let key = wire.imageKey.value, !key.isEmpty else { return .some(nil) }
        return .some(Artwork(key: key))
    }

    // Volume

    /// Scale and value.
    ///
    /// The scale is `.some(nil)` for a fixed volume, nil where nothing usable was said.
    var volume: (scale: VolumeScale??, value: Double?) {
        switch wire.volumeType {
        case .value("fixed"):
            return (.some(nil), nil)
        case .value("incremental"):
            return (.some(VolumeScale(minimum: 0, maximum: 0, step: 1, unit: .incremental)), nil)
        default:
            break
        }
        switch wire.volume {
        case .silent:
            return (nil, nil)
        case .null:
            // A number that is missing now is no volume that is fixed.
            let isKnown = wire.volumeType.value == nil && context.zone.sourcePrefix != "upnp"
            return isKnown ? (.some(nil), nil) : (nil, nil)
        case .value(let value):
            let control = entry?.volume
            guard let minimum = wire.volumeMinimum ?? control?.minimum, let maximum = wire.volumeMaximum ?? control?.maximum else {
                return (nil, nil)
            }
            guard minimum < maximum else { return (.some(nil), nil) }
            // The type says decibels only for ranges that end at 0 or below; the list of zones knows better.
            let isDecibels = wire.volumeType.value == "db" || control?.isDecibels == true
            let scale = VolumeScale(minimum: minimum, maximum: maximum, step: wire.volumeStep ?? control?.step, isDecibels: isDecibels)
            return (.some(scale), value)
        }
    }
}
