import FoundationEssentials
import SubdialBasics
import SubdialPlayback

/// The state of a player, as of its last messages.
struct MPRISPlayer: Hashable, Sendable {
    /// The consequences of a change.
    struct Effect: OptionSet {
        let rawValue: Int
        /// The status or the track changed, which may change the active player.
        static let mayCount = Effect(rawValue: 1)
        /// The last known position is no longer valid.
        static let losesPosition = Effect(rawValue: 2)
    }

    /// The bus name without the prefix that all players share.
    let name: String
    /// The unique connection name, which is the sender of the player's signals.
    let owner: String
    /// The player's `Identity` property.
    var identity: String?
    /// The id of the process that owns the name; nil until the bus has told it.
    var process: Int?
    /// A sequence number of the last change of status or track; it increases.
    var changed = 0
    /// The volume of the player's streams at the sound server; nil if there is none.
    var stream: StreamVolume?
    /// True after the player has replied to a query of all properties.
    var isRead = false
    /// True if the last such query failed or timed out.
    var isSilent = false

    /// The cover of the music file that plays, after its version is known; nil if the player sends a cover.
    private var musicCover: MPRISArtwork?

    /// Properties other than metadata, status, volume and position: loop, shuffle, and capabilities.
    private(set) var properties: [String: DBusValue] = [:]
    private(set) var metadata = MPRISMetadata()
    private(set) var status = PlaybackStatus.unknown
    /// True if the player stopped during playback.
    ///
    /// VLC also reports this between two tracks, so that the status is `loading` at first.
    private(set) var isStopping = false
    private(set) var position: PlaybackPosition?
    /// 0 to 1, or more; nil if the player has no volume.
    private(set) var volume: Double?
    /// The volume that unmuting restores; nil while the player is not muted.
    private(set) var mutedVolume: Double?
    /// The last volume above 0.
    private(set) var audibleVolume: Double?
    /// True from a mute until another volume is set: signals about earlier volumes may arrive after the reply.
    private var isMuting = false
    /// True if the texts of the track changed with the same id and address: a song of a stream, or a track of a player without ids.
    private var mayHaveRestarted = false
    /// The number of volume changes that the player has not confirmed.
    ///
    /// While it is above 0, the volume that the player reports may be outdated.
    private var unconfirmedVolumes = 0

    init(name: String, owner: String) {
        self.name = name
        self.owner = owner
    }

    /// The id of the browser's process, for whose page Plasma's browser integration stands.
    private var integratedProcess: Int? { metadata.values["kde:pid"]?.number.flatMap { Int(exactly: $0) } }

    /// True if both stand for the page of one browser: the browser's own player, and Plasma's browser integration.
    private func isSamePage(as other: MPRISPlayer) -> Bool {
        integratedProcess.map { $0 == other.process } ?? false || other.integratedProcess.map { $0 == process } ?? false
    }

    /// True if `other` shows the same page with more, or as much and for the browser.
    func isCovered(by other: MPRISPlayer) -> Bool {
        guard isSamePage(as: other) else { return false }
        let (own, others) = (metadata.richness, other.metadata.richness)
        return others > own || others == own && integratedProcess == nil
    }

    /// The display name.
    var title: String {
        if let identity, !identity.isEmpty { return identity }
        return PlayerName.base(name)
    }

    /// The player's properties for ranking.
    var candidate: PlayerRanking.Candidate { .init(name: name, status: status, hasTrack: metadata.track != nil, changed: changed) }

    private var rate: Double {
        guard let rate = properties["Rate"]?.number, (0...32).contains(rate) else { return 1 }
        return rate
    }

