import FoundationEssentials
import Playback

/// What is known of one player, as its last messages left it.
struct MPRISPlayer: Hashable, Sendable {
    /// What a change means for others.
    struct Effect: OptionSet {
        let rawValue: Int
        /// Status or track are others now.
        static let mayCount = Effect(rawValue: 1)
        /// The position told last says nothing any more.
        static let losesPosition = Effect(rawValue: 2)
    }

    /// Its name on the bus, without the part that all players share.
    let name: String
    /// The connection behind the name, which signs its signals.
    let owner: String
    /// What it calls itself.
    var identity: String?
    /// When its status or track last changed, as a number that grows.
    var changed = 0
    /// Whether it has been asked for all it has, and has answered.
    var isRead = false
    /// Whether the last such question has ended without an answer.
    var isSilent = false

    /// What it tells beside its metadata and what moves: loop, shuffle, and what can be done with it.
    private(set) var properties: [String: DBusValue] = [:]
    private(set) var metadata = MPRISMetadata()
    private(set) var status = PlaybackStatus.unknown
    /// Whether it has said that it stopped while it played: VLC says so between two tracks as well, which is what it counts as at first.
    private(set) var isStopping = false
    private(set) var position: PlaybackPosition?
    /// 0 to 1 and beyond; nil where it cannot be set.
    private(set) var volume: Double?
    /// The volume to come back to; nil while it is not muted.
    private(set) var mutedVolume: Double?
    /// The last volume that could be heard.
    private(set) var audibleVolume: Double?
    /// True from a mute until another volume is set: signals of the volumes before may still arrive after the answers.
    private var isMuting = false
    /// Count of volumes that were set and are not confirmed: until then what the player tells of its volume may be from before.
    private var unconfirmedVolumes = 0

    init(name: String, owner: String) {
        self.name = name
        self.owner = owner
    }

    /// What people call it.
    var title: String {
        if let identity, !identity.isEmpty { return identity }
        return PlayerName.base(name)
    }

    /// How it stands among others.
    var candidate: PlayerRanking.Candidate { .init(name: name, status: status, changed: changed) }

    private var rate: Double {
        guard let rate = properties["Rate"]?.number, (0...32).contains(rate) else { return 1 }
        return rate
    }

    /// Takes what it has told of itself at `now`.
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
            // Until it tells the position anew.
            let seconds = isOther || status == .stopped ? 0 : last.seconds(at: now, running: oldStatus == .playing)
            position = PlaybackPosition(seconds: seconds, date: now, rate: rate)
        }
        return effect
    }

    /// Takes the place that it has told, in microseconds; nil where it cannot tell one.
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

    /// Takes it that it has stopped for good.
    mutating func hasStopped(at now: Date) {
        guard isStopping else { return }
        isStopping = false
        status = .stopped
        if position != nil { position = PlaybackPosition(seconds: 0, date: now, rate: rate) }
    }

    private mutating func take(metadata value: DBusValue) {
        let entries = value.entries ?? [:]
        // An artwork of megabytes comes with every message, and making its key takes a while.
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

    /// Notes that it is being told to take `volume`, which is shown from now on.
    mutating func willSet(volume: Double, muting: Bool) {
        unconfirmedVolumes += 1
        let heard = mutedVolume ?? self.volume
        note(volume: volume)
        mutedVolume = muting ? heard : nil
        isMuting = muting
    }

    /// True while the volume of a single call to set it is unconfirmed: the volume that the player tells next is its outcome.
    var awaitsLastVolume: Bool { unconfirmedVolumes == 1 }

    /// Notes that a volume is confirmed, replaced by a later one, or will never be answered.
    mutating func hasSetVolume() {
        unconfirmedVolumes = max(0, unconfirmedVolumes - 1)
    }

    /// True where the player tells this optional property.
    func tells(_ property: String) -> Bool { properties[property] != nil }

    /// True for random order of tracks; nil where the player does not tell.
    var isShuffled: Bool? { properties["Shuffle"]?.flag }

    /// Whether controls reach it at all.
    func can(_ ability: String) -> Bool {
        // What a player does not tell, it is not known not to do.
        properties["CanControl"]?.flag != false && properties[ability]?.flag != false
    }
}
