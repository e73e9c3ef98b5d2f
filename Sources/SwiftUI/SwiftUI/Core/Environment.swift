/// A value of the environment that a view reads.
@propertyWrapper
public struct Environment<Value>: @unchecked Sendable {
    private enum Source {
        case path(KeyPath<EnvironmentValues, Value>)
        case object((EnvironmentValues) -> Value?, name: String)
    }

    private let source: Source

    /// Reads the value at a key path.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { source = .path(keyPath) }

    /// Reads an observable object.
    ///
    /// The program ends if `environment(_:)` has given none, as on Apple's platforms.
    public init(_ objectType: Value.Type) where Value: AnyObject {
        source = .object({ $0[object: objectType] as? Value }, name: "\(objectType)")
    }

    /// Reads an observable object that may not be there.
    public init<T: AnyObject>(_ objectType: T.Type) where Value == T? {
        source = .object({ .some($0[object: objectType] as? T) }, name: "\(objectType)")
    }

    /// The value in the environment of the body that is evaluated.
    public var wrappedValue: Value {
        let environment = EnvironmentReader.environment
        switch source {
        case .path(let path):
            EnvironmentReader.pass?.recordRead(path)
            return environment[keyPath: path]
        case .object(let read, let name):
            EnvironmentReader.pass?.recordRead(name)
            guard let value = read(environment) else {
                preconditionFailure(
                    "No object of the type \(name) is in the environment: a view around this one must set it by 'environment(_:)'")
            }
            return value
        }
    }
}

extension View {
    /// Sets a value of the environment.
    nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        settingLook(keyPath) { $0[keyPath: keyPath] = value }
    }

    /// Gives an observable object to the views inside.
    nonisolated public func environment<T: AnyObject>(_ object: T?) -> some View {
        settingEnvironment { $0[object: T.self] = object }
    }

    /// Changes a value of the environment.
    nonisolated public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
    ) -> some View {
        settingLook(keyPath) { transform(&$0[keyPath: keyPath]) }
    }
}