    /// Applies properties that the player reported at `now`.
    mutating func apply(_ news: [String: DBusValue], at now: SteadyDate) -> Effect {
        let (oldStatus, oldRate, oldMetadata) = (status, rate, metadata)
        for (key, value) in news {
            switch key {
            case "Metadata": apply(metadata: value)
            case "PlaybackStatus": apply(status: value.text.map { PlaybackStatus(word: $0) } ?? .unknown)
            case "Volume": apply(volume: value)
            case "Position": break
            default: properties[key] = value.capped(to: MPRISMetadata.maximumText)
            }
        }
        var effect: Effect = []
        let isOther = metadata.isOtherTrack(than: oldMetadata)
        if isOther || metadata.track != oldMetadata.track || status != oldStatus { effect.formUnion([.mayCount, .losesPosition]) }
        if !isOther, metadata.track?.title != oldMetadata.track?.title { mayHaveRestarted = true }
        if rate != oldRate { effect.insert(.losesPosition) }
        if effect.contains(.losesPosition), let last = position {
            // An estimate until the player reports the position again.
            let seconds = isOther || status == .stopped ? 0 : last.seconds(at: now, running: oldStatus == .playing)
            position = PlaybackPosition(seconds: seconds, time: now, rate: rate)
        }
        return effect
    }

    /// The time until the track's end; nil if the player does not play, or reports no position or length.
    ///
    /// It is negative if the computed position has passed the end.
    func end(at now: SteadyDate) -> Duration? {
        guard status == .playing, rate > 0, let position, let length = metadata.track?.length else { return nil }
        return .seconds((length - position.seconds(at: now, running: true)) / rate)
    }

    /// Applies the position that the player reported, in microseconds; nil if it reports none.
    mutating func apply(position microseconds: DBusValue?, at now: SteadyDate) {
        mayHaveRestarted = false
        guard let number = microseconds?.number else {
            position = nil
            return
        }
        position = PlaybackPosition(seconds: max(0, number / 1_000_000), time: now, rate: rate)
    }

    /// Records that the player does not report where it is: another title begins at its start, and else the estimate stays.
    mutating func hasNoPosition(at now: SteadyDate) {
        guard mayHaveRestarted else { return }
        mayHaveRestarted = false
        if position != nil { position = PlaybackPosition(seconds: 0, time: now, rate: rate) }
    }

    private mutating func apply(status news: PlaybackStatus) {
        isStopping = news == .stopped && (status == .playing || isStopping)
        status = isStopping ? .loading : news
    }

    /// Changes the status to stopped, after the player did not start another track in time.
    mutating func hasStopped(at now: SteadyDate) {
        guard isStopping else { return }
        isStopping = false
        status = .stopped
        if position != nil { position = PlaybackPosition(seconds: 0, time: now, rate: rate) }
    }

    private mutating func apply(metadata value: DBusValue) {
        let entries = value.entries ?? [:]
        // Artwork of megabytes comes with every message, and hashing it is slow.
        if entries != metadata.values { metadata = MPRISMetadata(entries) }
    }

    /// The cover of the track: the one that the player sends, or else that of the music file.
    var artwork: MPRISArtwork? { metadata.artwork ?? musicCover }

    /// The music file whose cover is shown, because the player sends none.
    var coverFile: String? { metadata.artwork == nil ? metadata.musicFile : nil }

    /// True if the cover of the music file is needed, and the file's version is not known.
    var lacksMusicCover: Bool { coverFile != nil && musicCover == nil }

    /// Forgets the cover of another music file than the one that plays.
    mutating func forgetOtherMusicCover() {
        if let musicCover, musicCover.place != coverFile.map(MPRISArtwork.Place.music) { self.musicCover = nil }
    }

    /// Records the version of a music file; nil if its name is not that of a music file, or it does not exist.
    mutating func record(version: String?, ofMusicFile path: String) {
        guard coverFile == path else { return }
        musicCover = version.map { MPRISArtwork(musicFile: path, version: $0) }
    }

    private mutating func apply(volume value: DBusValue) {
        guard unconfirmedVolumes == 0, let number = value.number else { return }
        record(volume: number)
        if isMuting, number <= 0, mutedVolume == nil { mutedVolume = audibleVolume }
    }

    private mutating func record(volume number: Double) {
        volume = max(0, number)
        guard number > 0 else { return }
        audibleVolume = number
        mutedVolume = nil
    }

    /// Records a volume change that is about to be sent; it is displayed from now on.
    mutating func willSet(volume: Double, muting: Bool) {
        unconfirmedVolumes += 1
        let heard = mutedVolume ?? self.volume
        record(volume: volume)
        mutedVolume = muting ? heard : nil
        isMuting = muting
    }

