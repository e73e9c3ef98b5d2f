import Foundation
import SubdialSwiftUI

/// The values that intents and queries find by their type, or by a key.
public final class AppDependencyManager: @unchecked Sendable {
    // Unchecked: `lock` guards the values.

    public static let shared = AppDependencyManager()

    private let lock = NSLock()
    private var makers: [AnyHashable: () -> Any] = [:]
    private var values: [AnyHashable: Any] = [:]

    private init() {}

    /// Adds a value, which is made when it is first used; a later one for the same key replaces it.
    public func add<Dependency: Sendable>(key: AnyHashable? = nil, dependency: @autoclosure @escaping () -> Dependency) {
        add(key: key, dependency)
    }

    /// Adds a value that a closure makes when it is first used.
    @_disfavoredOverload
    public func add<Dependency: Sendable>(key: AnyHashable? = nil, _ dependency: @escaping () -> Dependency) {
        let key = key ?? AnyHashable(ObjectIdentifier(Dependency.self))
        lock.withLock {
            makers[key] = dependency
            values[key] = nil
        }
    }

    /// True if there is a value for a key or a type, or what makes it.
    func hasValue<Dependency>(_ key: AnyHashable?, _ type: Dependency.Type) -> Bool {
        lock.withLock { makers[key ?? AnyHashable(ObjectIdentifier(type))] != nil }
    }

    /// The value for a key or a type; nil for none.
    func value<Dependency>(_ key: AnyHashable?, _ type: Dependency.Type) -> Dependency? {
        let key = key ?? AnyHashable(ObjectIdentifier(type))
        if let known = lock.withLock({ values[key] }) { return known as? Dependency }
        guard let made = lock.withLock({ makers[key] })?() else { return nil }
        return lock.withLock {
            let value = values[key] ?? made
            values[key] = value
            return value as? Dependency
        }
    }
}

/// A value that was added to the dependencies.
@propertyWrapper
public struct AppDependency<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the key is a constant.
    private let key: AnyHashable?
    private let standard: (@Sendable () -> Value)?

    private let place: SourcePlace

    public init(key: AnyHashable? = nil, file: StaticString = #fileID, line: UInt = #line) {
        (self.key, standard, place) = (key, nil, SourcePlace(file, line))
    }

    public init(
        key: AnyHashable? = nil, default defaultValue: @autoclosure @escaping @Sendable () -> Value, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        (self.key, standard, place) = (key, defaultValue, SourcePlace(file, line))
    }

    /// The value.
    ///
    /// Apple's wrapper, too, ends the process without one, because a property cannot throw. A test that performs an intent gets an error instead.
    public var wrappedValue: Value {
        guard let value = AppDependencyManager.shared.value(key, Value.self) ?? standard?() else {
            place.endProcess(
                "no dependency of the type \(Value.self)\(key.map { " and the key '\($0)'" } ?? ""): add it with "
                    + "AppDependencyManager.shared.add(dependency:) before it is read, or give @Dependency a default")
        }
        return value
    }
}

/// A dependency of any type.
package protocol AnyAppDependency {
    /// The name of its type if there is no value; nil if it can be read.
    var missingType: String? { get }
}

extension AppDependency: AnyAppDependency {
    package var missingType: String? {
        standard != nil || AppDependencyManager.shared.hasValue(key, Value.self) ? nil : "\(Value.self)"
    }
}

/// Dependencies that an intent has, and that no test has added.
package struct MissingDependencies: Error, CustomStringConvertible {
    package let intent: String
    package let types: [String]

    package var description: String {
        "\(intent) has no dependency of the type \(types.joined(separator: ", ")): add it with AppDependencyManager.shared.add(dependency:)"
    }
}
