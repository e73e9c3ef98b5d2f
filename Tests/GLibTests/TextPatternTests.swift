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

    @Test func aLongTextStaysAsItIs() throws {
        let text = String(repeating: "a", count: TextPattern.maximumTitle + 1)
        #expect(try TextPattern("a").removed(from: text) == text)
        // A single byte of a character is no text.
        #expect((try? TextPattern(#"\C"#).removed(from: "é")) ?? "" != "é")
    }
}
