public import Foundation

/// A value that a scene keeps: in a picture its default.
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
    private let value: Value

    fileprivate init(_ value: Value) { self.value = value }

    /// Setting it has no effect.
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }

    public var projectedValue: Binding<Value> { .constant(value) }
}

extension SceneStorage {
    public init(wrappedValue: Value, _ key: String) where Value == Bool { self.init(wrappedValue) }

    public init(wrappedValue: Value, _ key: String) where Value == Int { self.init(wrappedValue) }

    public init(wrappedValue: Value, _ key: String) where Value == Double { self.init(wrappedValue) }

    public init(wrappedValue: Value, _ key: String) where Value == String { self.init(wrappedValue) }

    public init(wrappedValue: Value, _ key: String) where Value == URL { self.init(wrappedValue) }

    public init(wrappedValue: Value, _ key: String) where Value == Data { self.init(wrappedValue) }

    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == Int { self.init(wrappedValue) }

    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String { self.init(wrappedValue) }

    public init(_ key: String) where Value == Bool? { self.init(nil) }

    public init(_ key: String) where Value == Int? { self.init(nil) }

    public init(_ key: String) where Value == Double? { self.init(nil) }

    public init(_ key: String) where Value == String? { self.init(nil) }

    public init(_ key: String) where Value == URL? { self.init(nil) }

    public init(_ key: String) where Value == Data? { self.init(nil) }

    public init<R: RawRepresentable>(_ key: String) where Value == R?, R.RawValue == Int { self.init(nil) }

    public init<R: RawRepresentable>(_ key: String) where Value == R?, R.RawValue == String { self.init(nil) }
}
