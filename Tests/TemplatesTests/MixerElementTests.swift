import SubdialExpressions
import SubdialLayout
import SubdialTemplates
import Testing

/// Tests of meters, faders and piano rolls.
@Suite struct MixerElementTests {
    private func roll(_ arguments: String, _ notes: [Value]) throws -> PianoRollContent {
        let text = "body:\n  PianoRoll: \"{{ queue }}\"\n" + (arguments.isEmpty ? "" : "  \(arguments)\n")
        return try #require(try expand(text, ["queue": .list(notes)]).pianoRoll)
    }

    private func note(_ start: Double, _ length: Double, _ pitch: Double, _ color: String? = nil) -> Value {
        .map([
            "start": .double(start), "length": .double(length), "pitch": .double(pitch), "color": color.map { .string($0) } ?? .missing,
        ])
    }

    @Test func levelsHavePeaks() throws {
        let text = "body:\n  Levels: [-30, \"{{ artist }}\"]\n  peaks: [-12, \"{{ artist }}\"]\n  unit: decibels\n  isMeter: true\n"
        let levels = try #require(try expand(text, ["artist": .missing]).levels)
        #expect(levels.levels == [0.5, 0] && levels.peaks == [0.8, 0] && levels.color == nil)
    }

    @Test(arguments: [("0.25", 0.25), ("\"{{ 0 - 1 }}\"", 0), ("\"{{ 3 + 4 }}\"", 1), ("\"{{ progress }}\"", 0.4)])
    func faders(_ value: String, _ expected: Double) throws {
        let node = try expand("body:\n  Fader: \(value)\n  axis: horizontal\n  foreground: red\n", ["progress": .double(0.4)])
        #expect(node.fader == FaderContent(expected, axis: .horizontal, color: ColorName("red")))
    }

    @Test func onlyNotesInTheWindowAreKept() throws {
        let notes = [
            note(0, 2, 60), note(3, 4, 64, "red"), note(9, 4, 67), note(10, 1, 60), note(4, 1, 20), note(5, 1, 64, "red"),
            note(5, 0, 64), note(5, -1, 64), note(.nan, 1, 64), note(5, .infinity, 64), note(5, 1, 128), .string("note"), .map([:]),
        ]
        let roll = try roll("from: 2\n  to: 10\n  pitches: [58, 70]\n  playhead: 6\n  foreground: blue\n  track: clear", notes)
        #expect(
            roll
                == PianoRollContent(
                    [
                        .init(
                            color: ColorName("red"),
                            notes: [.init(start: 0.125, length: 0.5, pitch: 64), .init(start: 0.375, length: 0.125, pitch: 64)]),
                        .init(color: ColorName("blue"), notes: [.init(start: 0.875, length: 0.5, pitch: 67)]),
                    ], pitches: 58...70, playhead: 0.5, lanes: ColorName("clear"), color: ColorName("blue")))
    }

    @Test(arguments: [
        ([60.0], 54...66), ([40, 80], 39...81), ([0, 1], 0...7), ([127], 121...127), ([], 60...72), ([60, 62], 55...67),
    ])
    func theNotesGiveThePitches(_ pitches: [Double], _ expected: ClosedRange<Int>) throws {
        #expect(try roll("", pitches.map { note(0, 1, $0) }).pitches == expected)
    }

    @Test func theNotesGiveTheWindow() throws {
        let roll = try roll("", [note(4, 2, 60), note(6, 2, 62)])
        #expect(
            roll.voices == [
                .init(color: .primary, notes: [.init(start: 0, length: 0.5, pitch: 60), .init(start: 0.5, length: 0.5, pitch: 62)])
            ])
    }

    @Test(arguments: [
        ("from: 4\n  to: 4", "'to' should be later than 'from'"),
        ("pitches: [70, 60]", "pitches takes two MIDI numbers of 0 to 127, the lower one first"),
        ("pitches: [60]", "pitches takes two MIDI numbers"),
        ("pitches: [-1, 60]", "pitches takes two MIDI numbers of 0 to 127, the lower one first"),
    ])
    func whatIsWrongIsSaid(_ arguments: String, _ message: String) throws {
        do {
            _ = try roll(arguments, [note(0, 1, 60)])
            Issue.record("nothing was said")
        } catch let error as TemplateError {
            #expect("\(error)".contains(message), "\(error)")
        }
    }

    /// An empty window, and a document without notes, result in empty piano rolls.
    @Test func withoutNotesItIsEmpty() throws {
        #expect(try roll("", []).voices.isEmpty)
        #expect(try roll("from: 100\n  to: 200", [note(0, 1, 60)]).voices.isEmpty)
        let roll = try #require(try expand("body:\n  PianoRoll: \"{{ queue }}\"\n", ["queue": .missing]).pianoRoll)
        #expect(roll.voices.isEmpty)
        #expect(throws: TemplateError.self) { try expand("body:\n  PianoRoll: \"{{ queue }}\"\n", ["queue": .string("loud")]) }
    }
}
