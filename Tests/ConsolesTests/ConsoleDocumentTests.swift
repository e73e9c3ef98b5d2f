import SubdialExpressions
import SubdialMixers
import Testing

@testable import SubdialConsoles

/// Tests of a console's document.
@Suite struct ConsoleDocumentTests {
    private static let three = #"""
        {"masterFader": 0.8, "selectedChannel": 2, "channels": [{"id": 1, "name": "A", "faderLevel": 0.72000002861023, "level": -6.2},
         {"id": 2, "name": "B", "solo": true, "level": -18.3}, {"id": 3, "name": "C", "mute": true}]}
        """#

    @Test(
        arguments: [
            ("connected", true), ("selected", "2"), ("any_solo", true), ("master.fader", 0.8), ("channels.0.fader", 0.72),
            ("channels.0.audible", false), ("channels.1.audible", true), ("channels.2.audible", false), ("channels.0.level", -6.0),
            ("channels.0.zone", "red"), ("channels.1.level", -18.5), ("channels.1.zone", "green"), ("channels.2.level", .missing),
            ("channels.2.zone", .missing), ("channels.0.pending", false), ("waiting", .integer(0)),
        ] as [(String, Value)])
    func members(_ path: String, _ value: Value) throws {
        #expect(member(path, of: try ConsoleState(Self.three).document(isConnected: true)) == value)
    }

    /// The meters of an unreachable console show silence.
    @Test func aConsoleThatIsAwayIsSilent() throws {
        let document = try ConsoleState(Self.three).document(isConnected: false)
        #expect(member("levels", of: document) == .list([.double(-60), .double(-60), .double(-60)]))
        #expect(member("channels.0.level", of: document) == .missing && member("channels.0.peak", of: document) == .missing)
    }

    @Test func namesAreBounded() throws {
        let marks = String(repeating: "\u{301}", count: 5000)
        let state = try ConsoleState(#"{"channels": [{"id": 1, "name": "e\#(marks)\u001b[31m"}]}"#)
        #expect(state.channels.first?.name.unicodeScalars.count == 200)
    }

    @Test func waitingEditsAreShown() throws {
        let edits = [
            ConsoleEdit(1, channel: "2", field: .solo, value: 0, time: moment(9)),
            ConsoleEdit(2, channel: "master", field: .fader, value: 0.5, time: moment(9)),
            ConsoleEdit(3, channel: "none", field: .fader, value: 0.5, time: moment(9)),
        ]
        let document = try ConsoleState(Self.three).document(isConnected: false, waiting: edits)
        #expect(member("any_solo", of: document) == false && member("channels.0.audible", of: document) == true)
        #expect(member("channels.1.pending", of: document) == true && member("channels.0.pending", of: document) == false)
        #expect(member("master.fader", of: document) == 0.5 && member("waiting", of: document) == .integer(3))
    }

    @Test func aPeakIsHeldAndFalls() throws {
        var state = ConsoleState()
        func told(_ level: Double, _ more: String = "", at seconds: Double) throws -> (Double, Double) {
            try state.take(#"{"channel_states": [{"channel_id": "a", "level": \#(level)\#(more)}]}"#, at: seconds)
            return (state["a"]?.level ?? 0, state["a"]?.peak ?? 0)
        }
        #expect(try told(-10, at: 0) == (-10, -10))
        let held = try told(-60, at: MeterBallistics.hold)
        #expect(held.0 < -10 && held.1 == -10)
        let fallen = try told(-60, at: MeterBallistics.hold + 1)
        #expect(abs(fallen.1 - (-10 - MeterBallistics.fall)) < 0.001)
        #expect(try told(-60, #", "peak": -3"#, at: 3).1 == -3)
    }

    @Test func silenceIsNoNews() throws {
        var state = try ConsoleState(#"{"channels": [{"id": "a", "level": -70}]}"#)
        let before = state.document(isConnected: true)
        try state.take(#"{"channel_states": [{"channel_id": "a", "level": -65.2}]}"#, at: 5)
        #expect(state.document(isConnected: true) == before)
    }
}
