import FoundationEssentials
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
    /// A sequence number of the last change of status or track; it increases.
    var changed = 0
    /// True after the player has replied to a query of all properties.
    var isRead = false
    /// True if the last such query failed or timed out.
    var isSilent = false

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
    /// The number of volume changes that the player has not confirmed.
    ///
    /// While it is above 0, the volume that the player reports may be outdated.
    private var unconfirmedVolumes = 0

    init(name: String, owner: String) {
        self.name = name
        self.owner = owner
    }

    /// The display name.
    var title: String {
        if let identity, !identity.isEmpty { return identity }
        return PlayerName.base(name)
    }

    /// The player's properties for ranking.
    var candidate: PlayerRanking.Candidate { .init(name: name, status: status, changed: changed) }

    private var rate: Double {
        guard let rate = properties["Rate"]?.number, (0...32).contains(rate) else { return 1 }
        return rate
    }

    /// Applies properties that the player reported at `now`.
    mutating func take(_ news: [String: DBusValue], at now: Date) -> Effect {
        let (oldStatus, oldRate, oldMetadata) = (status, rate, metadata)
        for (key, value) in news {
            switch key {
            case "Metadata": take(metadata: value)
            case "PlaybackStatus": take(status: value.text.map { PlaybackStatus(word: $0) } ?? .unknown)
            case "Volume": take(volume: value)
            case "Position": break
            default: properties[key] = value.capped(to: MPRISMetadata.maximumText)
            }
        }
        var effect: Effect = []
        let isOther = metadata.isOtherTrack(than: oldMetadata)
        if isOther || metadata.track != oldMetadata.track || status != oldStatus { effect.formUnion([.mayCount, .losesPosition]) }
        if rate != oldRate { effect.insert(.losesPosition) }
        if effect.contains(.losesPosition), let last = position {
            // An estimate until the player reports the position again.
            let seconds = isOther || status == .stopped ? 0 : last.seconds(at: now, running: oldStatus == .playing)
            position = PlaybackPosition(seconds: seconds, date: now, rate: rate)
        }
        return effect
    }

    /// Applies the position that the player reported, in microseconds; nil if it reports none.
    mutating func take(position microseconds: DBusValue?, at now: Date) {
        guard let number = microseconds?.number else {
            position = nil
            return
        }
        position = PlaybackPosition(seconds: max(0, number / 1_000_000), date: now, rate: rate)
    }

    private mutating func take(status news: PlaybackStatus) {
        isStopping = news == .stopped && (status == .playing || isStopping)
        status = isStopping ? .loading : news
    }

    /// Changes the status to stopped, after the player did not start another track in time.
    mutating func hasStopped(at now: Date) {
        guard isStopping else { return }
        isStopping = false
        status = .stopped
        if position != nil { position = PlaybackPosition(seconds: 0, date: now, rate: rate) }
    }

    private mutating func take(metadata value: DBusValue) {
        let entries = value.entries ?? [:]
        // Artwork of megabytes comes with every message, and hashing it is slow.
        if entries != metadata.values { metadata = MPRISMetadata(entries) }
    }

    private mutating func take(volume value: DBusValue) {
        guard unconfirmedVolumes == 0, let number = value.number else { return }
        note(volume: number)
        if isMuting, number <= 0, mutedVolume == nil { mutedVolume = audibleVolume }
    }

    private mutating func note(volume number: Double) {
        volume = max(0, number)
        guard number > 0 else { return }
        audibleVolume = number
        mutedVolume = nil
    }

    /// Records a volume change that is about to be sent; it is displayed from now on.
    mutating func willSet(volume: Double, muting: Bool) {
        unconfirmedVolumes += 1
        let heard = mutedVolume ?? self.volume
        note(volume: volume)
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
    func tells(_ property: String) -> Bool { properties[property] != nil }

    /// True if the player plays tracks in random order; nil if it does not report that.
    var isShuffled: Bool? { properties["Shuffle"]?.flag }

    /// True if the player has the capability and can be controlled.
    func can(_ ability: String) -> Bool {
        // A capability that the player does not report is assumed.
        properties["CanControl"]?.flag != false && properties[ability]?.flag != false
    }
}