    /// True if exactly one volume change is unconfirmed: the volume that the player reports next is its outcome.
    var awaitsLastVolume: Bool { unconfirmedVolumes == 1 }

    /// Records that a volume change was confirmed, superseded, or will get no reply.
    mutating func hasSetVolume() {
        unconfirmedVolumes = max(0, unconfirmedVolumes - 1)
    }

    /// True if the player has this optional property.
    private func reports(_ property: String) -> Bool { properties[property] != nil }

    /// True if the player plays tracks in random order; nil if it does not report that.
    private var isShuffled: Bool? { properties["Shuffle"]?.flag }

    /// What the player repeats; nil if it does not report that.
    private var loop: LoopMode? { properties["LoopStatus"]?.text.flatMap { LoopMode(rawValue: $0) } }

    /// True if the player has the capability and can be controlled.
    private func can(_ ability: String) -> Bool {
        // A capability that the player does not report is assumed.
        properties["CanControl"]?.flag != false && properties[ability]?.flag != false
    }
}

/// A command for a player, with absolute values.
enum MPRISCommand: Hashable, Sendable {
    /// A method without arguments, by its name.
    case method(String)
    /// An offset in seconds.
    case seek(Double)
    /// An object path of a track and a position in seconds.
    case position(String, Double)
    /// A volume from 0 to 1, or more if the player amplifies.
    case volume(Double, muting: Bool)
    case loop(LoopMode)
    case shuffle(Bool)
    /// The URL of a media file or stream to open.
    case open(String)
}

extension MPRISPlayer {
    /// The reason why the player cannot do this; nil if it can, or if only an attempt will show.
    func refusal(of control: PlaybackControl) -> String? {
        if shownStream != nil, control.isVolume { return nil }
        guard can("CanControl") else { return "\(title) cannot be controlled from outside" }
        func unless(_ isPossible: Bool, _ what: String) -> String? { isPossible ? nil : "\(title) \(what)" }
        switch control {
        case .play: return unless(can("CanPlay"), "has nothing that it can play")
        case .pause: return unless(can("CanPause"), "cannot pause what it plays")
        case .playPause: return unless(can("CanPlay") || can("CanPause"), "can neither play nor pause")
        case .next: return unless(can("CanGoNext"), "has no next track")
        case .previous: return unless(can("CanGoPrevious"), "has no previous track")
        case .stop: return nil
        case .seek: return unless(can("CanSeek"), "cannot seek in what it plays")
        case .loop: return unless(reports("LoopStatus") || !isRead, "repeats nothing")
        case .nextLoop: return unless(loop != nil || !isRead, "does not tell what it repeats")
        case .consume, .single: return "\(title) cannot be told how to play its queue: MPRIS has only loop and shuffle"
        case .shuffle: return unless(reports("Shuffle") || !isRead, "has no random order")
        case .open: return nil
        case .volume: return unless(hasVolume || !isRead, "does not let its volume be changed")
        case .mute:
            if isRead, hasVolume, mutedVolume == nil, volume == 0, audibleVolume == nil {
                return "the volume of \(title) is 0, and none is known to go back to"
            }
            return unless(hasVolume || !isRead, "does not let its volume be changed")
        }
    }

