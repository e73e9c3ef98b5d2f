import Foundation
import SubdialFeeds
import Testing

/// Tests that no scalar of Unicode hides another one from an escaping.
///
/// These scalars are those that join an adjacent one to a character, and all control and format characters.
@Suite struct EscapingTests {
    /// Scalars that could change the interpretation of an adjacent one.
    ///
    /// With `SUBDIAL_HOSTILE` in the environment, those of all of Unicode, otherwise some of each kind.
    static let joiners: [Unicode.Scalar] = {
        let isWhole = ProcessInfo.processInfo.environment["SUBDIAL_HOSTILE"] != nil
        let known: [Unicode.Scalar] = [
            "\u{0}", "\u{1B}", "\u{85}", "\u{9B}", "\u{300}", "\u{301}", "\u{600}", "\u{6DD}", "\u{70F}", "\u{903}", "\u{D4E}", "\u{1100}",
            "\u{1160}",
            "\u{11A8}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}", "\u{20DD}",
            "\u{20E3}", "\u{FE0F}",
            "\u{FEFF}", "\u{110BD}", "\u{111C2}", "\u{1F1E6}", "\u{1F3FB}", "\u{E0041}", "\u{E007F}", "\u{E0100}",
        ]
        guard isWhole else { return known }
        return (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark: true
            default:
                String(String.UnicodeScalarView([scalar, "$"])).count == 1 || String(String.UnicodeScalarView(["$", scalar])).count == 1
            }
        }
    }()

    /// Returns each of `signs` with `joiner` before, after and around it, and twice.
    static func text(with joiner: Unicode.Scalar, _ signs: [Unicode.Scalar]) -> String {
        var scalars = String.UnicodeScalarView()
        for sign in signs { scalars.append(contentsOf: [joiner, sign, joiner, "a", sign, sign, joiner, "{", "a"]) }
        return String(scalars)
    }

    /// The bar reads back the same text, scalar by scalar, without the control characters that are always removed.
    @Test(arguments: BarReader.all)
    func isReadBackLiterally(_ reader: BarReader) throws {
        let format = try FeedFormat.named(reader.format)
        for joiner in Self.joiners {
            let text = Self.text(with: joiner, reader.signs)
            let expected = reader.sees(text)
            let shown = reader.read(Array(format.escape(text).unicodeScalars))
            guard shown != expected else { continue }  // lint: skips
            Issue.record("U+\(String(joiner.value, radix: 16)) for \(reader.format): \(format.escape(text).debugDescription)")
            return
        }
    }

    @Test func everyFormatThatEscapesIsReadBack() {
        let verbatim: Set = ["json", "plain", "file", "xmobar"]
        #expect(Set(FeedFormat.all.map(\.name)) == verbatim.union(BarReader.all.map(\.format)))
    }

    /// xmobar reads exactly as many scalars as the line specifies, for any scalars.
    @Test func xmobarCountsWhatItGets() throws {
        let format = try FeedFormat.named("xmobar")
        for joiner in Self.joiners {
            let line = format.line(for: FeedContent(text: "a\(joiner)`<\(joiner)/>b"))
            let scalars = Array(line.unicodeScalars)
            let opening = Array("<raw=".unicodeScalars)
            let place = try #require(scalars.indices.first { scalars[$0...].starts(with: opening) }) + opening.count
            let digits = scalars[place...].prefix { ("0"..."9").contains($0) }
            let count = try #require(Int(String(String.UnicodeScalarView(digits))))
            let end = place + digits.count + 1 + count
            #expect(scalars[end...].starts(with: "/></action>".unicodeScalars))
        }
    }

    /// A JSON line contains no control characters, for any scalars in the text.
    @Test func aJSONLineIsOneLineOfASCIIControls() throws {
        for name in ["waybar", "i3bar", "i3blocks", "i3status-rust", "json"] {
            let format = try FeedFormat.named(name)
            for joiner in Self.joiners {
                let line = format.line(for: FeedContent(text: "a\(joiner)\"\(joiner)\\\(joiner)\u{9B}b"))
                #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }, "\(name)")
            }
        }
    }
}

/// A bar's interpretation of text, implemented independently from its documentation or source, scalar by scalar.
struct BarReader: Sendable, CustomTestStringConvertible {
    let format: String
    /// The scalars with a meaning for the bar.
    let signs: [Unicode.Scalar]
    /// The scalars that replace others.
    let replaced: [Unicode.Scalar: Unicode.Scalar]
    /// Returns the literal text that the bar shows; nil if the bar would interpret a part of it.
    let read: @Sendable ([Unicode.Scalar]) -> [Unicode.Scalar]?

    init(
        format: String, signs: String, replaced: [Unicode.Scalar: Unicode.Scalar] = [:],
        read: @escaping @Sendable ([Unicode.Scalar]) -> [Unicode.Scalar]?
    ) {
        (self.format, self.signs, self.replaced, self.read) = (format, Array(signs.unicodeScalars), replaced, read)
    }

    var testDescription: String { format }

