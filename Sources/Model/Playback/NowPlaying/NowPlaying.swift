import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// The playback of a zone at a time: the typed view of an entry of the kind `now-playing`.
@dynamicMemberLookup
public struct NowPlaying: Hashable, Sendable {
    /// A track of the queue.
    public struct QueuedTrack: Hashable, Sendable {
        /// The track.
        public var track: Track
        /// The location of its cover, a path or a URL; nil for none.
        public var artwork: String?

        /// Creates a track of the queue.
        public init(_ track: Track, artwork: String? = nil) {
            self.track = track
            self.artwork = artwork
        }
    }

    /// The playback in an entry, without the date, the subject and the freshness that entries of all kinds have.
    public struct Content: Hashable, Sendable {
        /// The playback status from the entry's date on.
        public var status = PlaybackStatus.unknown
        /// The track; nil if nothing is loaded.
        public var track: Track?
        /// The position in the track at the entry's date, in seconds; it advances during playback.
        public var position: Double?
        /// The volume; nil for a fixed one.
        public var volume: Volume?
        /// The cover; nil for none.
        public var cover: EntryPicture?
        /// Raw MPRIS keys.
        public var metadata: [String: Value] = [:]
        /// The controls that the zone does not permit now.
        public var unavailable: Set<UnavailableControl> = []
        /// The queue after this track, the next track first; empty if it is unknown.
        public var queue: [QueuedTrack] = []
    }

    /// The time from which the entry is shown, and of `position`.
    public var date: Date
    /// The zone; nil if it is unknown.
    public var zone: Subject?
    /// The freshness of the content.
    public var freshness: Freshness
    /// The time of the source's last response if it differs from `date`; ages such as "2 min ago" are relative to it.
    public var lastContact: Date?
    /// The reason why newer data are unavailable; nil if it is unknown, or the content is live.
    public var problem: EntryProblem?
    private var content: Content

    /// Creates an entry; by default it is live, and everything else is unknown.
    public init(
        date: Date, zone: Subject? = nil, status: PlaybackStatus, track: Track? = nil, position: Double? = nil, volume: Volume? = nil,
        cover: EntryPicture? = nil, freshness: Freshness = .live, lastContact: Date? = nil, metadata: [String: Value] = [:],
        queue: [QueuedTrack] = []
    ) {
        self.date = date
        self.zone = zone
        self.freshness = freshness
        self.lastContact = lastContact
        content = Content(
            status: status, track: track, position: position, volume: volume, cover: cover, metadata: metadata, queue: queue)
    }

    /// A member of the content.
    public subscript<Value>(dynamicMember member: WritableKeyPath<Content, Value>) -> Value {
        get { content[keyPath: member] }
        set { content[keyPath: member] = newValue }
    }

    /// The name of the program that plays, such as `mpv` or `spotify`; the kind of source where no program is known, such as `roon`.
    ///
    /// It is playerctl's `playerName`: the bus name without an instance.
    public var player: String? {
        if case .string(let name)? = content.metadata["playerName"], !name.isEmpty { return name }
        return zone?.source
    }

    /// True if the position advances: an unconfirmed one stands still, because the player may be gone.
    public var isRunning: Bool { content.status == .playing && freshness == .live }

    /// The position in the track at `now` in seconds, to the microsecond; nil if it is unknown.
    ///
    /// Before `date`, it is constant.
    public func elapsed(at now: Date) -> Double? {
        content.position.map { max(0, isRunning ? $0 + max(0, now.timeIntervalSince(date)) : $0).wholeMicroseconds }
    }

    /// The number of seconds by which a reported position may exceed the length: sources round both.
    static let lengthTolerance = 2.0

    /// The length of the track in seconds, if it is plausible.
    ///
    /// Bridges may keep the length of the last track, so a length below `position` is ignored.
    public func length(at now: Date) -> Double? {
        guard let length = content.track?.length, length > 0 else { return nil }
        // If only the clock has passed the end, the update of the track is late.
        guard let position = content.position else { return length }
        return position <= length + Self.lengthTolerance ? length : nil
    }