    /// The command that performs `control`.
    ///
    /// - Parameter showing: The state that the user sees.
    func command(for control: PlaybackControl, showing: PlaybackState?, at now: SteadyDate) throws(SourceError) -> MPRISCommand {
        if let refusal = refusal(of: control) { throw .refused(refusal) }
        switch control {
        case .play: return .method("Play")
        case .pause: return .method("Pause")
        case .stop: return .method("Stop")
        case .next: return .method("Next")
        case .previous: return .method("Previous")
        case .playPause:
            let isPlaying = (showing?.status(at: now) ?? status) == .playing
            if isPlaying, !can("CanPause") { throw .refused("\(title) cannot pause what it plays") }
            if !isPlaying, !can("CanPlay") { throw .refused("\(title) has nothing that it can play") }
            return .method(isPlaying ? "Pause" : "Play")
        case .volume(let change, let base):
            guard let now = volumeValue else { throw .refused("\(title) does not tell its volume, so that it cannot be changed safely") }
            guard Volume(value: now, scale: .mpris, isMuted: mutedVolume != nil).isSame(as: base) else { throw .overtaken(title) }
            guard let target = VolumeScale.mpris.target(of: change, from: now) else {
                throw .refused("\(title) does not tell its volume, so that it cannot be changed safely")
            }
            return .volume(target / 100, muting: false)
        case .mute(let wanted):
            guard let volume else { throw .refused("\(title) does not tell its volume, so that it cannot be changed safely") }
            if let wanted, wanted == (volume == 0) { return .volume(volume, muting: mutedVolume != nil) }
            if let mutedVolume { return .volume(mutedVolume, muting: false) }
            if volume > 0 { return .volume(0, muting: true) }
            // Another program muted the player: restore the last audible volume.
            guard let audibleVolume else { throw .refused("\(title) has no volume to go back to") }
            return .volume(audibleVolume, muting: false)
        case .seek(let change): return try seek(change, at: now)
        case .loop(let mode): return .loop(mode)
        case .nextLoop:
            guard let loop else { throw .refused("\(title) does not tell what it repeats") }
            return .loop(loop.next)
        case .consume, .single: throw .refused("MPRIS has only loop and shuffle")
        case .shuffle(let wanted): return .shuffle(wanted ?? !(isShuffled ?? false))
        case .open(let address): return .open(address)
        }
    }

    private func seek(_ change: Change, at now: SteadyDate) throws(SourceError) -> MPRISCommand {
        switch change {
        case .by(let seconds):
            guard seconds.isFinite else { throw .refused("that is no number of seconds") }
            return .seek(seconds)
        case .to(let seconds):
            guard seconds.isFinite else { throw .refused("that is no number of seconds") }
            // Players ignore positions outside the track.
            let target = min(max(0, seconds), metadata.track?.length ?? .infinity)
            if let path = metadata.trackPath { return .position(path, target) }
            // Without a track path, only a relative seek is possible.
            guard let position else { throw .refused("\(title) does not tell where it is in its track") }
            return .seek(target - position.seconds(at: now, running: status == .playing))
        }
    }
}

extension VolumeScale {
    /// Per cent of the player's volume 1.0.
    fileprivate static let mpris = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number, boost: 200)
}

extension MPRISPlayer {
    /// The source of all players' zones.
    static let source = "mpris"

    /// The zone of this player.
    var zone: ZoneID { Self.zone(of: name) }

    /// The zone of the player with that bus name.
    static func zone(of name: String) -> ZoneID { ZoneID("mpris:\(name)") }

    /// The volume on the zone's scale; while the player is muted, the volume that unmuting restores.
    var volumeValue: Double? { (mutedVolume ?? volume).map { ($0 * 100).withoutFloatNoise } }

    /// True if the player is known to have no volume that can be changed.
    var lacksVolume: Bool { isRead && !hasVolume }

    /// The volume of the streams, if the player has none of its own.
    var shownStream: StreamVolume? { lacksVolume ? stream : nil }

    /// What the player's streams are found by.
    var streamCandidate: StreamVolume.Candidate {
        .init(
            name: name, owner: owner, processes: Set([process, integratedProcess].compactMap { $0 }),
            names: Set([PlayerName.base(name), title].map { $0.lowercased() }))
    }

    /// The change of the streams that performs `control`; nil if it does not concern the volume.
    func streamChange(for control: PlaybackControl, of stream: StreamVolume) throws(SourceError) -> AudioStreamChange? {
        switch control {
        case .volume(let change, let base):
            let now = stream.shown
            guard now.isSame(as: base) else { throw .overtaken(title) }
            guard let target = VolumeScale.mpris.target(of: change, from: now.value) else {
                throw .refused("\(title) does not tell its volume, so that it cannot be changed safely")
            }
            return .volume(target / 100)
        case .mute(let wanted): return .mute(wanted ?? !stream.isMuted)
        default: return nil
        }
    }

