import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialTimeline

extension EntrySchema {
    /// The schema of the kind `now-playing`.
    public static let nowPlaying = EntrySchema(
        kind: EntrySchemas.standardKind, subjectKey: "zone", fields: NowPlaying.fields,
        names: NowPlayingReader.names.map { Name($0.name, isForLines: $0.isForLines) },
        lockedContent: NowPlaying.Content(status: .stopped), lineDialect: .playerctl, passesOverUnknownKeys: true, hasOpenNames: true,
        content: { (fields, _) throws(FieldMismatch) in try NowPlaying.Content(fields) })
}

extension NowPlaying {
    fileprivate static let trackFields = [
        EntryField("title", .text, isOptional: true, sample: "So What"),
        EntryField("artist", .text, isOptional: true, sample: "Miles Davis"),
        EntryField("album", .text, isOptional: true, sample: "Kind of Blue"),
        EntryField("length", .duration, isOptional: true, sample: .duration(562)),
    ]

    fileprivate static let fields = [
        EntryField(
            "status", .choice(PlaybackStatus.allCases.map(\.rawValue)), sample: "playing",
            missingMessage: "the entry's status is missing: \(PlaybackStatus.allCases.map(\.rawValue).joined(separator: ", "))"),
        EntryField("track", .map(trackFields), isOptional: true, summary: "What plays; null where nothing is loaded."),
        EntryField("position", .number, isOptional: true, sample: 104.0, unit: "s", summary: "Seconds into the track at the entry's date."),
        EntryField(
            "volume",
            .map([
                EntryField("value", .number, sample: 40.0, missingMessage: "the volume's value is missing"),
                EntryField("minimum", .number, isOptional: true), EntryField("maximum", .number, isOptional: true),
                EntryField("step", .number, isOptional: true),
                EntryField("unit", .choice(VolumeScale.Unit.allCases.map(\.rawValue)), isOptional: true),
                EntryField("muted", .bool, isOptional: true),
            ]), isOptional: true, summary: "null for a volume that is fixed."),
        EntryField("artwork", .image, isOptional: true, summary: "The cover, relative to the entry's file."),
        EntryField("metadata", .map([]), isOptional: true, summary: "Raw MPRIS keys."),
        EntryField(
            "unavailable", .list(.choice(UnavailableControl.allCases.map(\.rawValue))), isOptional: true,
            summary: "The controls that the zone does not permit now: their tap regions are left out."),
        EntryField(
            "queue", .list(.map(trackFields + [EntryField("artwork", .text, isOptional: true)])), isOptional: true,
            summary: "What plays after this track."),
    ]
}

/// The variables of an entry of music: Subdial's own, those of playerctl with their meaning there, and the metadata, which have precedence.
struct NowPlayingReader: EntryReader {
    /// A variable.
    struct Name: Sendable {
        /// The event that changes the value by itself.
        enum Change {
            case second, progress
        }

        fileprivate let name: String
        fileprivate let isForLines: Bool
        let change: Change?
        let value: @Sendable (NowPlayingReader) -> Value

        init(
            _ name: String, isForLines: Bool = true, changes change: Change? = nil, _ value: @escaping @Sendable (NowPlayingReader) -> Value
        ) {
            self.name = name
            self.isForLines = isForLines
            self.change = change
            self.value = value
        }
    }