    /// The played fraction of the track at `now`, 0 to 1 with seven decimals; nil if position or length is unknown.
    public func progress(at now: Date) -> Double? {
        guard let elapsed = elapsed(at: now), let length = length(at: now) else { return nil }
        return min((elapsed / length * 1e7).rounded() / 1e7, 1)
    }

    /// The start of the track, assuming that it was never paused; nil if the position is unknown.
    public var started: Date? {
        content.position.map { date.addingTimeInterval(-$0) }
    }

    /// The end of the track, assuming that it is not paused; nil if position or length is unknown.
    public var ends: Date? {
        guard let started, let length = length(at: date) else { return nil }
        return started.addingTimeInterval(length)
    }
}

extension NowPlaying {
    /// Creates the entry that a live activity shows at `now`, from the data of the activity only, as on a device.
    ///
    /// - Parameter volume: The volume of the zone, whose range an activity does not contain.
    public init(_ activity: Activity, at now: Date, volume: Volume? = nil) {
        let state = activity.visibleState(at: now)
        let isEnded = activity.state == .ended || activity.state == .dismissed
        self.init(
            date: isEnded ? activity.ended ?? now : now,
            zone: Subject(id: activity.attributes.zoneID.rawValue, name: activity.attributes.zoneName),
            status: state.isPlaying ? .playing : .paused,
            track: Track(title: state.line1, artist: state.line2, length: state.length), position: state.seekPosition,
            volume: volume, cover: state.artwork.map(EntryPicture.init(location:)), freshness: activity.state == .stale ? .stale : .live)
        if activity.state == .stale { lastContact = min(activity.updated, now) }
    }
}

extension NowPlaying {
    /// The entry with the same content.
    public var entry: Entry {
        Entry(
            date: date, schema: .nowPlaying, subject: zone, freshness: freshness, lastContact: lastContact, problem: problem,
            content: content)
    }

    /// Creates the typed view of an entry; for an entry of another kind, only its date, subject and freshness are known.
    public init(_ entry: Entry) {
        date = entry.date
        zone = entry.subject
        freshness = entry.freshness
        lastContact = entry.lastContact
        problem = entry.problem
        content = entry.content as? Content ?? Content()
    }

    /// Parses an entry file of the kind `now-playing`.
    public init(parsing text: String) throws(EntryError) {
        self.init(try Entry(parsing: text))
    }
}

extension EntrySchemas {
    /// The built-in kinds: `now-playing`.
    public static let builtIn = EntrySchemas([.nowPlaying])
}

extension Entry {
    /// Parses an entry file of the kind `now-playing`.
    public init(parsing text: String) throws(EntryError) { try self.init(parsing: text, schemas: .builtIn) }

    /// Reads an entry of the kind `now-playing`.
    public init(_ json: JSONValue) throws(EntryError) { try self.init(json, schemas: .builtIn) }

    /// The typed view of an entry of the kind `now-playing`; nil for any other kind.
    public var nowPlaying: NowPlaying? { schema == .nowPlaying ? NowPlaying(self) : nil }
}

extension NowPlaying.Content: EntryContent {
    /// Reads the fields of a file.
    ///
    /// - Throws: `FieldMismatch` for a volume whose range is empty.
    init(_ fields: EntryFields) throws(FieldMismatch) {
        let values = fields.values
        status = values["status"].flatMap { PlaybackStatus(rawValue: $0.text) } ?? .unknown
        track = values["track"].flatMap(Track.init)
        position = values["position"]?.number
        volume = values["volume"].flatMap(Volume.init)
        if let volume, !volume.scale.isUsable {
            throw FieldMismatch(path: "volume", reason: "the range needs a minimum below its maximum and a step above 0")
        }
        cover = fields.pictures["artwork"]
        if case .map(let members)? = values["metadata"] { metadata = members }
        if case .list(let words)? = values["unavailable"] {
            unavailable = Set(words.compactMap { UnavailableControl(rawValue: $0.text) })
        }
        if case .list(let items)? = values["queue"] { queue = items.map(NowPlaying.QueuedTrack.init) }
    }

