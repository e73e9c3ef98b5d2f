import FoundationEssentials
import SubdialBasics

/// A pattern of dates in the letters of Unicode, such as `HH:mm` or `EEEE d MMMM`: what `date` writes with it, `date_of` reads.
package struct DatePattern: Hashable, Sendable {
    /// The maximum number of characters of a pattern by which texts are read.
    private static let maximumRead = 200

    /// A field of a date.
    enum Letter: Character, CaseIterable {
        case year = "y"
        case month = "M"
        case day = "d"
        case weekday = "E"
        case hour = "H"
        case halfHour = "h"
        case minute = "m"
        case second = "s"
        case fraction = "S"
        case half = "a"
        case offset = "Z"
        case isoOffset = "X"
        case plainOffset = "x"
        case zone = "z"
    }

    enum Part: Hashable {
        case literal(String)
        case field(Letter, Int)
    }

    /// The parts in order.
    let parts: [Part]

    /// Parses a pattern.
    ///
    /// - Throws: `ExpressionError` at `offset` for an unknown letter.
    init(_ pattern: String, at offset: Int) throws(ExpressionError) {
        var characters = Array(pattern)[...]
        var parts: [Part] = []
        func append(_ text: String) {
            if case .literal(let before)? = parts.last {
                parts[parts.count - 1] = .literal(before + text)
            } else {
                parts.append(.literal(text))
            }
        }
        while let character = characters.first {
            let count = characters.prefix { $0 == character }.count
            if character == "'" {
                // Text between quotes is literal; two quotes are one.
                let text = characters.dropFirst().prefix { $0 != "'" }
                append(text.isEmpty ? "'" : String(text))
                characters = characters.dropFirst(text.count + 2)
                continue
            }
            characters = characters.dropFirst(count)
            if let letter = Letter(rawValue: character) {
                parts.append(.field(letter, count))
            } else if character.isASCII, character.isLetter {
                let known = Letter.allCases.map { String($0.rawValue) }.joined(separator: ", ")
                throw ExpressionError(
                    "a format of dates has no letter '\(character)'; there are \(known), and text between single quotes", at: offset)
            } else {
                append(String(repeating: character, count: count))
            }
        }
        self.parts = parts
    }

    /// Parses a pattern by which texts are read.
    ///
    /// - Throws: `ExpressionError` at `offset` for an unknown letter, for a pattern without a year, and for one of more than 200 characters.
    init(reading pattern: String, at offset: Int) throws(ExpressionError) {
        guard pattern.count <= Self.maximumRead else {
            throw ExpressionError("a format of dates has no more than \(Self.maximumRead) characters", at: offset)
        }
        try self.init(pattern, at: offset)
        guard letters.contains(.year) else {
            throw ExpressionError("a date needs a year: y is missing in '\(pattern.excerpt)'", at: offset)
        }
    }

    /// The reason why no text can be read by a pattern; nil for a valid pattern.
    package static func problem(of pattern: String) -> String? {
        do throws(ExpressionError) {
            _ = try DatePattern(reading: pattern, at: 0)
            return nil
        } catch {
            return error.reason
        }
    }

    /// The fields that it contains.
    var letters: Set<Letter> { Set(parts.compactMap { if case .field(let letter, _) = $0 { letter } else { nil } }) }
}
