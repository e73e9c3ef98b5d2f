public import Observation
public import SubdialCombine

/// An object that a view makes once.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    /// The object, shared by the copies of a view.
    private final class Box {
        private var make: (() -> ObjectType)?
        private var made: ObjectType?

        init(_ make: @escaping () -> ObjectType) { self.make = make }

        var object: ObjectType {
            if let made { return made }
            guard let make else { preconditionFailure("The object of the type \(ObjectType.self) is read while it is made") }
            self.make = nil
            let object = make()
            made = object
            return object
        }
    }

    private let box: Box

    nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }

    @MainActor @preconcurrency public var wrappedValue: ObjectType { box.object }

    @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: box.object) }
}

/// An object that a view is given.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    /// Bindings to the properties of the object.
    @dynamicMemberLookup
    public struct Wrapper {
        let object: ObjectType

        public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject> {
            let object = object
            return Binding(get: { object[keyPath: keyPath] }, set: { (value: Subject) in object[keyPath: keyPath] = value })
        }
    }

    private var object: ObjectType

    @MainActor @preconcurrency public var wrappedValue: ObjectType {
        get { object }
        set { object = newValue }
    }

    nonisolated public init(wrappedValue: ObjectType) { object = wrappedValue }

    nonisolated public init(initialValue: ObjectType) { object = initialValue }

    @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper { Wrapper(object: wrappedValue) }
}

/// An object that a view around gives by `environmentObject(_:)`.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    /// Bindings to the properties of the object.
    @dynamicMemberLookup
    public struct Wrapper {
        fileprivate let object: ObjectType

        public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject> {
            let object = object
            return Binding(get: { object[keyPath: keyPath] }, set: { (value: Subject) in object[keyPath: keyPath] = value })
        }
    }

    nonisolated public init() {}

    /// The object in the environment of the body that is evaluated.
    ///
    /// The program ends if there is none, as on Apple's platforms.
    @MainActor @preconcurrency public var wrappedValue: ObjectType {
        EnvironmentReader.pass?.recordRead("\(ObjectType.self)")
        guard let object = EnvironmentReader.environment[object: ObjectType.self] as? ObjectType else {
            preconditionFailure(
                "No ObservableObject of the type \(ObjectType.self) is in the environment: a view around this one must set it by "
                    + "'environmentObject(_:)'")
        }
        return object
    }

    @MainActor @preconcurrency public var projectedValue: EnvironmentObject<ObjectType>.Wrapper { Wrapper(object: wrappedValue) }
}

extension View {
    /// Gives an object to the views inside.
    nonisolated public func environmentObject<T: ObservableObject>(_ object: T) -> some View {
        settingEnvironment { $0[object: T.self] = object }
    }
}

/// Bindings to the properties of an observable object.
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
    public var wrappedValue: Value

    private init(value: Value) { wrappedValue = value }

    @available(
        *, unavailable, message: "@Bindable takes an object of a class that is Observable; use @ObservedObject for an ObservableObject"
    )
    public init(wrappedValue: Value) { self.init(value: wrappedValue) }

    public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let object = wrappedValue
        return Binding(get: { object[keyPath: keyPath] }, set: { (value: Subject) in object[keyPath: keyPath] = value })
    }
}

extension Bindable where Value: Observable, Value: AnyObject {
    public init(wrappedValue: Value) { self.init(value: wrappedValue) }

    public init(_ wrappedValue: Value) { self.init(value: wrappedValue) }

    public init(projectedValue: Bindable<Value>) { self = projectedValue }
}

extension Bindable: Identifiable where Value: Identifiable {
    public var id: Value.ID { wrappedValue.id }
}

extension Bindable: Sendable where Value: Sendable {}