    /// The fields of a file; the position is also a clock, which runs during playback.
    public func fields(of entry: Entry) -> EntryFields {
        var fields = EntryFields(values: ["status": .string(status.rawValue), "volume": volume?.entryValue ?? .missing])
        if let track { fields.values["track"] = .map(track.entryMembers) }
        if !metadata.isEmpty { fields.values["metadata"] = .map(metadata) }
        if !unavailable.isEmpty { fields.values["unavailable"] = .list(unavailable.map(\.rawValue).sorted().map(Value.string)) }
        if !queue.isEmpty { fields.values["queue"] = .list(queue.map(\.entryValue)) }
        if let position {
            fields.values["position"] = .double(position)
            let isRunning = status == .playing && entry.freshness == .live
            fields.clocks["position"] = EntryClock(anchor: entry.date, value: position, rate: isRunning ? 1 : 0)
        }
        fields.pictures["artwork"] = cover
        return fields
    }

    /// Reads the variables of music.
    public func reader(of entry: Entry, at now: Date) -> any EntryReader { NowPlayingReader(NowPlaying(entry), at: now) }

    /// The cover of the track, with a placeholder of its album; nil if nothing is loaded.
    public func cover(of entry: Entry) -> EntryCover? {
        track.map { EntryCover(cover, seed: EntryCover.seed(title: $0.title, artist: $0.artist, album: $0.album)) }
    }
}

extension Track {
    fileprivate init?(_ value: Value) {
        guard case .map(let members) = value else { return nil }
        self.init(members)
    }

    fileprivate init(_ members: [String: Value]) {
        // One line, as sources report them.
        func text(_ key: String) -> String { if case .string(let text)? = members[key] { text.withoutLineBreaks } else { "" } }
        self.init(title: text("title"), artist: text("artist"), album: text("album"), length: members["length"]?.number)
    }

    fileprivate var entryMembers: [String: Value] {
        var members: [String: Value] = ["title": .string(title), "artist": .string(artist), "album": .string(album)]
        if let length { members["length"] = .duration(length) }
        return members
    }
}

extension NowPlaying.QueuedTrack {
    fileprivate init(_ value: Value) {
        guard case .map(let members) = value else {
            self.init(Track(title: ""))
            return
        }
        let artwork = members["artwork"].flatMap { $0.isEmpty ? nil : $0.text }
        self.init(Track(members), artwork: artwork)
    }

    fileprivate var entryValue: Value {
        var members = track.entryMembers
        if let artwork { members["artwork"] = .string(artwork) }
        return .map(members)
    }
}

extension Volume {
    fileprivate init?(_ value: Value) {
        guard case .map(let members) = value, let number = members["value"]?.number else { return nil }
        self.init(value: number, scale: VolumeScale(members), isMuted: members["muted"] == .bool(true))
    }

    fileprivate var entryValue: Value { Value(json) }
}

extension VolumeScale {
    /// Creates the scale of a volume's members; the default is 0 to 100 in steps of 1, without a unit.
    init(_ members: [String: Value]) {
        self.init(
            minimum: members["minimum"]?.number ?? 0, maximum: members["maximum"]?.number ?? 100, step: members["step"]?.number ?? 1,
            unit: members["unit"].flatMap { Unit(rawValue: $0.text) } ?? .number)
    }
}

extension NowPlaying {
    /// The time at which the position reaches `seconds`, if it is after `now`.
    private func moment(atPosition seconds: Double, after now: Date) -> Date? {
        guard let started else { return nil }
        let moment = started.addingTimeInterval(seconds)
        return moment > now ? moment : nil
    }

    /// The first time after `now` at which the position reaches another whole second; nil if it is not running or has reached its end.
    public func nextSecond(after now: Date) -> Date? {
        guard isRunning, let elapsed = elapsed(at: now) else { return nil }
        let next = elapsed.rounded(.down) + 1
        if let length = length(at: now), next > length { return nil }
        return moment(atPosition: next, after: now)
    }

    /// The first time after `now` at which the progress reaches the next of `steps` equal steps; nil if it is not running.
    public func nextProgress(after now: Date, steps: Int) -> Date? {
        guard steps > 0, isRunning, let elapsed = elapsed(at: now), let length = length(at: now) else { return nil }
        // A step due within the next microsecond counts as reached.
        guard elapsed + 1e-6 < length else { return nil }
        let step = length / Double(steps)
        return moment(atPosition: (((elapsed + 1e-6) / step).rounded(.down) + 1) * step, after: now)
    }
}
