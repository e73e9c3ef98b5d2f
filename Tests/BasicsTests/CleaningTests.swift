import SubdialBasics
import SubdialTestSupport
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

    // MARK: What nobody sees

    /// Every scalar that Unicode calls a format character or lets a font ignore, and every noncharacter.
    private static let invisible: [Unicode.Scalar] = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
        scalar.properties.generalCategory == .format || scalar.properties.isDefaultIgnorableCodePoint || scalar.value & 0xFFFE == 0xFFFE
            || (0xFDD0...0xFDEF).contains(scalar.value)
    }

    /// The format characters that are visible: signs of numbers and verses, and the brackets around hieroglyphs.
    private static let visible: [ClosedRange<UInt32>] = [
        0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110BD, 0x110CD...0x110CD, 0x13430...0x1345F,
    ]

    /// The invisible scalars that stay between two texts in addition to what stays without them.
    private func kept(between left: String, and right: String) -> [UInt32] {
        func count(_ middle: [Unicode.Scalar]) -> Int {
            String(String.UnicodeScalarView(left.unicodeScalars + middle + right.unicodeScalars)).cleaned().unicodeScalars.count
        }
        let without = count([])
        return Self.invisible.filter { count([$0]) > without }.map(\.value).filter { value in !Self.visible.contains { $0.contains(value) }
        }
    }

    @Test(
        "No invisible scalar stays but where a script or an emoji needs it",
        arguments: [
            // Latin, Hebrew, Han, Hangul, Thai, a space, a digit and a sign have variants at most.
            ("a", "b", Array(0xFE00...0xFE0D)), ("", "", []), (" ", " ", []), ("ש", "ש", Array(0xFE00...0xFE0D)),
            ("語", "語", Array(0xFE00...0xFE0D) + Array(0xE0100...0xE01EF)), ("한", "국", Array(0xFE00...0xFE0D)),
            ("น", "้", Array(0xFE00...0xFE0D)), ("1", "2", Array(0xFE00...0xFE0F)), ("e\u{301}", "a", []),
            ("a\u{200B}", "a", Array(0xFE00...0xFE0D)),
            // Joiners belong between letters of these scripts, and behind the sign for a missing vowel.
            ("می", "خ", [0x200C, 0x200D] + Array(0xFE00...0xFE0D)), ("می", " ", Array(0xFE00...0xFE0D)), (" ", "خ", []),
            ("क\u{94D}", "ष", [0x200C, 0x200D]), ("ന\u{D4D}", "", [0x200C, 0x200D]), ("ක\u{DCA}", "ර", [0x200C, 0x200D]),
            ("می\u{200C}", "خ", []), ("می", "a", Array(0xFE00...0xFE0D)),
            ("\u{1820}", "\u{1820}", [0x180B, 0x180C, 0x180D, 0x180E, 0x180F, 0x200C, 0x200D] + Array(0xFE00...0xFE0D)),
            // Emoji have a joiner between them, and a variant.
            ("👩", "🎤", [0x200D] + Array(0xFE00...0xFE0F)), ("👩", "a", Array(0xFE00...0xFE0F)), ("a", "👩", Array(0xFE00...0xFE0D)),
            ("👩🏽", "🎤", [0x200D] + Array(0xFE00...0xFE0F)), ("❤\u{FE0F}", "🔥", [0x200D]), ("🏴", "x", Array(0xFE00...0xFE0F)),
        ] as [(String, String, [UInt32])])
    func invisibleScalars(_ left: String, _ right: String, _ expected: [UInt32]) {
        #expect(kept(between: left, and: right) == expected.sorted())
    }

    @Test(
        "What scripts and emoji are made of stays, scalar by scalar",
        arguments: [
            "👩\u{200D}👩\u{200D}👧\u{200D}👦", "🏳\u{FE0F}\u{200D}🌈", "👩🏽\u{200D}🎤", "❤\u{FE0F}\u{200D}🔥", "1\u{FE0F}\u{20E3}", "⏸\u{FE0E}",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}", "🏴\u{200D}☠\u{FE0F}", "می\u{200C}خواهم", "क्\u{200D}ष", "ക്\u{200D}",
            "ශ්\u{200D}රී", "葛\u{E0100}", "ᠠ\u{180E}ᠠ", "שלום עולם", "مرحبا بالعالم", "été", "e\u{301}te\u{301}", "\u{E0B0} Nerd", "𝄞", "🇩🇪",
        ])
    func visibleTexts(_ text: String) {
        #expect(Array(text.cleaned().unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(
        "Tags stay in the three flags that have them, and nowhere else",
        arguments: [
            // Another region, a flag without an end, and a message in tags behind a flag and behind a letter.
            ("🏴\u{E0075}\u{E0073}\u{E0074}\u{E0078}\u{E007F}", "🏴"), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}", "🏴"),
            ("🏳\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏳"),
            ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{E0061}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"),
            ("a\u{E0068}\u{E0069}\u{E007F}b", "ab"),
        ])
    func tags(_ text: String, _ expected: String) {
        #expect(Array(text.cleaned().unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("Cleaning changes nothing in what is cleaned already")
    func cleaningTwice() {
        var random = SplitMix64(seed: 31)
        let pieces: [Unicode.Scalar] =
            ["a", " ", "\n", "\r", "\u{200C}", "\u{200D}", "\u{FE0F}", "ی", "خ", "क", "\u{94D}", "👩", "🎤", "🏴", "\u{E0067}", "\u{E007F}"]
            + ["\u{202E}", "\u{2068}", "\u{301}", "\u{200B}", "\u{1820}", "\u{180B}", "\u{180E}"]
        for _ in 0..<5000 {
            let scalars = (0..<Int.random(in: 0..<12, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
            for keepingLines in [false, true] {
                let clean = String(String.UnicodeScalarView(scalars)).cleaned(keepingLines: keepingLines)
                let again = clean.cleaned(keepingLines: keepingLines)
                #expect(Array(again.unicodeScalars) == Array(clean.unicodeScalars), "\(scalars)")
            }
        }
    }

    @Test(
        "Lines stay where they are wanted, without the spaces that ends of lines would leave",
        arguments: [("a\r\nb", "a\nb"), ("a\n\nb", "a\n\nb"), ("a\rb", "a b"), ("a\tb\u{2028}c", "a b c")])
    func lines(_ text: String, _ expected: String) {
        #expect(text.cleaned(keepingLines: true) == expected)
    }

    @Test(
        "A text with a right-to-left letter is isolated from others, and what a cut has left open is closed",
        arguments: [
            ("So What", "So What"), ("שיר", "\u{2068}שיר\u{2069}"), ("a م", "\u{2068}a م\u{2069}"), ("٣", "٣"), ("𞤀", "\u{2068}𞤀\u{2069}"),
            ("", ""),
        ])
    func isolation(_ text: String, _ expected: String) {
        #expect(Array(text.isolated.unicodeScalars) == Array(expected.unicodeScalars))
        #expect(expected.closingIsolates == expected)
        #expect(("\u{2068}" + expected).closingIsolates == "\u{2068}" + expected + "\u{2069}")
    }
}
