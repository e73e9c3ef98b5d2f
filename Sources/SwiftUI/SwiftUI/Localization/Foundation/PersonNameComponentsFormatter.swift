// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import Foundation

/// A formatter of names of persons.
open class PersonNameComponentsFormatter: Formatter, @unchecked Sendable {
    /// The length of a name.
    public enum Style: Int, Sendable, Hashable, Codable { case `default`, short, medium, long, abbreviated }

    open var style: Style
    open var locale: Locale! = ._ofBody

    public override init() {
        style = .default
        super.init()
    }

    public required init?(coder: NSCoder) {
        style = .default
        super.init(coder: coder)
    }

    open func string(from components: PersonNameComponents) -> String { components.words(style) }

    open class func localizedString(from components: PersonNameComponents, style nameFormatStyle: Style) -> String {
        components.words(nameFormatStyle)
    }

    open override func string(for obj: Any?) -> String? { (obj as? PersonNameComponents)?.words(style) }

    /// Names are not taken apart here.
    @available(*, unavailable, message: "Names are not taken apart on Linux: give the components")
    open func personNameComponents(from string: String) -> PersonNameComponents? { nil }
}

extension PersonNameComponents {
    /// A style of names of persons.
    public struct FormatStyle: Foundation.FormatStyle, Hashable, Sendable {
        /// The length of a name.
        public enum Style: Int, Sendable, Hashable, Codable { case short, medium, long, abbreviated }

        public var style: Style
        public var locale: Locale

        public init(style: Style, locale: Locale = .autoupdatingCurrent) { (self.style, self.locale) = (style, locale) }

        public func locale(_ locale: Locale) -> Self { Self(style: style, locale: locale) }

        public func format(_ value: PersonNameComponents) -> String {
            switch style {
            case .short: value.words(.short)
            case .medium: value.words(.medium)
            case .long: value.words(.long)
            case .abbreviated: value.words(.abbreviated)
            }
        }
    }

    public func formatted() -> String { words(.medium) }

    public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput where S.FormatInput == PersonNameComponents {
        style.format(self)
    }

    /// The name: the family name goes first, without a space, if the name is written with Chinese, Japanese or Korean letters.
    fileprivate func words(_ style: PersonNameComponentsFormatter.Style) -> String {
        let parts: [String?]
        let letters = [givenName, familyName].compactMap { $0 }.joined().unicodeScalars
        let isEastern = !letters.isEmpty && letters.allSatisfy { (0x2E80...0xD7FF).contains($0.value) || $0.value > 0x1FFFF }
        switch style {
        case .short: return nickname ?? givenName ?? familyName ?? ""
        case .abbreviated:
            let initials = [givenName, familyName].compactMap { $0?.first.map(String.init) }
            return isEastern ? familyName ?? givenName ?? "" : initials.joined()
        case .long: parts = isEastern ? [familyName, givenName] : [namePrefix, givenName, middleName, familyName, nameSuffix]
        default: parts = isEastern ? [familyName, givenName] : [givenName, familyName]
        }
        return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: isEastern ? "" : " ")
    }
}

extension FormatStyle where Self == PersonNameComponents.FormatStyle {
    public static func name(style: PersonNameComponents.FormatStyle.Style) -> Self { Self(style: style) }
}
