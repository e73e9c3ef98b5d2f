import SubdialBasics
import SubdialExpressions
import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("a", 1), ("So What", 7), ("é", 1), ("e\u{301}", 1), ("a\u{301}\u{302}\u{303}", 1), ("日本語", 6), ("戦場のメリー", 12), ("한국어", 6),
        ("ｱｲｳ", 3),
        ("Ａ", 2), ("、", 2), ("👨‍👩‍👧", 2), ("👩🏽‍🎤", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🇩", 1), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("❤", 1), ("❤️", 2), ("▶️", 2), ("☎", 1),
        ("\u{FE0F}", 0), ("a\u{FE0F}", 1), ("☎︎", 1),
        ("1️⃣", 2), ("#", 1), ("…", 1), ("–", 1), ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\u{0}\u{7}\n\t", 0), ("\u{7F}", 0),
        ("\u{AD}", 1),
        ("\u{301}", 0), ("שלום", 4), ("مرحبا", 5), ("สวัสดี", 4), ("हिन्दी", 5), ("\r\n", 0), ("\u{2028}", 0), ("𝄞", 1), ("𠀀", 2),
        ("\u{E000}", 1), ("\u{202E}abc", 3),
    ])
    func ofText(_ text: String, _ expected: Int) {
        #expect(text.displayWidth == expected)
    }

    @Test(arguments: [
        ("So What", 7, "So What"), ("So What", 6, "So Wh…"), ("So What", 4, "So…"), ("So What", 1, "…"), ("So What", 0, ""),
        ("So What", -3, ""), ("", 5, ""),
        ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("ab 🇩🇪🇫🇷", 5, "ab…"), ("ab 🇩🇪🇫🇷", 6, "ab 🇩🇪…"),
    ])
    func truncation(_ text: String, _ columns: Int, _ expected: String) {
        #expect(text.truncated(columns: columns) == expected)
    }

    @Test func truncationWithAnotherEllipsis() {
        #expect("So What".truncated(columns: 6, ellipsis: "..") == "So W..")
        #expect("So What".truncated(columns: 2, ellipsis: "日本") == "日")
        #expect("So What".truncated(columns: 6, ellipsis: "") == "So Wha")
    }

    @Test(arguments: [
        ("So What", 3, "So "), ("日本語", 3, "日"), ("日本語", 1, ""), ("a\u{301}b", 1, "a\u{301}"), ("ab", 9, "ab"), ("ab", -1, ""),
    ])
    func prefixes(_ text: String, _ columns: Int, _ expected: String) {
        #expect(text.prefix(columns: columns) == expected)
    }

    @Test(arguments: [("ab", 4, "ab  "), ("日", 4, "日  "), ("abcd", 2, "abcd"), ("", 2, "  ")])
    func padding(_ text: String, _ columns: Int, _ expected: String) {
        #expect(text.padded(columns: columns) == expected)
    }
}
