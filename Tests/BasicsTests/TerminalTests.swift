import Foundation
import SubdialBasics
import SubdialTestSupport
import Testing

/// Widths in a real tmux, which has those of the C library and joins characters by rules of its own.
@Suite(.enabled(if: Tool.has("tmux", "bash"), "needs tmux and bash")) struct TerminalTests {
    /// A difference between a tmux and the widths of this package: 3.3a is in Debian 12, 3.5a in Debian 13.
    private struct Difference {
        let reason: String
        var since = 0.0
        var before = Double.infinity
        let applies: (String) -> Bool
    }

    /// The texts that a tmux shows in another width, with the reason.
    private static var differences: [Difference] {
        [
            Difference(reason: "the C library does not know the character") {
                CLibrary.columns(of: $0.unicodeScalars)?.contains(nil) ?? true
            },
            Difference(reason: "U+FE0F changes nothing", before: 3.5) { $0.unicodeScalars.contains("\u{FE0F}") },
            Difference(reason: "U+FE0F makes any character before it wide", since: 3.5) { text in
                zip([" "] + Array(text.unicodeScalars), text.unicodeScalars).contains { $1 == "\u{FE0F}" && !$0.properties.isEmoji }
            },
            Difference(reason: "a skin tone takes two columns; since 3.5 not behind each emoji") {
                $0.unicodeScalars.contains { 0x1F3FB...0x1F3FF ~= $0.value }
            },
            Difference(reason: "a lone regional indicator takes two columns, and several flags are counted otherwise", since: 3.5) {
                let count = $0.unicodeScalars.count { 0x1F1E6...0x1F1FF ~= $0.value }
                return count == 1 || count > 2
            },
            Difference(reason: "text characters that can have a skin tone take two columns", since: 3.5) {
                $0.unicodeScalars.contains { $0.displayWidth == 1 && $0.properties.isEmojiModifierBase }
            },
            Difference(reason: "a text character that begins a sequence keeps its column") {
                $0.contains { $0.unicodeScalars.first?.displayWidth == 1 && $0.unicodeScalars.contains("\u{200D}") }
            },
            Difference(reason: "a place of the screen has 21 bytes, since 3.6 it has 32") { $0.contains { $0.utf8.count > 21 } },
            Difference(reason: "wide since Unicode 16") {
                $0.unicodeScalars.contains { 0x2630...0x2637 ~= $0.value || 0x268A...0x268F ~= $0.value || 0x1D300...0x1D376 ~= $0.value }
            },
        ]
    }

    /// Compares the columns of each text; returns the number of those to which no difference applies.
    private func compare(_ texts: [String]) async throws -> Int {
        let columns = try await TerminalPane.columns(of: texts)
        let version = try TerminalPane.version
        let differences = Self.differences.filter { $0.since <= version && version < $0.before }
        var judged = 0
        for (text, columns) in zip(texts, columns) {
            if differences.contains(where: { $0.applies(text) }) { continue }
            judged += 1
            if columns != text.displayWidth {
                let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
                Issue.record("\(text) (\(scalars)) has \(text.displayWidth) columns, in tmux \(columns)")
            }
        }
        return judged
    }

    /// Every emoji of Unicode's own list.
    @Test func emojiAreAsWideAsInATerminal() async throws {
        let path = "/usr/share/unicode/emoji/emoji-test.txt"
        guard let file = try? String(contentsOfFile: path, encoding: .utf8) else {
            try Tool.skip("needs \(path), of Debian's unicode-data")
        }
        let emoji = file.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line -> (String, isComponent: Bool)? in
            let fields = line.split(separator: ";")
            let scalars = fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            return fields.count > 1 ? (String(String.UnicodeScalarView(scalars)), fields[1].contains("component")) : nil
        }
        #expect(emoji.count > 4000)
        for (text, _) in emoji {
            // What has no U+FE0F where it needs one is a text character; in a sequence it is an emoji all the same.
            let isText =
                text.unicodeScalars.first?.displayWidth == 1
                && !text.unicodeScalars.contains {
                    $0 == "\u{200D}" || $0 == "\u{FE0F}" || 0x1F1E6...0x1F1FF ~= $0.value || 0x1F3FB...0x1F3FF ~= $0.value
                }
            #expect(text.displayWidth == (isText ? 1 : 2), "\(text)")
        }
        #expect(try await compare(emoji.map(\.0)) > 1200)
    }

    /// A character of each sixteen: every block of Unicode begins at a multiple of sixteen.
    @Test func aSampleOfEveryBlockIsAsWideAsInATerminal() async throws {
        let places = Array(0x2..<0x4000) + Array(0xE000..<0xE020) + [0xF000, 0xFFFF, 0x10000, 0x10FFF]
        let known = try #require(CLibrary.columns(of: Unicode.Scalar.all), "no wcwidth, or no locale C.UTF-8")
        let widths = Dictionary(uniqueKeysWithValues: zip(Unicode.Scalar.all, known))
        let sample = places.compactMap { place -> String? in
            (UInt32(place * 16)..<UInt32(place * 16 + 16)).lazy.compactMap(Unicode.Scalar.init).first { (widths[$0] ?? nil) != nil }
                // A letter before it, because a sign needs one.
                .map { "x\($0)" }
        }
        #expect(try await compare(sample) > 9000)
    }

    /// Titles in many scripts, alone and as they are cut.
    @Test func titlesAreAsWideAsInATerminal() async throws {
        let texts = HardTexts.all.filter { text in !text.isEmpty && CLibrary.columns(of: text.unicodeScalars)?.contains(nil) == false }
        _ = try await compare(texts + (1...20).flatMap { columns in texts.map { "|\($0.fitted(columns: columns))|" } })
    }
}
