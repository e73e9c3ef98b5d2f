/// Texts that are hard to measure and to cut, and cleaned as a line is: without control characters.
public enum HardTexts {
    /// The texts, without two that are equal.
    public static let all: [String] =
        [
            "", "a", "So What", "日本語のタイトル", "a日b本c語", "한국어 제목 가나다", "Ｓｏ Ｗｈａｔ", "ﾊﾝｶｸｶﾅのｶﾞﾊﾟ",
            // Lone parts of sequences
            "\u{200D}", "\u{200D}a", "a\u{200D}", "👩\u{200D}", "👩\u{200D}a", "\u{FE0F}", "\u{FE0F}\u{FE0E}\u{FE0F}", "a\u{FE0F}b", "🏻",
            "a🏻b", "🍎🏻🏿",
            "🇩", "🇩🇪🇫", "🇩🇪🇫🇷🇮🇹🇪", "\u{20E3}", "1\u{20E3}2️⃣3\u{FE0F}", "\u{E0067}\u{E007F}", "🏴\u{E0067}\u{E0062}", "\u{301}\u{302}abc",
            "\u{1161}\u{11A8}",
            // Emoji of several scalars
            "👩‍👩‍👧‍👦🇩🇪", "👍🏽 ☝🏿 ☝️", "❤️‍🔥❤‍🔥", "🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣2️⃣#️⃣", "🧑🏻‍❤️‍💋‍🧑🏿🏳️‍🌈", "🩷🛜🪿🫨🫩🫪", "☎☎️☎︎⌚︎", "👯🏻🤼🏿‍♀️",
            // From right to left
            "שלום עולם", "מוזיקה Music עברית", "موسيقى هادئة", "\u{2068}שלום\u{2069} – \u{2068}مرحبا\u{2069}", "\u{600}١٢٣",
            // Signs in and around letters
            "क्षत्रिय हिन्दी गीत श्रृंखला", "क्‍ष र्‌य त्र्य", "རྒྱལ་རབས་བརྒྱུད་པ", "བསྒྲུབས་ཏེ་བཞུགས་སོ", "น้ำตกกลางคำคืน", "ກຳລັງ ນ້ຳ", "မြန်မာ သီချင်း ကြွေ", "ភាសាខ្មែរ ស្ត្រី",
            "மொழி கொ", "കാറ്റ് ക്ഷ്മ", "ᮜᮌᮥ ᬕᬓᬸ",
            // Parts of syllables of Hangul: consonant, vowel, final, and more of each
            "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "\u{1100}\u{1100}\u{1100}가", "가\u{11A8}\u{11A8}나\u{1161}",
            "\u{115F}\u{1161}\u{1112}\u{1160}",
            "\u{A960}\u{D7B0}\u{D7CB}",
            "e\u{301}e\u{301}e\u{301}", "Mu\u{AD}sik \u{AD}", "\u{E000}\u{F8FF}", "𝄞𝅘𝅥𝅮 𠀀𠀁", "Ṫ̈́͗a̶̛͖l̷̰͝k̸̤̈́ ̵̡̛t̷̞̕o̸͇͐ ̶̪̅m̵̘̾e̷̳̕",
        ] + long

    private static let long = [
        Array(repeating: "👩", count: 50).joined(separator: "\u{200D}"),
        "a" + String(repeating: "\u{200D}", count: 50) + "b",
        "a" + accents(50) + "日" + accents(50) + "👩" + accents(12) + "x",
        (0..<20).map { "日" + accents($0) + "é" + accents(20 - $0) }.joined(),
        String(repeating: "🇩", count: 31), String(repeating: "🏽", count: 9), String(repeating: "\u{1100}", count: 9),
        String(repeating: "日本", count: 40), String(repeating: "क्षि", count: 20), String(repeating: "x", count: 90),
    ]

    private static func accents(_ count: Int) -> String { String((0..<count).map { marks[$0 % marks.count] }.joined()) }

    private static let marks = ["\u{300}", "\u{301}", "\u{315}", "\u{323}", "\u{332}", "\u{489}", "\u{20DD}"]
}
