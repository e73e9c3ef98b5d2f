/// A number as people write it, with a decimal sign and with separators between groups of three digits.
struct NumberText {
    /// The maximum size of a text in bytes.
    private static let maximumSize = 400
    /// Separators that are no decimal signs in any language.
    private static let groupSigns: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "’"]

    /// The number; missing if the text is not a single number.
    let value: Value

    /// Reads a number with a decimal point.
    ///
    /// A comma between groups is accepted only where it can be no decimal sign: `1,234.5` and `1,234,567`, but not `1,234`.
    init(_ text: String) {
        let commas = text.count { $0 == "," }
        value = commas == 1 && !text.contains(".") ? .missing : NumberText(text, point: ".").value
    }

    /// Reads a number with this decimal sign, a point or a comma; the other one separates groups.
    init(_ text: String, point: Character) {
        guard text.utf8.count <= Self.maximumSize else {
            value = .missing
            return
        }
        var digits = text.trimmedBlanks
        var sign = ""
        if let first = digits.first, "+-−".contains(first) {
            sign = first == "+" ? "" : "-"
            digits.removeFirst()
        }
        let end = digits.firstIndex { $0 == point || $0 == "e" || $0 == "E" } ?? digits.endIndex
        let rest = digits[end...]
        guard let whole = Self.withoutGroups(digits[..<end], point: point),
            rest.allSatisfy({ $0.isASCIIDigit || $0 == point || "eE+-".contains($0) })
        else {
            value = .missing
            return
        }
        value = Self.number(sign + whole + rest.replacing(String(point), with: "."))
    }

    private static func number(_ digits: String) -> Value {
        if let whole = Int64(digits) { return .integer(whole) }
        guard let number = Double(digits), number.isFinite else { return .missing }
        return .double(number)
    }

    /// The digits before the decimal sign without separators; nil if they are not separated into groups of three.
    private static func withoutGroups(_ digits: Substring, point: Character) -> String? {
        guard let separator = digits.first(where: { !$0.isASCIIDigit }) else { return String(digits) }
        guard groupSigns.contains(separator) || separator == (point == "," ? "." : ",") else { return nil }
        let groups = digits.split(separator: separator, omittingEmptySubsequences: false)
        guard let first = groups.first, (1...3).contains(first.count), groups.dropFirst().allSatisfy({ $0.count == 3 }),
            groups.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
        else { return nil }
        return groups.joined()
    }
}
