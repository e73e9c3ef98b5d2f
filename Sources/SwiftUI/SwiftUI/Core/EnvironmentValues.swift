/// A key of a value in the environment.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value where no view sets one.
    static var defaultValue: Value { get }
}

/// The values that go from a view to those inside it: the look of the picture, and what modifiers have set.
public struct EnvironmentValues: CustomStringConvertible {
    /// What texts and symbols read, apart from the others because every text needs all of it.
    package var text = TextEnvironment()
    private var values: [ObjectIdentifier: Any] = [:]

    /// Creates the defaults.
    public init() {}

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get {
            // A cast of a missing value to an optional type would succeed, with nil in place of the default.
            guard let value = values[ObjectIdentifier(key)] else { return K.defaultValue }
            return value as? K.Value ?? K.defaultValue
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The value of a property with `@Entry`, which calls it with a type of its own.
    public subscript<Key, Value>(_entry key: Key.Type, default value: @autoclosure () -> Value) -> Value {
        guard let known = values[ObjectIdentifier(key)] else { return value() }
        return known as? Value ?? value()
    }

    /// Sets the value of a property with `@Entry`.
    public mutating func _setEntry<Key, Value>(_ key: Key.Type, _ value: Value) { values[ObjectIdentifier(key)] = value }

    /// The value of a type, as `environment(_:)` sets objects.
    package subscript(object type: Any.Type) -> Any? {
        get { values[ObjectIdentifier(type)] }
        set { values[ObjectIdentifier(type)] = newValue }
    }

    public var description: String { "EnvironmentValues(\(values.count) values)" }
}
