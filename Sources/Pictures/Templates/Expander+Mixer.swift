import SubdialBasics
import SubdialExpressions
import SubdialLayout

/// The expansion of mixing console elements: level meters, faders, piano rolls.
extension Expander {
    /// Levels with a bar for each number of a list, which is a literal or the result of one expression.
    func levelsContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> LevelsContent {
        let unit: LevelUnit = try value["unit"].map { try word($0, scope, path) } ?? .ratio
        let isMeter = try value["isMeter"].map { try truth($0, scope, path) } ?? false
        var levels = LevelsContent(try self.levels(content, unit, scope, path), color: isMeter ? nil : inherited.color)
        if let peaks = value["peaks"] { levels.peaks = try self.levels(peaks, unit, scope, path) }
        if let axis = value["axis"] { levels.axis = try word(axis, scope, path) }
        if let spacing = value["spacing"] { levels.spacing = try length(spacing, scope, path) }
        if let track = value["track"] { levels.track = try color(track, scope, path) }
        return levels
    }

    /// Levels of 0 to 1; a missing number is silence.
    private func levels(_ content: TemplateValue, _ unit: LevelUnit, _ scope: any Scope, _ path: String) throws -> [Double] {
        let silence = unit == .ratio ? 0 : LevelUnit.floor
        let numbers: [Double]
        if case .list(let values) = content.kind {
            numbers = try values.map { try self.value($0, scope, path) == .missing ? silence : number($0, scope, path) }
        } else {
            let found = try self.value(content, scope, path)
            switch found {
            case .missing: numbers = []
            case .list(let values): numbers = values.prefix(Self.maximumRepeats).map { $0.number ?? silence }
            default: throw problem("a list of numbers should come out here, not \(found.kind)", content, path)
            }
        }
        return numbers.prefix(Self.maximumRepeats).map(unit.level)
    }

    /// A fader with its thumb at a number of 0 to 1.
    func faderContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> FaderContent {
        let position = try number(content, scope, path)
        var fader = FaderContent(position.isFinite ? min(max(0, position), 1) : 0, color: inherited.color)
        if let axis = value["axis"] { fader.axis = try word(axis, scope, path) }
        if let track = value["track"] { fader.track = try color(track, scope, path) }
        return fader
    }

    /// The visible notes of a list of maps with `start`, `length`, `pitch` and optionally `color`.
    func pianoRoll(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> PianoRollContent {
        let found = try self.value(content, scope, path)
        let rows: [Value]
        switch found {
        case .missing: rows = []
        case .list(let values): rows = values
        default: throw problem("a list of notes should come out here, not \(found.kind)", content, path)
        }
        let begin = try value["from"].map { try number($0, scope, path) }
        let finish = try value["to"].map { try number($0, scope, path) }
        // Notes outside the window are skipped early.
        let notes = rows.compactMap { RollNote($0, from: begin ?? -.infinity, to: finish ?? .infinity) }
        let from = begin ?? notes.lazy.map(\.start).min() ?? 0
        let to = finish ?? notes.lazy.map(\.end).max() ?? from + 1
        guard from.isFinite, to.isFinite, to > from else { throw problem("'to' should be later than 'from'", value["to"] ?? value, path) }
        let pitches = try value["pitches"].map { try self.pitches($0, scope, path) } ?? Self.pitches(of: notes)
        var (voices, places): ([PianoRollContent.Voice], [String: Int]) = ([], [:])
        for note in notes where pitches.contains(note.pitch) {
            let name = note.color.flatMap { ColorNames.contains($0) ? $0 : nil }
            let place = places[name ?? ""] ?? voices.count
            if place == voices.count {
                voices.append(.init(color: name.map { ColorName($0) } ?? inherited.color, notes: []))
                places[name ?? ""] = place
            }
            voices[place].notes.append(
                .init(start: (note.start - from) / (to - from), length: (note.end - note.start) / (to - from), pitch: note.pitch))
        }
        var roll = PianoRollContent(voices, pitches: pitches, color: inherited.color)
        if let playhead = value["playhead"] {
            let share = (try number(playhead, scope, path) - from) / (to - from)
            if (0...1).contains(share) { roll.playhead = share }
        }
        if let track = value["track"] { roll.lanes = try color(track, scope, path) }
        return roll
    }

    /// A range of two MIDI note numbers.
    private func pitches(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> ClosedRange<Int> {
        guard case .list(let values) = value.kind, values.count == 2 else { throw problem("pitches takes two MIDI numbers", value, path) }
        let numbers = try values.map { try number($0, scope, path) }
        guard numbers.allSatisfy((0...127).contains), numbers[0] <= numbers[1] else {
            throw problem("pitches takes two MIDI numbers of 0 to 127, the lower one first", value, path)
        }
        return Int(saturating: numbers[0])...Int(saturating: numbers[1])
    }

    /// The pitches of the notes with at least one more on either side, and at least an octave.
    private static func pitches(of notes: [RollNote]) -> ClosedRange<Int> {
        guard let low = notes.lazy.map(\.pitch).min(), let high = notes.lazy.map(\.pitch).max() else { return 60...72 }
        let missing = max(2, 12 - (high - low))
        return max(0, low - missing / 2)...min(127, high + (missing + 1) / 2)
    }
}

/// A note of the list.
private struct RollNote {
    let start: Double
    let end: Double
    let pitch: Int
    let color: String?

    /// Reads a map; nil for anything but a note, and for a note outside the given time range.
    init?(_ value: Value, from: Double, to: Double) {
        guard case .map(let members) = value, let start = members["start"]?.number, start.isFinite, start < to,
            let length = members["length"]?.number, length.isFinite, length > 0, start + length > from,
            let pitch = members["pitch"]?.number, (0...127).contains(pitch)
        else { return nil }
        self.start = start
        end = start + length
        self.pitch = Int(saturating: pitch.rounded())
        if case .string(let name)? = members["color"] { color = name } else { color = nil }
    }
}
