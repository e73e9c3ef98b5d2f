import SubdialBasics
import SubdialTestSupport
import Testing

@Suite struct ColumnTests {
    /// The characters whose width the C library of an earlier Unicode has otherwise.
    private static let changes: [(range: ClosedRange<UInt32>, reason: String)] = [
        (0x2630...0x2637, "trigrams are wide since Unicode 16"), (0x268A...0x268F, "monograms and digrams are wide since Unicode 16"),
        (0x1171E...0x1171E, "a sign of Ahom takes a column since Unicode 16"),
        (0x1D300...0x1D356, "Tai Xuan Jing is wide since Unicode 16"), (0x1D360...0x1D376, "counting rods are wide since Unicode 16"),
    ]

    @Test func everyCharacterIsAsWideAsTheCLibraryHasIt() throws {
        let widths = try #require(CLibrary.columns(of: Unicode.Scalar.all), "no wcwidth, or no locale C.UTF-8")
        var known = 0
        for (scalar, expected) in zip(Unicode.Scalar.all, widths) {
            guard let expected else { continue }  // lint: skips
            known += 1
            if scalar.displayWidth != expected, !Self.changes.contains(where: { $0.range.contains(scalar.value) }) {
                Issue.record("U+\(String(scalar.value, radix: 16)) has \(scalar.displayWidth) columns, in the C library \(expected)")
            }
        }
        #expect(known > 280_000)
    }

    @Test func controlCharactersHaveNoColumn() {
        for scalar in Unicode.Scalar.all.prefix(0xA0) where scalar.properties.generalCategory == .control {
            #expect(scalar.displayWidth == 0)
        }
        #expect("\u{2028}\u{2029}\r\n".displayWidth == 0)
    }

    /// What is newer than the C library, and places that Unicode reserves for wide characters.
    @Test(arguments: ["🩷", "🫨", "🛜", "🪿", "🫩", "🪉", "🫪", "🫈", "\u{1FAFC}", "\u{2B73A}", "\u{3347A}"])
    func newCharactersAreWide(_ text: String) {
        #expect(text.displayWidth == 2)
    }

