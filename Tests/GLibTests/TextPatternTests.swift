import SubdialGLib
import Testing

@Suite struct TextPatternTests {
    @Test(arguments: [
        (#"\s*\((Official|Lyric)[^)]*\)"#, "So What (Official Video) live", "So What live"), (#"^\(\d+\) "#, "(30) So What", "So What"),
        ("(?i)official", "OFFICIAL Official", " "), ("x*", "axxb", "ab"), ("é+", "caféé", "caf"), (".", "👨🏽‍👩🏽‍👧🏽 a", ""),
        ("$", "a", "a"), ("b", "", ""), (#"\p{Lu}"#, "Åa", "a"),
    ])
    func matchesAreRemoved(_ pattern: String, _ text: String, _ expected: String) throws {
        #expect(try TextPattern(pattern).removed(from: text) == expected)
    }

    @Test(arguments: [
        ("(", "missing terminating )"), ("[a", "missing terminating ] for character class"), ("(?<=a+)b", "lookbehind"),
        ("(*LIMIT_MATCH=99999999)(a+)+$", "options"), ("(*UTF)a", "options"), ("a\0b", "zero byte"),
        (String(repeating: "a", count: 1001), "1000 bytes"),
    ])
    func aWrongPatternIsRefusedWithItsReason(_ pattern: String, _ reason: String) {
        let error = #expect(throws: TextPattern.Refusal.self) { try TextPattern(pattern) }
        let said = error?.description ?? ""
        #expect(said.contains(reason) && !said.contains("LIMIT_DEPTH"), "\(said)")
    }

    /// Without the limits, these take longer than the sun will shine.
    @Test(arguments: ["(a+)+$", "^(a|a?)+$", "(a|aa)+$", "(.*)*b$c", "((a{0,5}){0,5})*[c]"])
    func noPatternRunsForEver(_ pattern: String) throws {
        let text = String(repeating: "a", count: TextPattern.maximumTitle - 1) + "!"
        let result = Result { try TextPattern(pattern).removed(from: text) }
        switch result {
        case .success(let rest): #expect(rest.allSatisfy { $0 == "a" || $0 == "!" })
        case .failure(let error): #expect(error is TextPattern.Refusal)
        }
    }

    /// The ranges of matches and groups, in bytes.
    @Test func matchesHaveGroups() throws {
        let pattern = try TextPattern(#"(?<l>[a-zé])(\d)?"#)
        var patience = 0
        let found = try pattern.matches(in: "é1-b", patience: &patience)
        #expect(found.map(\.groups) == [[0..<3, 0..<2, 2..<3], [4..<5, 4..<5]])
        #expect(pattern.groupCount == 2 && pattern.group(named: "l") == 1 && pattern.group(named: "m") == nil)
        #expect(try pattern.matches(in: "abc", first: 2, patience: &patience).count == 2)
        #expect(try TextPattern("x*").matches(in: "é", patience: &patience).map(\.range) == [0..<0, 2..<2])
    }

    /// A few places may take more work than usual, and no more.
    @Test func patience() throws {
        let line = String(repeating: "a", count: 16_000) + "b"
        var patience = 1
        let slow = try TextPattern("a.*?b")
        #expect(try slow.matches(in: line, patience: &patience).map(\.range) == [0..<16_001])
        #expect(patience == 0)
        #expect(throws: TextPattern.Refusal.self) { try slow.matches(in: line, patience: &patience) }
        #expect(throws: TextPattern.Refusal.self) { try slow.matches(in: line + line, patience: &patience) }
        #expect(throws: TextPattern.Refusal.self) { try slow.matches(in: "a\0", patience: &patience) }
    }

    @Test func aLongTextStaysAsItIs() throws {
        let text = String(repeating: "a", count: TextPattern.maximumTitle + 1)
        #expect(try TextPattern("a").removed(from: text) == text)
        // A single byte of a character is no text.
        #expect((try? TextPattern(#"\C"#).removed(from: "é")) ?? "" != "é")
    }
}
