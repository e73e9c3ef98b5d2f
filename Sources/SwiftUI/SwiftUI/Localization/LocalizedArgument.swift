internal import Foundation
import SubdialBasics

/// A value in a localized text.
indirect enum LocalizedArgument: Equatable, Sendable {
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    /// Words with attributes, an image, a date or a value with its format.
    case text(Text)

    /// The value by which a plural form is chosen; nil for one that is no number.
    var quantity: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The words of the value as a format specifier such as `%lld` shows it, with the digits of the locale.
    func string(_ specifier: FormatSpecifier, in environment: EnvironmentValues) -> String {
        let locale = environment.locale
        switch self {
        case .integer(let value): return specifier.string(of: value, in: locale)
        case .unsigned(let value):
            return Int64(exactly: value).map { specifier.string(of: $0, in: locale) }
                ?? String(format: "%\(specifier.safeFlags)llu", locale: locale, value)
        case .number(let value): return specifier.string(of: value, in: locale)
        case .string(let value): return value
        case .text(let text): return text.string(in: environment)
        }
    }
}

/// A conversion of C's `printf` and of Foundation's formats: `%.1f`, `%@`.
struct FormatSpecifier: Hashable, Sendable {
    /// Flags, width and precision: `.1`, `02`, or nothing.
    var flags = ""
    /// The letter: `d`, `f`, `@`.
    var conversion: Character = "@"

    init(flags: String = "", conversion: Character = "@") { (self.flags, self.conversion) = (flags, conversion) }

    /// Reads a specifier with or without its percent sign; nil if it is none.
    init?(_ text: some StringProtocol) {
        let letters = text.drop { $0 == "%" }
        guard let conversion = letters.last, Self.conversions.contains(conversion) else { return nil }
        let rest = letters.dropLast()
        flags = String(rest.prefix { Self.flagCharacters.contains($0) })
        guard rest.dropFirst(flags.count).allSatisfy({ Self.lengths.contains($0) }), flags.utf8.count <= 12 else { return nil }
        self.conversion = conversion
    }

    static let conversions = Set<Character>("@dDiuUxXoOfFeEgGaAcCsSp")
    static let flagCharacters = Set<Character>("-+ #0'.123456789")
    static let lengths = Set<Character>("hlqLzjt")

    private var isInteger: Bool { "dDiuU@sSpcC".contains(conversion) }

    /// The number of digits after the decimal separator that it shows; nil if that depends on the number.
    var fractionDigits: Int? {
        guard "fFeEaA".contains(conversion) else { return nil }
        guard let dot = flags.firstIndex(of: ".") else { return 6 }
        return Int(flags[flags.index(after: dot)...]) ?? 0
    }

    /// More digits than any text needs.
    fileprivate var safeFlags: String {
        flags.split(separator: ".", omittingEmptySubsequences: false).map { part in
            let digits = part.filter(\.isNumber)
            return (Int(digits) ?? 0) > 60 ? "60" : String(part)
        }.joined(separator: ".")
    }

    func string(of value: Int64, in locale: Locale) -> String {
        if isInteger {
            return flags.isEmpty
                ? value.formatted(.number.locale(locale)) : String(format: "%\(safeFlags)lld", locale: locale, value)
        }
        if "xXoO".contains(conversion) {
            return String(format: "%\(safeFlags)ll\(conversion.lowercased() == "x" ? conversion : "o")", value)
        }
        return string(of: Double(value), in: locale)
    }

    func string(of value: Double, in locale: Locale) -> String {
        switch conversion {
        case "@", "s", "S", "p", "c", "C": value.formatted(.number.locale(locale))
        case "d", "D", "i", "u", "U", "x", "X", "o", "O": string(of: Int64(Int(saturating: value)), in: locale)
        default: String(format: "%\(safeFlags)\(conversion)", locale: locale, value)
        }
    }
}
