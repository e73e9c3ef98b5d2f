public import Foundation

/// A value that a parameter of an intent can have.
public protocol _IntentValue {
    /// The type of a default value: that of the value, without `Optional`.
    associatedtype UnwrappedType = Self

    /// The value of a default.
    static func _value(of default: UnwrappedType) -> Self

    /// The value of a parameter that has none; nil for a type that needs one.
    static var _absent: Self? { get }

    /// The default of the type's own query; nil for none.
    static func _queriedDefault() async -> Self?

    /// The value in the name of a tap region; nil for no value.
    var _text: String? { get }
}

extension _IntentValue {
    public static var _absent: Self? { nil }

    public static func _queriedDefault() async -> Self? { nil }

    public var _text: String? { "\(self)" }
}

extension _IntentValue where UnwrappedType == Self {
    public static func _value(of default: Self) -> Self { `default` }
}

extension Int: _IntentValue {}
extension Double: _IntentValue {}
extension Float: _IntentValue {}
extension Bool: _IntentValue {}
extension Decimal: _IntentValue {}
extension DateComponents: _IntentValue {}
extension Duration: _IntentValue {}
extension Measurement: _IntentValue {}
extension PersonNameComponents: _IntentValue {}

extension String: _IntentValue {
    public var _text: String? { "\"\(self)\"" }
}

extension AttributedString: _IntentValue {
    public var _text: String? { "\"\(String(characters))\"" }
}

extension Date: _IntentValue {
    public var _text: String? { ISO8601Format() }
}

extension URL: _IntentValue {
    public var _text: String? { absoluteString }
}

extension Optional: _IntentValue where Wrapped: _IntentValue {
    public static func _value(of default: Wrapped) -> Wrapped? { `default` }

    public static var _absent: Wrapped?? { .some(nil) }

    public static func _queriedDefault() async -> Wrapped?? { await Wrapped._queriedDefault().map { .some($0) } }

    public var _text: String? { flatMap(\._text) }
}

extension Array: _IntentValue where Element: _IntentValue {
    /// A list in which nothing is chosen.
    public static var _absent: [Element]? { [] }

    public var _text: String? { "[\(compactMap(\._text).joined(separator: ", "))]" }
}

extension Set: _IntentValue where Element: _IntentValue {
    public static var _absent: Set<Element>? { [] }

    public var _text: String? { "[\(compactMap(\._text).sorted().joined(separator: ", "))]" }
}