    /// The volume that is shown: the player's own, or that of its streams; nil if there is none.
    private var shownVolume: Volume? {
        if hasVolume { return volumeValue.map { Volume(value: $0, scale: .mpris, isMuted: mutedVolume != nil) } }
        return shownStream?.shown
    }

    /// True if the volume can be changed.
    private var hasVolume: Bool { volume != nil && can("CanControl") }

    /// The complete state of the player, as a reading of `zone`.
    func reading(of zone: ZoneID, _ stamp: Stamp) -> Reading {
        var reading = Reading(zone: zone, stamp: stamp)
        reading.name = title
        reading.source = Self.source
        reading.status = status
        reading.track = .some(metadata.track)
        reading.position = .some(metadata.track == nil ? nil : position)
        reading.artwork = .some(artwork?.artwork)
        let volume = shownVolume
        reading.volumeScale = .some(volume?.scale)
        reading.volumeValue = volume?.value
        reading.isMuted = volume?.isMuted ?? false
        // A muted stream stays muted.
        reading.volumeUnmutes = hasVolume
        let skips: [(UnavailableControl, String)] = [(.next, "CanGoNext"), (.previous, "CanGoPrevious")]
        reading.unavailable = Set(skips.compactMap { can($0.1) ? nil : $0.0 })
        reading.queue = []
        reading.metadata = rawMetadata
        // A player that has never replied may hang.
        reading.connection = isRead ? .live : .stale
        if !isRead { reading.problem = "\(title) does not answer" }
        return reading
    }

    /// The player as an entry of the zone list.
    var listed: Zone {
        var listed = Zone(id: zone, name: title, source: Self.source, status: status, volume: shownVolume)
        listed.hasTrack = metadata.track != nil
        return listed
    }

    /// The MPRIS and playerctl properties that expressions can use, in addition to those of every source.
    private var rawMetadata: [String: MetadataValue] {
        var facts = self.facts
        // These are computed from the displayed state, which may be ahead of the player's.
        for name in ["status", "volume", "identity"] { facts[name] = nil }
        return facts.compactMapValues(\.metadata)
    }

    /// The metadata and the player's state, by playerctl's names.
    var facts: [String: DBusValue] {
        var facts = metadata.values
        // VLC spells this key differently and sends a string.
        if facts["xesam:trackNumber"] == nil, let number = facts["xesam:tracknumber"]?.number.flatMap({ Int64(exactly: $0) }) {
            facts["xesam:trackNumber"] = .int(number)
        }
        // Expressions compute with it, so that it is a number or missing.
        facts["mpris:length"] = facts["mpris:length"].flatMap(MPRISMetadata.length)
        facts["playerName"] = .string(PlayerName.base(name))
        facts["playerInstance"] = .string(name)
        facts["identity"] = .string(title)
        facts["status"] = .string(status.mprisName)
        facts["loop"] = properties["LoopStatus"]
        facts["shuffle"] = properties["Shuffle"]
        facts["volume"] = (volume ?? shownStream?.volume).map { .double($0) }
        return facts
    }
}

extension StreamVolume {
    /// The volume on the scale of all players.
    var shown: Volume { Volume(value: (volume * 100).withoutFloatNoise, scale: .mpris, isMuted: isMuted) }
}

extension PlaybackControl {
    /// True for a change of the volume or of muting.
    var isVolume: Bool {
        switch self {
        case .volume, .mute: true
        default: false
        }
    }
}

extension DBusValue {
    /// Longer strings are not display text; they may be pictures in URLs.
    private static let maximumText = 4096

    fileprivate var metadata: MetadataValue? {
        switch self {
        case .bool(let flag): return .flag(flag)
        case .int(let number): return .integer(number)
        // Exceeds the integers of expressions, so that it is passed as text.
        case .uint(let number): return .text("\(number)")
        case .double(let number): return number.isFinite ? .number(number) : nil
        case .string(let text), .objectPath(let text): return text.utf8.count <= Self.maximumText ? .text(text) : nil
        case .array: return .texts(texts.filter { $0.utf8.count <= Self.maximumText }.prefix(100).map { $0 })
        case .dict:
            let text = printed
            return text.utf8.count <= Self.maximumText ? .text(text) : nil
        }
    }
}
