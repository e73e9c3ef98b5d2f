/// Where an expression finds what its names stand for.
public protocol Scope {
    /// What `name` stands for now: `.missing` where it is known but has no value, nil where there is no such name.
    func value(of name: String) -> Value?
    /// The names that may be used, for suggestions. Names with a colon (`xesam:title`) need not be among them.
    var names: [String] { get }
}

/// A scope made of a dictionary.
public struct DictionaryScope: Scope, Sendable {
    public var values: [String: Value]

    public init(_ values: [String: Value]) {
        self.values = values
    }

    public func value(of name: String) -> Value? { values[name] }
    public var names: [String] { Array(values.keys) }
}
