import Testing

@testable import SubdialConsoles

/// Tests of the rule that the last writer wins.
@Suite struct ConsoleTimesTests {
    private static func update(_ seconds: Double?, _ volume: Double, written: Double? = nil) -> String {
        let time = seconds.map { #""timestamp": \#(moment($0)), "# } ?? ""
        let times = written.map { #", "times": {"volume": \#(moment($0))}"# } ?? ""
        return #"{\#(time)"channel_states": [{"channel_id": "a", "volume": \#(volume)\#(times)}]}"#
    }

    @Test(
        arguments: [
            ("the newer message", [update(1, 0.1), update(2, 0.2)], 0.2), ("not the older one", [update(2, 0.2), update(1, 0.1)], 0.2),
            ("the later of equals", [update(1, 0.1), update(1, 0.2)], 0.2),
            ("without times the order", [update(nil, 0.1), update(nil, 0.2)], 0.2),
            ("the written time", [update(1, 0.1, written: 1), update(2, 0.2, written: 0.5)], 0.1),
            ("a later written time", [update(1, 0.1, written: 0.3), update(2, 0.2, written: 0.5)], 0.2),
            ("a written time after a seen change", [update(1, 0.1), update(2, 0.2), update(3, 0.3, written: 0)], 0.3),
        ] as [(String, [String], Double)])
    func theLastWriteWins(_ what: String, _ messages: [String], _ expected: Double) throws {
        var state = ConsoleState()
        for (index, message) in messages.enumerated() { try state.take(message, at: 10 + Double(index)) }
        #expect(state.value("a", .fader) == expected, "\(what)")
    }

    /// The times of a console are not comparable if its clock starts at zero or is far ahead.
    @Test(arguments: [Int64(5_000_000_000), moment(100_000), .max, -1])
    func timesThatCannotBeBelieved(_ time: Int64) throws {
        var state = ConsoleState()
        try state.take(#"{"timestamp": \#(time), "channel_states": [{"channel_id": "a", "volume": 0.1}]}"#)
        try state.take(Self.update(1, 0.2), at: 1)
        #expect(state.value("a", .fader) == 0.2)
        try state.take(#"{"channel_states": [{"channel_id": "a", "volume": 0.3, "times": {"volume": \#(time)}}]}"#, at: 2)
        #expect(state["a"]?[.fader].isExact == false)
    }

    @Test func anOlderMessageBringsNoChannelBack() throws {
        var state = ConsoleState()
        try state.take(#"{"timestamp": \#(moment(2)), "channels": [{"id": "a"}]}"#, at: 2)
        try state.take(#"{"timestamp": \#(moment(1)), "channels": [{"id": "a"}, {"id": "b"}]}"#, at: 2)
        #expect(state.ids == ["a"])
    }

    private static func edit(_ seconds: Double, _ value: Double = 0.9) -> ConsoleEdit {
        ConsoleEdit(1, channel: "a", field: .fader, value: value, time: moment(seconds))
    }

    @Test func anEditShowsAtOnceUnlessTheConsoleWasToldOtherwiseLater() throws {
        var state = ConsoleState()
        try state.take(Self.update(1, 0.1, written: 1), at: 1)
        #expect(state.showing([Self.edit(2)]).value("a", .fader) == 0.9 && state.showing([Self.edit(2)])["a"]?.isPending == true)
        try state.take(Self.update(3, 0.3, written: 3), at: 3)
        #expect(state.showing([Self.edit(2)]).value("a", .fader) == 0.3 && state.supersedes(Self.edit(2)))
        #expect(!state.supersedes(Self.edit(4)))
    }

    /// An observed change may be that of the edit itself, so that the console decides which edits it applies.
    @Test func aSeenChangeSupersedesNothing() throws {
        var state = ConsoleState()
        try state.take(Self.update(1, 0.1), at: 1)
        try state.take(Self.update(3, 0.3), at: 3)
        #expect(state["a"]?[.fader].changed == moment(3) && !state.supersedes(Self.edit(2)))
    }

    @Test func aTakenEditStaysUntilSomethingLaterIsTold() throws {
        var state = ConsoleState()
        try state.take(Self.update(1, 0.1, written: 1), at: 1)
        state.apply(Self.edit(2))
        try state.take(Self.update(3, 0.1, written: 1), at: 3)
        #expect(state.value("a", .fader) == 0.9)
        try state.take(Self.update(4, 0.2, written: 3.5), at: 4)
        #expect(state.value("a", .fader) == 0.2)
    }

    /// A restarted console may have lost its last writes.
    @Test func anotherConnectionForgetsTimes() throws {
        var state = ConsoleState()
        try state.take(Self.update(5, 0.5, written: 5), at: 5)
        state.start()
        #expect(!state.isTold && state.value("a", .fader) == 0.5)
        try state.take(Self.update(1, 0.1, written: 1), at: 6)
        #expect(state.value("a", .fader) == 0.1)
    }
}
