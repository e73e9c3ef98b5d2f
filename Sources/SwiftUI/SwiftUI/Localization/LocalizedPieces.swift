internal import Foundation

/// What an interpolated literal says: the key with a specifier for each value, and the values.
struct LocalizedPieces: Equatable, Sendable {
    /// The key by which the translation is found; a format if there are arguments.
    private(set) var key = ""
    private(set) var arguments: [LocalizedArgument] = []
    /// True if percent signs of the key are doubled.
    private var isFormat = false

    /// A text without values.
    init(_ key: String) { self.key = key }

    /// An empty format.
    init() { isFormat = true }

    /// A key for the values of another literal.
    init(key: String, valuesOf other: LocalizedPieces) { (self.key, arguments, isFormat) = (key, other.arguments, other.isFormat) }

    mutating func append(literal: String) { key += literal.replacing("%", with: "%%") }

    mutating func append(_ argument: LocalizedArgument, specifier: String = "%@") {
        key += specifier
        arguments.append(argument)
    }

    mutating func append<T: _FormatSpecifiable>(_ value: T, specifier: String? = nil) {
        let argument: LocalizedArgument =
            switch value._arg {
            case let value as Int64: .integer(value)
            case let value as Int32: .integer(Int64(value))
            case let value as UInt64: .unsigned(value)
            case let value as UInt32: .unsigned(UInt64(value))
            case let value as Double: .number(value)
            case let value as Float: .number(Double(value))
            default: .string("\(value)")
            }
        append(argument, specifier: specifier ?? value._specifier)
    }

    /// The words in the language of a locale, with the places of the values; `fallback` is used if the key has no translation.
    func expanded(_ table: StringTable, _ locale: Locale, fallback: LocalizedPieces? = nil) -> ExpandedFormat {
        guard let translation = table.translation(of: key, for: locale) else {
            let pieces = fallback ?? self
            return pieces.isFormat ? ExpandedFormat(pieces.key, argumentCount: pieces.arguments.count) : ExpandedFormat(words: pieces.key)
        }
        if arguments.isEmpty, !isFormat, case .format(let words) = translation.format { return ExpandedFormat(words: words) }
        return ExpandedFormat(translation, quantities: arguments.map(\.quantity))
    }

    /// The words with the values.
    func string(_ table: StringTable, in environment: EnvironmentValues, fallback: LocalizedPieces? = nil) -> String {
        expanded(table, environment.locale, fallback: fallback).string { arguments[$0.index].string($0.specifier, in: environment) }
    }
}

/// A number that a localized text can contain.
public protocol _FormatSpecifiable: Equatable {
    /// The number as a C argument.
    associatedtype _Arg: CVarArg
    var _arg: _Arg { get }
    /// The specifier in the key.
    var _specifier: String { get }
}

extension Int: _FormatSpecifiable {
    public var _arg: Int64 { Int64(self) }
    public var _specifier: String { "%lld" }
}

extension Int8: _FormatSpecifiable {
    public var _arg: Int32 { Int32(self) }
    public var _specifier: String { "%d" }
}

extension Int16: _FormatSpecifiable {
    public var _arg: Int32 { Int32(self) }
    public var _specifier: String { "%d" }
}

extension Int32: _FormatSpecifiable {
    public var _arg: Int32 { self }
    public var _specifier: String { "%d" }
}

extension Int64: _FormatSpecifiable {
    public var _arg: Int64 { self }
    public var _specifier: String { "%lld" }
}

extension UInt: _FormatSpecifiable {
    public var _arg: UInt64 { UInt64(self) }
    public var _specifier: String { "%llu" }
}

extension UInt8: _FormatSpecifiable {
    public var _arg: UInt32 { UInt32(self) }
    public var _specifier: String { "%u" }
}

extension UInt16: _FormatSpecifiable {
    public var _arg: UInt32 { UInt32(self) }
    public var _specifier: String { "%u" }
}

extension UInt32: _FormatSpecifiable {
    public var _arg: UInt32 { self }
    public var _specifier: String { "%u" }
}

extension UInt64: _FormatSpecifiable {
    public var _arg: UInt64 { self }
    public var _specifier: String { "%llu" }
}

extension Float: _FormatSpecifiable {
    public var _arg: Float { self }
    public var _specifier: String { "%f" }
}

extension Double: _FormatSpecifiable {
    public var _arg: Double { self }
    public var _specifier: String { "%lf" }
}

extension CGFloat: _FormatSpecifiable {
    public var _arg: Double { Double(self) }
    public var _specifier: String { "%lf" }
}

/// A value of Foundation that a text can contain, with or without a formatter: Apple's `ReferenceConvertible`, which Foundation lacks here.
public protocol _FormattableSubject: Equatable, Sendable {}

extension Date: _FormattableSubject {}
extension DateComponents: _FormattableSubject {}
extension Decimal: _FormattableSubject {}
extension Locale: _FormattableSubject {}
extension Measurement: _FormattableSubject {}
extension PersonNameComponents: _FormattableSubject {}
extension TimeZone: _FormattableSubject {}
extension URL: _FormattableSubject {}
extension UUID: _FormattableSubject {}
