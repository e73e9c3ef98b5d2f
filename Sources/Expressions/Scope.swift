/// Where an expression finds what its names stand for.
public protocol Scope {
    /// What `name` stands for now: `.missing` where it is known but has no value, nil where there is no such name.
    func value(of name: String) -> Value?
    /// The names that may be used, for suggestions. Names with a colon (`xesam:title`) need not be among them.
    var names: [String] { get }
}

/// A scope made of a dictionary.
public struct DictionaryScope: Scope, Sendable {
    /// What each name stands for.
    public var values: [String: Value]

    /// Makes a scope that knows these names and no others.
    public init(_ values: [String: Value]) {
        self.values = values
    }

    /// The value of `name`; nil where the dictionary has none.
    public func value(of name: String) -> Value? { values[name] }
    /// The dictionary's keys, in no order.
    public var names: [String] { Array(values.keys) }
}