    func sees(_ text: String) -> [Unicode.Scalar]? {
        text.unicodeScalars.filter {
            !($0.value < 0x20 && $0 != "\n") && !(0x7F..<0xA0).contains($0.value) && ![0x2028, 0x2029].contains($0.value)
        }
        .filter { ![0xFFFE, 0xFFFF].contains($0.value) }
        .map { replaced[$0] ?? $0 }
    }

    static let all: [BarReader] = [
        markup("waybar"), markup("i3bar"), markup("i3blocks"), markup("i3blocks-plain"), markup("i3status-rust"), markup("pango"),
        markup("genmon"),
        BarReader(format: "lemonbar", signs: "%{") { pairs($0, "%", stops: "{") },
        BarReader(format: "tmux", signs: "#") { pairs($0, "#", stops: "[{(,") },
        BarReader(format: "zsh", signs: "%") { pairs($0, "%", stops: "") },
        BarReader(format: "polybar", signs: "%{") { scalars in
            // The tag without an effect is skipped; the bar would interpret any other.
            let tag = Array("%{T-}".unicodeScalars)
            var (result, index): ([Unicode.Scalar], Int) = ([], 0)
            while index < scalars.count {
                if scalars[index...].starts(with: tag) {
                    index += tag.count
                } else if scalars[index] == "%", index + 1 < scalars.count, scalars[index + 1] == "{" {
                    return nil
                } else {
                    result.append(scalars[index])
                    index += 1
                }
            }
            return result
        },
        BarReader(format: "conky", signs: "$#\\") { scalars in
            var (result, index): ([Unicode.Scalar], Int) = ([], 0)
            while index < scalars.count {
                let next = index + 1 < scalars.count ? scalars[index + 1] : nil
                switch scalars[index] {
                case "$":
                    guard next == "$" else { return nil }
                    index += 1
                case "\\" where next == "#": index += 1
                case "#": return nil
                default: break
                }
                result.append(scalars[index])
                index += 1
            }
            return result
        },
        BarReader(format: "bash", signs: "\\$`") { scalars in
            // First for the prompt's own sequences, in which a backslash is doubled,
            guard let once = unescaped(scalars, { $0 == "\\" }) else { return nil }
            // then as in double quotes, in which a backslash precedes characters with a meaning.
            guard let twice = unescaped(once, { $0 == "\\" || $0 == "$" || $0 == "`" }) else { return nil }
            return twice
        },
        BarReader(format: "argos", signs: "|\n", replaced: ["|": "￨", "\n": " "]) { $0.contains("|") || $0.contains("\n") ? nil : $0 },
        BarReader(format: "kargos", signs: "|-\\<&'\n", replaced: ["\n": " "]) { scalars in
            scalars.contains { "|-\\\n".unicodeScalars.contains($0) } ? nil : entities(scalars)
        },
        BarReader(format: "yambar", signs: "|\n", replaced: ["\n": " "]) { $0.contains("\n") ? nil : $0 },
    ]

    /// Reads text in which a doubled sign is literal, and a single one begins a sequence.
    private static func pairs(_ scalars: [Unicode.Scalar], _ sign: Unicode.Scalar, stops: String) -> [Unicode.Scalar]? {
        var (result, index): ([Unicode.Scalar], Int) = ([], 0)
        while index < scalars.count {
            if scalars[index] == sign {
                guard index + 1 < scalars.count, scalars[index + 1] == sign else { return nil }
                index += 1
            }
            result.append(scalars[index])
            index += 1
        }
        return result
    }

    /// Returns the text without the escaping backslashes; nil if a scalar that needs one has none.
    private static func unescaped(_ scalars: [Unicode.Scalar], _ needsBackslash: (Unicode.Scalar) -> Bool) -> [Unicode.Scalar]? {
        var (result, index): ([Unicode.Scalar], Int) = ([], 0)
        while index < scalars.count {
            if scalars[index] == "\\" {
                guard index + 1 < scalars.count, needsBackslash(scalars[index + 1]) else { return nil }
                index += 1
            } else if needsBackslash(scalars[index]) {
                return nil
            }
            result.append(scalars[index])
            index += 1
        }
        return result
    }

    /// Pango markup without tags.
    private static func markup(_ format: String) -> BarReader {
        BarReader(format: format, signs: "&<\"'\\", read: entities)
    }

    /// Returns the text without entities; nil if a sign of markup has none.
    private static func entities(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar]? {
        let entities: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "apos": "'", "quot": "\"", "#34": "\"", "#39": "'", "#45": "-", "#92": "\\", "#124": "|",
        ]
        var (result, index): ([Unicode.Scalar], Int) = ([], 0)
        while index < scalars.count {
            switch scalars[index] {
            case "<", ">", "\"", "'": return nil
            case "&":
                guard let end = scalars[index...].firstIndex(of: ";"),
                    let sign = entities[String(String.UnicodeScalarView(scalars[(index + 1)..<end]))]
                else { return nil }
                result.append(sign)
                index = end
            default: result.append(scalars[index])
            }
            index += 1
        }
        return result
    }
}