    /// Titles and words in scripts of the world, with their columns as `wcwidth` adds them up.
    @Test(arguments: [
        ("Latin", "Für Elise – naïve", 17),
        ("Vietnamese", "Bèo dạt mây trôi", 16),
        ("combining", "e\u{301}te\u{301} d\u{323}", 5),
        ("Greek", "Ζορμπάς ὕμνος", 13),
        ("Cyrillic", "Калинка й ё", 11),
        ("Glagolitic", "ⰒⰡⰔⰐⰠ", 5),
        ("Coptic", "ϩⲱⲇⲏ", 4),
        ("Armenian", "Սարի Երգ", 8),
        ("Georgian", "სიმღერა", 7),
        ("Hebrew", "הָבָה נָגִילָה", 9),
        ("Arabic", "مُوسِيقَى هادئة", 12),
        ("Syriac", "ܙܡܝܪܬܐ ܙܡܺܝ", 10),
        ("Thaana", "ލަވަ ދިވެހި", 6),
        ("NKo", "ߘߐ߬ߞߟߌ", 5),
        ("Samaritan", "ࠔࠉࠓ", 3),
        ("Mandaic", "ࡆࡌࡀࡓ", 4),
        ("Devanagari", "क्षत्रिय श्रृंगार", 12),
        ("Bengali", "বাউল গান শ্রী", 12),
        ("Gurmukhi", "ਪੰਜਾਬੀ ਗੀਤ", 9),
        ("Gujarati", "ગરબા ગીત", 8),
        ("Oriya", "ଓଡ଼ିଆ ଗୀତ", 7),
        ("Tamil", "தமிழ் இசை கொ", 11),
        ("Telugu", "తెలుగు పాట", 8),
        ("Kannada", "ಕನ್ನಡ ಹಾಡು", 9),
        ("Malayalam", "മലയാളം പാട്ട്", 11),
        ("Sinhala", "සිංහල ගීතය", 8),
        ("Thai", "น้ำตกกลางคืน", 10),
        ("Lao", "ເພງລາວ ນ້ຳ", 9),
        ("Tibetan", "བོད་གཞས་སྙན་བརྒྱུད", 13),
        ("Myanmar", "မြန်မာ သီချင်း", 11),
        ("Khmer", "ចម្រៀង ខ្មែរ", 10),
        ("Tai Le", "ᥑᥣᥛᥰ", 4),
        ("New Tai Lue", "ᦶᦉᧃ", 3),
        ("Tai Tham", "ᨣᩴᩣᨾᩮᩬᩥᨦ", 5),
        ("Tai Viet", "ꪁꪫꪱꪣ", 4),
        ("Lanna Cham", "ꨕꨯꨱꩃ", 2),
        ("Ethiopic", "ዘፈን ሙዚቃ", 7),
        ("Cherokee", "ᏗᎧᏃᎩᏍᏗ", 6),
        ("Canadian", "ᐃᓐᖏᐅᑎ", 5),
        ("Ogham", "ᚁᚂᚃ", 3),
        ("Runic", "ᛋᛟᚾᚷ", 4),
        ("Tagalog", "ᜃᜈ᜔ᜆ", 3),
        ("Hanunoo", "ᜠᜫᜪ᜴", 4),
        ("Buhid", "ᝀᝋᝒ", 2),
        ("Tagbanwa", "ᝠᝫᝲ", 2),
        ("Mongolian", "ᠳᠠᠭᠤᠤ", 5),
        ("Limbu", "ᤛᤢᤏᤡ", 2),
        ("Buginese", "ᨀᨙᨒᨚ", 4),
        ("Balinese", "ᬕᬓᬸᬢᬸ", 3),
        ("Sundanese", "ᮜᮌᮥ", 2),
        ("Batak", "ᯂᯩᯉ᯲ᯑᯩ", 4),
        ("Lepcha", "ᰛᰩᰵ", 3),
        ("Ol Chiki", "ᱥᱮᱨᱮᱧ", 5),
        ("Tifinagh", "ⵉⵣⵍⵉ ⵜ⵿ⵔ", 7),
        ("Hiragana", "うた か\u{3099}", 7),
        ("Katakana", "ソング パ", 9),
        ("half-width Katakana", "ﾊﾝｶｸ ｶﾞﾊﾟ", 9),
        ("Bopomofo", "ㄍㄜ ㄑㄩˇ", 10),
        ("Han", "月亮代表我的心", 14),
        ("Hangul", "아리랑", 6),
        ("Hangul Jamo", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", 4),
        ("old Hangul", "\u{1112}\u{119E}\u{11AB}\u{A960}\u{1161}", 4),
        ("half-width Hangul", "ﾡﾢﾣ", 3),
        ("Yi", "ꀉꀋꀌ", 6),
        ("Lisu", "ꓡꓲꓢ", 3),
        ("Vai", "ꕙꔤ", 2),
        ("Bamum", "ꚠꚡ꛰", 2),
        ("Syloti Nagri", "ꠉꠤꠔ", 3),
        ("Phags-pa", "ꡂꡙ", 2),
        ("Saurashtra", "ꢔꢵꢣ꣄", 3),
        ("Kayah Li", "ꤊꤢꤛꤢ꤬", 4),
        ("Rejang", "ꤽꤾꥎ", 2),
        ("Javanese", "ꦭꦒꦸꦗꦮ", 4),
        ("Meetei Mayek", "ꯏꯁꯩ", 3),
        ("Linear B", "𐀀𐀁", 2),
        ("Gothic", "𐌻𐌹𐌿𐌸", 4),
        ("Deseret", "𐐝𐐬𐑍", 3),
        ("Osage", "𐓏𐓘", 2),
        ("Cuneiform", "𒀀𒂗", 2),
        ("Hieroglyphs", "𓀀𓏏", 2),
        ("Brahmi", "𑀕𑀻𑀢", 2),
        ("Chakma", "𑄉𑄩𑄖𑄴", 2),
        ("Adlam", "𞤔𞤭𞤥𞥅", 3),
        ("Grantha", "𑌗𑍀𑌤", 2),
        ("Tangut", "𗼇𗟲", 4),
        ("Nushu", "𛅰𛅱", 4),
        ("Braille", "⠎⠕⠝⠛", 4),
        ("music", "𝄞𝅘𝅥𝅮 ♪", 6),
        ("full-width", "Ｓｏ，Ｗｈａｔ", 14),
        ("soft hyphen", "Mu\u{AD}sik", 6),
        ("Arabic number sign", "\u{600}١٢", 3),
    ]) func titles(_ script: String, _ title: String, _ columns: Int) throws {
        #expect(title.displayWidth == columns, "\(script)")
        let widths = try #require(CLibrary.columns(of: title.unicodeScalars))
        // A library of an earlier Unicode does not have each of them.
        if let all = widths.reduce(0, { sum, width in width.flatMap { width in sum.map { $0 + width } } }) { #expect(all == columns) }
        // A table of the command line: the column behind the title starts at the same place.
        #expect(title.padded(columns: 30).displayWidth == 30)
        #expect(title.padded(columns: 30) == title + String(repeating: " ", count: 30 - columns))
    }

    /// Emoji of several scalars, and what looks like one.
    @Test(arguments: [
        ("👩‍👩‍👧‍👦", 2), ("👩🏽‍🎤", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("🏳️‍🌈", 2), ("❤️‍🔥", 2), ("❤‍🔥", 2), ("👁️‍🗨️", 2), ("🧑🏻‍❤️‍💋‍🧑🏿", 2), ("🐦‍⬛", 2), ("👯🏻", 2), ("☝🏿", 2), ("☝️", 2),
        ("☝", 1), ("1️⃣", 2), ("1\u{20E3}", 1), ("1\u{FE0F}", 2), ("©️", 2), ("©", 1), ("🅰", 1), ("🅰️", 2), ("⌚", 2), ("⌚︎", 2), ("☎︎", 1),
        ("🇩🇪", 2), ("🇩", 1), ("🇩🇪🇫", 3), ("🏻", 2), ("a🏻", 3), ("🍎🏻", 4), ("👩\u{200D}", 2), ("\u{200D}👩", 2), ("👩\u{200D}a", 3),
        ("a\u{200D}👩", 3),
        ("a\u{FE0F}", 1), ("👩\u{301}\u{200D}👩\u{302}", 2), ("क्‍ष", 2), ("\u{600}👩", 3),
    ])
    func emoji(_ text: String, _ columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test func aTextIsAsWideAsItsCharacters() {
        for text in HardTexts.all {
            #expect(text.displayWidth == text.reduce(0) { $0 + $1.displayWidth }, "\(text)")
            #expect(text[...].displayWidth == text.displayWidth)
        }
        // Each character in a text of its own, with others, and with those that change widths.
        for scalar in Unicode.Scalar.all where scalar.value % 7 == 0 {
            let text = "\(scalar)\u{FE0F}x\(scalar)\u{200D}\(scalar)"
            #expect(text.displayWidth == text.reduce(0) { $0 + $1.displayWidth }, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test(arguments: 1...40) func aCutTextHasExactlyTheColumnsAndWholeCharacters(columns: Int) {
        for text in HardTexts.all {
            let start = text.prefix(columns: columns)
            #expect(start.displayWidth <= columns)
            #expect(Array(start) == Array(text.prefix(start.count)))
            // One more character does not fit.
            #expect(start.count == text.count || text.prefix(start.count + 1).displayWidth > columns)
            let (truncated, fitted) = (text.truncated(columns: columns), text.fitted(columns: columns))
            #expect(truncated.displayWidth <= columns)
            guard text.displayWidth > columns else {
                #expect(truncated == text && fitted == text)
                continue
            }
            #expect(fitted.displayWidth == columns, "\(text)")
            #expect(fitted == truncated.padded(columns: columns))
            // What is left is a number of whole characters, and the ellipsis.
            let kept = truncated.dropLast()
            #expect(truncated.last == "…" && Array(kept) == Array(text.prefix(kept.count)), "\(text)")
        }
    }

    @Test(arguments: 1...40) func aPaddedTextHasAtLeastTheColumns(columns: Int) {
        for text in HardTexts.all {
            let padded = text.padded(columns: columns)
            #expect(padded.displayWidth == max(columns, text.displayWidth))
            #expect(padded.hasPrefix(text) && padded.utf8.count == text.utf8.count + max(0, columns - text.displayWidth))
        }
    }
}
