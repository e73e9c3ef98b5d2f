public import Foundation

/// A localized string that is looked up where it is shown.
public struct LocalizedStringResource: Equatable, ExpressibleByStringInterpolation, CustomLocalizedStringResourceConvertible, Sendable {
    /// The place of the strings.
    public enum BundleDescription: Sendable {
        case main
        case forClass(AnyClass)
        case atURL(URL)

        /// The bundle; nil for the main one.
        var bundle: Bundle? {
            switch self {
            case .main: nil
            case .forClass(let type): Bundle(for: type)
            case .atURL(let url): Bundle(url: url)
            }
        }
    }

    /// The key.
    public let key: String
    /// The words without a translation.
    public let defaultValue: String.LocalizationValue
    /// The table; nil for `Localizable`.
    public let table: String?
    /// The locale that decides the language.
    public var locale: Locale
    /// The bundle; nil for the main one.
    private let container: Bundle?

    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = ._ofBody, bundle: BundleDescription = .main,
        comment: StaticString? = nil
    ) {
        self.init(keyAndValue.pieces.key, keyAndValue, table, locale, bundle.bundle)
    }

    public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = ._ofBody,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        self.init("\(key)", defaultValue, table, locale, bundle.bundle)
    }

    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = ._ofBody, bundle: Bundle,
        comment: StaticString? = nil
    ) {
        self.init(keyAndValue.pieces.key, keyAndValue, table, locale, bundle)
    }

    public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = ._ofBody, bundle: Bundle,
        comment: StaticString? = nil
    ) {
        self.init("\(key)", defaultValue, table, locale, bundle)
    }

    public init(stringLiteral value: String) {
        self.init(value, String.LocalizationValue(stringLiteral: value), nil, ._ofBody, nil)
    }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        let value = String.LocalizationValue(stringInterpolation: stringInterpolation)
        self.init(value.pieces.key, value, nil, ._ofBody, nil)
    }

    private init(_ key: String, _ value: String.LocalizationValue, _ table: String?, _ locale: Locale, _ bundle: Bundle?) {
        (self.key, defaultValue, self.table, self.locale, container) = (key, value, table, locale, bundle)
    }

    public var localizedStringResource: LocalizedStringResource { self }

    /// The key with the values of the default.
    var pieces: LocalizedPieces { LocalizedPieces(key: key, valuesOf: defaultValue.pieces) }

    var stringTable: StringTable { .named(table, in: container) }

    /// The words in an environment's language.
    package func string(in environment: EnvironmentValues) -> String {
        pieces.string(stringTable, in: environment, fallback: defaultValue.pieces)
    }
}

/// A type whose values have a localized name.
public protocol CustomLocalizedStringResourceConvertible {
    /// The name.
    var localizedStringResource: LocalizedStringResource { get }
}
