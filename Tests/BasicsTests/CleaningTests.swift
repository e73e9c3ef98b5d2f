import SubdialBasics
import Testing

@Suite struct CleaningTests {
    @Test(arguments: [
        ("Unified Hi-Fi Control", "Unified Hi-Fi Control"),
        ("a\u{1B}[31mb", "a [31mb"),
        ("a\n\t\u{0} b\u{85}c\u{2028}d", "a b c d"),
        ("  a  ", "a"),
        ("\u{202E}evil\u{202C}\u{2066}x\u{2069}\u{200B}\u{FEFF}", "evilx"),
        ("👩\u{200D}🎤 Küche", "👩\u{200D}🎤 Küche"),
        ("e" + String(repeating: "\u{301}", count: 500), "e" + String(repeating: "\u{301}", count: 15)),
        (String(repeating: "x", count: 63), String(repeating: "x", count: 63)),
        (String(repeating: "x", count: 10_000), String(repeating: "x", count: 62) + "…"),
        ("\u{E000}\u{1B}", ""),
    ])
    func isOneHarmlessLine(_ text: String, _ line: String) {
        #expect(text.oneLine(limit: 63) == line)
    }

    @Test(arguments: [
        ("", ""), ("  a b\t\r\n", "a b"), ("\u{1B}[31mred", "[31mred"),
        (String(repeating: "x", count: 500), String(repeating: "x", count: 199) + "…"),
    ])
    func oneLineOfMessages(_ text: String, _ expected: String) {
        #expect(text.oneLine() == expected)
    }
}