    /// All names in listing order.
    static let names: [Name] = [
        Name("title") { EntryScope.text($0.moment.track?.title) },
        Name("artist") { EntryScope.text($0.moment.track?.artist) },
        Name("album") { EntryScope.text($0.moment.track?.album) },
        Name("zone") { EntryScope.text($0.moment.zone?.name) },
        Name("zone_id") { EntryScope.text($0.moment.zone?.id) },
        Name("elapsed", changes: .second) { $0.elapsed.map(Value.duration) ?? .missing },
        Name("length") { $0.moment.length(at: $0.now).map(Value.duration) ?? .missing },
        Name("remaining", changes: .second) { $0.remaining.map(Value.duration) ?? .missing },
        Name("progress", changes: .progress) { $0.moment.progress(at: $0.now).map(Value.double) ?? .missing },
        Name("volume_text") { EntryScope.text($0.moment.volume?.text) },
        Name("muted") { .bool($0.moment.volume?.isMuted ?? false) },
        Name("player") { EntryScope.text($0.moment.player ?? $0.moment.zone?.name) },

        // MARK: Names of playerctl
        Name("status") { .string($0.moment.status.mprisName) },
        Name("position", changes: .second) { $0.elapsed.map(Value.microseconds) ?? .missing },
        Name("volume") { $0.moment.volume.map { .double($0.fraction) } ?? .missing },
        Name("playerName") { EntryScope.text($0.moment.zone?.source ?? $0.moment.zone?.id) },
        Name("playerInstance") { EntryScope.text($0.moment.zone?.source ?? $0.moment.zone?.id) },
        Name("loop") { _ in .missing },
        Name("shuffle") { _ in .missing },
        Name("xesam:title") { EntryScope.text($0.moment.track?.title) },
        Name("xesam:artist") { EntryScope.text($0.moment.track?.artist) },
        Name("xesam:album") { EntryScope.text($0.moment.track?.album) },
        Name("mpris:length") { $0.moment.track?.length.map(Value.microseconds) ?? .missing },
        Name("mpris:artUrl") { EntryScope.text($0.moment.cover?.location) },

        // MARK: Names of the Music Player Daemon, which its metadata define
        Name("bitrate") { _ in .missing },
        Name("audio_format") { _ in .missing },
        Name("file") { _ in .missing },
        Name("date") { _ in .missing },
        Name("queue_position") { _ in .missing },
        Name("queue_length") { _ in .missing },
        Name("consume") { _ in .missing },
        Name("single") { _ in .missing },

        // MARK: Names for templates
        Name("playing", isForLines: false) { .bool($0.moment.status == .playing) },
        Name("paused", isForLines: false) { .bool($0.moment.status == .paused) },
        Name("stopped", isForLines: false) {
            .bool($0.moment.status == .stopped || $0.moment.track == nil && $0.moment.status != .loading)
        },
        Name("loading", isForLines: false) { .bool($0.moment.status == .loading) },
        Name("zone_missing", isForLines: false) { .bool($0.moment.freshness == .missing) },
        Name("started", isForLines: false) { $0.moment.started.map(Value.date) ?? .missing },
        Name("ends", isForLines: false) { $0.moment.ends.map(Value.date) ?? .missing },
        Name("paused_at", isForLines: false) { $0.moment.isRunning ? .missing : .date($0.moment.date) },
        Name("artwork", isForLines: false) { EntryScope.text($0.moment.cover?.location) },
        Name("volume_ratio", isForLines: false) { $0.moment.volume.map { .double($0.ratio) } ?? .missing },
        Name("unavailable", isForLines: false) { .list($0.moment.unavailable.map(\.rawValue).sorted().map(Value.string)) },
        Name("queue", isForLines: false) { .list($0.moment.queue.map(\.namedValue)) },
    ]

    private static let table = Dictionary(names.map { ($0.name, $0) }) { first, _ in first }

    private let moment: NowPlaying
    let now: Date

    init(_ moment: NowPlaying, at now: Date) {
        self.moment = moment
        self.now = now
    }

    /// The keys of the track's metadata.
    var openNames: [String] { Array(moment.metadata.keys) }

    func value(of name: String) -> Value? {
        if let raw = moment.metadata[name] { return raw }
        if let found = Self.table[name] { return found.value(self) }
        // A metadata key that this track does not have.
        return name.contains(":") ? .missing : nil
    }

    func nextChange(of name: String) -> Date? {
        switch Self.table[name]?.change {
        case .second: moment.nextSecond(after: now)
        // Percentages, and the halves at which rounding changes.
        case .progress: moment.nextProgress(after: now, steps: 200)
        case nil: nil
        }
    }

    func rate(of name: String) -> Double? {
        guard name == "progress", let length = moment.length(at: now), moment.nextProgress(after: now, steps: 1) != nil else { return nil }
        return 1 / length
    }

    /// The position, limited to the length: if the clock has passed the end, the update of the track is late.
    private var elapsed: Double? {
        moment.elapsed(at: now).map { min($0, moment.length(at: now) ?? $0) }
    }

    /// In whole seconds, so that it changes together with `elapsed` and both add up to the length.
    private var remaining: Double? {
        guard let elapsed, let length = moment.length(at: now) else { return nil }
        return max(0, length.rounded(.down) - elapsed.rounded(.down))
    }
}

extension Value {
    /// Seconds in microseconds, the unit of MPRIS.
    fileprivate static func microseconds(_ seconds: Double) -> Value { .integer(Int64(saturating: (seconds * 1e6).rounded())) }
}

extension NowPlaying.QueuedTrack {
    /// The value of a track in a loop over the queue.
    fileprivate var namedValue: Value {
        .map([
            "title": EntryScope.text(track.title), "artist": EntryScope.text(track.artist), "album": EntryScope.text(track.album),
            "length": track.length.map(Value.duration) ?? .missing, "artwork": EntryScope.text(artwork),
        ])
    }
}
