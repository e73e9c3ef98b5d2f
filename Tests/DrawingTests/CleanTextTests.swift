import Testing

@testable import SubdialDrawing

@Suite struct CleanTextTests {
    @Test(arguments: [
        ("So What", "So What"),
        ("a\nb\r\nc\rd\u{2028}e\u{2029}f\u{85}g", "a\u{2028}b\u{2028}c\u{2028}d\u{2028}e\u{2028}f\u{2028}g"),
        ("a\tb", "a b"),
        ("a\0b\u{7}c\u{7F}d\u{9B}e\u{FEFF}f\u{FFFC}g", "abcdefg"),
        // Paired directional controls stay, and unpaired ones are removed.
        ("a\u{202E}b\u{202C}c", "a\u{202E}b\u{202C}c"),
        ("a\u{2067}b\u{2069}c", "a\u{2067}b\u{2069}c"),
        ("a\u{202E}bc", "abc"),
        ("a\u{202C}bc\u{2069}", "abc"),
        ("\u{2066}a\u{202E}b\u{2069}c", "abc"),
        ("👨‍👩‍👧‍👦 ❤️ é e\u{301}", "👨‍👩‍👧‍👦 ❤️ é e\u{301}"),
        ("e" + String(repeating: "\u{301}", count: 50) + "x", "e" + String(repeating: "\u{301}", count: 6) + "x"),
    ])
    func cleans(text: String, expected: String) {
        #expect(Array(CleanText(text).string.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func cutsWhatIsTooLong() {
        #expect(CleanText(String(repeating: "x", count: 100_000)).scalars.count == 4000)
    }

    @Test func tellsScriptsApart() {
        let text = CleanText("Ab 日本 한국 عربي 👍")
        let kinds = ScriptRun.runs(in: text.scalars)
        #expect(kinds.map(\.kind) == [.alphabetic, .han, .hangul, .arabic, .other])
        #expect(kinds.first?.bytes.lowerBound == 0)
        #expect(kinds.last?.bytes.upperBound == text.string.utf8.count)
        for (a, b) in zip(kinds, kinds.dropFirst()) { #expect(a.bytes.upperBound == b.bytes.lowerBound) }
    }

    @Test func theCacheKeepsWhatIsUsed() {
        var cache = RecentCache<Int, Int>(capacity: 4)
        cache[0] = 0
        for key in 1...100 {
            cache[key] = key
            #expect(cache[0] == 0)
        }
        #expect(cache[100] == 100)
        #expect(cache[50] == nil)
    }
}
