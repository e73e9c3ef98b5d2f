import Testing

@testable import SubdialPlayers

/// Tests of splitting a byte stream into lines.
@Suite struct MessageLinesTests {
    private func take(_ lines: inout MessageLines, _ text: String) -> [String] {
        lines.parse(Array(text.utf8)[...]).map { "\($0.place): " + ($0.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "too long") }
    }

    @Test func cutsAndCounts() {
        var lines = MessageLines(maximum: 10)
        #expect(take(&lines, "a\n\n  \nb\r\nc") == ["line 1: a", "line 4: b"])
        #expect(take(&lines, "d") == [])
        #expect(take(&lines, "\n0123456789\n") == ["line 5: cd", "line 6: 0123456789"])
        lines.skip(Array("x\ny\n".utf8)[...])
        #expect(take(&lines, "e\n") == ["line 9: e"])
        lines.jump(to: 1000)
        #expect(take(&lines, "fff\ng\n") == ["the line at byte 1000: fff", "the line at byte 1004: g"])
    }

    /// A line without an end is reported once while it grows, and is not kept in memory.
    @Test func aLineWithoutEndIsToldOnce() {
        var lines = MessageLines(maximum: 64 << 10)
        let zeros = [UInt8](repeating: 0, count: 64 << 10)
        var told: [MessageLines.Line] = []
        for _ in 0..<200 { told += lines.parse(zeros[...]) }
        #expect(told == [MessageLines.Line(place: .number(1), bytes: nil)])
        #expect(take(&lines, "end\nnext\n") == ["line 2: next"])
    }

    @Test func handsOverALineBeforeItsEndOnce() {
        var lines = MessageLines(maximum: 100)
        #expect(take(&lines, "{}") == [])
        #expect(lines.unendedLine { _ in false } == nil)
        #expect(lines.unendedLine { _ in true } == MessageLines.Line(place: .number(1), bytes: Array("{}".utf8)))
        #expect(lines.unendedLine { _ in true } == nil)
        // White space up to its end is not another line, but anything else is.
        #expect(take(&lines, " \r\n{}") == [])
        #expect(lines.unendedLine { _ in true }?.place == .number(2))
        #expect(take(&lines, "x\n") == ["line 2: {}x"])
        #expect(take(&lines, "{}\n") == ["line 3: {}"])
        #expect(take(&lines, "{") == [])
        #expect(lines.unendedLine { _ in true } == nil)
    }
}
