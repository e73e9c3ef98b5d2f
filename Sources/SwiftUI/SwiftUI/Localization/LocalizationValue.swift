public import Foundation

extension String {
    /// The default words of a localized string, with the values that stand in it.
    public struct LocalizationValue: Equatable, ExpressibleByStringInterpolation, Sendable {
        let pieces: LocalizedPieces

        public init(_ value: String) { pieces = LocalizedPieces(value) }

        public init(stringLiteral value: String) { pieces = LocalizedPieces(value) }

        public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

        /// Builds words from a literal with values.
        public struct StringInterpolation: StringInterpolationProtocol {
            var pieces = LocalizedPieces()

            public init(literalCapacity: Int, interpolationCount: Int) {}

            public mutating func appendLiteral(_ literal: String) { pieces.append(literal: literal) }

            public mutating func appendInterpolation(_ string: String) { pieces.append(.string(string)) }

            public mutating func appendInterpolation(_ substring: Substring) { pieces.append(.string(String(substring))) }

            public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) { pieces.append(value) }

            public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T, specifier: String) {
                pieces.append(value, specifier: specifier)
            }

            public mutating func appendInterpolation<F: FormatStyle>(
                _ input: F.FormatInput, format: F
            ) where F.FormatInput: Equatable, F.FormatOutput == String {
                pieces.append(.text(Text(input, format: format)))
            }

            public mutating func appendInterpolation<Subject: _FormattableSubject>(_ subject: Subject, formatter: Formatter? = nil) {
                pieces.append(.text(Text(FormattedValue(subject, formatter))))
            }

            public mutating func appendInterpolation<Subject: NSObject>(_ subject: Subject, formatter: Formatter? = nil) {
                pieces.append(.text(Text(FormattedValue(subject, formatter))))
            }

            public mutating func appendInterpolation(_ attributedString: AttributedString) { pieces.append(.text(Text(attributedString))) }

            public mutating func appendInterpolation(_ resource: LocalizedStringResource) { pieces.append(.text(Text(resource))) }
        }
    }

    /// The words of a key in the language of a locale: by default that of the body that is evaluated.
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil, locale: Locale = ._ofBody,
        comment: StaticString? = nil
    ) {
        self = keyAndValue.pieces.string(.named(table, in: bundle), in: .localized(locale))
    }

    /// The words of a key in the language of a locale, or the default value.
    public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = ._ofBody, comment: StaticString? = nil
    ) {
        let pieces = LocalizedPieces(key: "\(key)", valuesOf: defaultValue.pieces)
        self = pieces.string(.named(table, in: bundle), in: .localized(locale), fallback: defaultValue.pieces)
    }

    /// The words of a resource.
    public init(localized resource: LocalizedStringResource) { self = resource.string(in: .localized(resource.locale)) }

    /// The words of a resource, for options that have no effect here.
    public init(localized resource: LocalizedStringResource, options: String.LocalizationOptions) { self.init(localized: resource) }

    /// Options of a localized string.
    public struct LocalizationOptions: Sendable {
        /// Values for replacements, which have no effect here.
        public var replacements: [any CVarArg & Sendable]?

        public init() {}
    }
}

extension AttributedString {
    /// The words of a key in the language of a locale, with their Markdown.
    public init(
        localized keyAndValue: String.LocalizationValue, options: FormattingOptions = [], table: String? = nil, bundle: Bundle? = nil,
        locale: Locale? = nil, comment: StaticString? = nil
    ) {
        let environment = EnvironmentValues.localized(locale ?? ._ofBody)
        self = Text.attributed(keyAndValue.pieces, .named(table, in: bundle), in: environment)
    }

    /// The words of a resource, with their Markdown.
    public init(localized resource: LocalizedStringResource) {
        self = Text.attributed(
            resource.pieces, resource.stringTable, in: .localized(resource.locale), fallback: resource.defaultValue.pieces)
    }

    /// Options of a localized string.
    public struct FormattingOptions: OptionSet, Sendable {
        public var rawValue: UInt
        /// No effect in a picture.
        public static let applyReplacementIndexAttribute = FormattingOptions(rawValue: 1)

        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
}

extension Locale {
    /// The locale of the body that is evaluated, or the current one outside of any.
    public static var _ofBody: Locale {
        guard let pass = EnvironmentReader.pass else { return .current }
        pass.recordRead("\(\EnvironmentValues.locale)")
        return EnvironmentReader.environment.locale
    }
}

extension EnvironmentValues {
    /// The environment of the body that is evaluated, with a locale.
    static func localized(_ locale: Locale) -> EnvironmentValues {
        var environment = EnvironmentReader.environment
        environment.locale = locale
        return environment
    }
}
