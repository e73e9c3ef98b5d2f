/// A value that a view owns: in a picture its first one.
///
/// Setting it has no effect, as before a view is shown on Apple's platforms.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let value: Value

    public init(wrappedValue value: Value) { self.value = value }

    public init(initialValue value: Value) { self.value = value }

    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }

    public var projectedValue: Binding<Value> { .constant(value) }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

/// A value while a gesture lasts: in a picture its first one.
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
    private let value: Value

    public init(wrappedValue: Value) { value = wrappedValue }

    public init(initialValue: Value) { value = initialValue }

    public init(wrappedValue: Value, resetTransaction: Transaction) { value = wrappedValue }

    public init(initialValue: Value, resetTransaction: Transaction) { value = initialValue }

    public init(wrappedValue: Value, reset: @escaping (Value, inout Transaction) -> Void) { value = wrappedValue }

    public init(initialValue: Value, reset: @escaping (Value, inout Transaction) -> Void) { value = initialValue }

    public var wrappedValue: Value { value }

    public var projectedValue: GestureState<Value> { self }
}

extension GestureState where Value: ExpressibleByNilLiteral {
    public init(resetTransaction: Transaction = Transaction()) { self.init(wrappedValue: nil) }

    public init(reset: @escaping (Value, inout Transaction) -> Void) { self.init(wrappedValue: nil) }
}

extension GestureState: Sendable where Value: Sendable {}

/// The focus among views: in a picture nothing has it.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    /// A binding to the focus.
    @propertyWrapper
    public struct Binding {
        fileprivate let value: Value

        public var wrappedValue: Value {
            get { value }
            nonmutating set {}
        }

        public var projectedValue: FocusState<Value>.Binding { self }
    }

    private let value: Value

    public init() where Value == Bool { value = false }

    public init<T: Hashable>() where Value == T? { value = nil }

    /// Setting it has no effect.
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }

    public var projectedValue: FocusState<Value>.Binding { Binding(value: value) }
}

extension FocusState: Sendable where Value: Sendable {}
extension FocusState.Binding: Sendable where Value: Sendable {}

/// The focus of a screen reader: in a picture nothing has it.
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
    /// A binding to the focus.
    @propertyWrapper
    public struct Binding {
        fileprivate let value: Value

        public var wrappedValue: Value {
            get { value }
            nonmutating set {}
        }

        public var projectedValue: AccessibilityFocusState<Value>.Binding { self }
    }

    private let value: Value

    public init() where Value == Bool { value = false }

    public init<T: Hashable>() where Value == T? { value = nil }

    /// Setting it has no effect.
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }

    public var projectedValue: AccessibilityFocusState<Value>.Binding { Binding(value: value) }
}

/// A set of names for views that belong together.
@propertyWrapper
public struct Namespace: DynamicProperty, Sendable {
    /// The identity of a set of names.
    public struct ID: Hashable, Sendable {
        // A picture moves no view, so that all sets are alike.
        fileprivate init() {}
    }

    public init() {}

    public var wrappedValue: Namespace.ID { ID() }
}
