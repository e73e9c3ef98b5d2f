import SubdialPlayback
import Testing

@testable import SubdialPlayers

/// Tests of the log messages about skipped lines.
@Suite struct MessageComplaintsTests {
    private let address: MessageFileAddress
    private let start = ContinuousClock.now

    init() throws { address = try MessageFileAddress("file:/x") }

    private func take(_ complaints: inout MessageComplaints, _ error: MessageError, _ line: Int, after seconds: Int = 0) -> String? {
        complaints.apply(error, at: .number(line), of: address, now: start + .seconds(seconds))
    }

    @Test func tellsEachReasonOnce() {
        var complaints = MessageComplaints()
        #expect(complaints.first == nil)
        #expect(take(&complaints, .notJSON, 3) == "line 3 of file:/x is skipped: it is no JSON object")
        #expect(take(&complaints, .notJSON, 4) == nil)
        #expect(take(&complaints, .notJSON, 5, after: 1000) == nil)
        #expect(
            take(&complaints, .tooLong(limit: 9), 6, after: 1000)
                == "line 6 of file:/x is skipped: it has more than 9 bytes; 2 more before it were skipped")
        #expect(complaints.first == "line 3: it is no JSON object")
    }

    @Test func tellsFewInAShortTime() {
        var complaints = MessageComplaints()
        var told = 0
        // Each with a different reason.
        for line in 1...10_000 where take(&complaints, .badField("\(line)"), line) != nil { told += 1 }
        #expect(told == MessageComplaints.burst)
        for line in 10_001...20_000 where take(&complaints, .badField("\(line)"), line, after: 21) != nil { told += 1 }
        #expect(told == MessageComplaints.burst + 2)
        // Reasons beyond the rate limit are logged when they occur again.
        #expect(take(&complaints, .badField("20000"), 20_001, after: 100)?.contains("; 9998 more before it") == true)
    }
}
