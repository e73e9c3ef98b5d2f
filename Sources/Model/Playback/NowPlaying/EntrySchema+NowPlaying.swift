import FoundationEssentials
import SubdialExpressions
import SubdialTimeline

extension EntrySchema {
    /// The schema of the kind `now-playing`.
    public static let nowPlaying = EntrySchema(
        kind: EntrySchemas.standardKind, subjectKey: "zone", fields: NowPlaying.fields,
        names: NowPlayingReader.names.map { Name($0.name, isForLines: $0.isForLines) }, lockedValues: ["status": "stopped"],
        lineDialect: .playerctl, passesOverUnknownKeys: true, hasOpenNames: true, rules: NowPlaying.rules)
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
            "queue", .list(.map(trackFields + [EntryField("artwork", .text, isOptional: true)])), isOptional: true,
            summary: "What plays after this track."),
    ]

    fileprivate static var rules: EntrySchema.Rules {
        var rules = EntrySchema.Rules()
        rules.finish = { (entry) throws(EntryError) in
            if case .map(let members)? = entry.values["volume"], !VolumeScale(members).isUsable {
                throw .wrong(path: "volume", reason: "the range needs a minimum below its maximum and a step above 0")
            }
            // The position is a clock that runs during playback.
            if let position = entry.values.removeValue(forKey: "position")?.number {
                let isRunning = entry.values["status"] == .string(PlaybackStatus.playing.rawValue)
                entry.clocks["position"] = EntryClock(anchor: entry.date, value: position, rate: isRunning ? 1 : 0)
            }
            entry = NowPlaying(entry).entry
        }
        rules.fileValue = { entry, field in
            field.name == "position" ? NowPlaying(entry).position.map(Value.double) : entry.values[field.name]
        }
        rules.reader = { NowPlayingReader($0, at: $1) }
        rules.cover = { entry in
            guard case .map(let track)? = entry.values["track"] else { return nil }
            func text(_ key: String) -> String { track[key]?.text ?? "" }
            return EntryCover(
                entry.pictures["artwork"], seed: EntryCover.seed(title: text("title"), artist: text("artist"), album: text("album")))
        }
        return rules
    }
}
