public import Foundation

/// A value of the user's defaults, which is read where it is used.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let store: UserDefaults?
    private let read: (UserDefaults, String) -> Value
    private let write: (UserDefaults, String, Value) -> Void

    fileprivate init(
        key: String, store: UserDefaults?, read: @escaping (UserDefaults, String) -> Value,
        write: @escaping (UserDefaults, String, Value) -> Void
    ) {
        (self.key, self.store, self.read, self.write) = (key, store, read, write)
    }

    /// The given store, or else that of `defaultAppStorage(_:)`, or else the standard one.
    private var defaults: UserDefaults { store ?? EnvironmentReader.environment.defaultStore ?? .standard }

    /// Setting it writes to the defaults; a picture that is already evaluated does not change.
    public var wrappedValue: Value {
        get { read(defaults, key) }
        nonmutating set { write(defaults, key, newValue) }
    }

    public var projectedValue: Binding<Value> {
        let (defaults, key, read, write) = (defaults, key, read, write)
        return Binding(get: { read(defaults, key) }, set: { (value: Value) in write(defaults, key, value) })
    }
}

private struct DefaultStoreKey: EnvironmentKey { static var defaultValue: UserDefaults? { nil } }

extension EnvironmentValues {
    /// The store of `AppStorage` without its own.
    fileprivate var defaultStore: UserDefaults? {
        get { self[DefaultStoreKey.self] }
        set { self[DefaultStoreKey.self] = newValue }
    }
}

extension View {
    nonisolated public func defaultAppStorage(_ store: UserDefaults) -> some View { settingEnvironment { $0.defaultStore = store } }
}

/// The types of values in the defaults: how each is read, and how it is written.
private struct StoredType<Value> {
    let read: (UserDefaults, String) -> Value?
    let write: (UserDefaults, String, Value) -> Void

    /// A value that the defaults have as it is.
    static func plain() -> StoredType {
        StoredType(read: { $0.object(forKey: $1) as? Value }, write: { $0.set($2, forKey: $1) })
    }

    /// A value that the defaults have as its raw value.
    static func raw<Raw>() -> StoredType where Value: RawRepresentable, Value.RawValue == Raw {
        StoredType(
            read: { ($0.object(forKey: $1) as? Raw).flatMap { Value(rawValue: $0) } }, write: { $0.set($2.rawValue, forKey: $1) })
    }
}

extension StoredType where Value == URL {
    static var url: StoredType { StoredType(read: { $0.url(forKey: $1) }, write: { $0.set($2, forKey: $1) }) }
}

extension AppStorage {
    private init(_ type: StoredType<Value>, _ value: Value, _ key: String, _ store: UserDefaults?) {
        self.init(key: key, store: store, read: { type.read($0, $1) ?? value }, write: type.write)
    }

    private init<Wrapped>(_ type: StoredType<Wrapped>, _ key: String, _ store: UserDefaults?) where Value == Wrapped? {
        self.init(
            key: key, store: store, read: type.read,
            write: { defaults, key, value in
                if let value { type.write(defaults, key, value) } else { defaults.removeObject(forKey: key) }
            })
    }
}

// MARK: Values with a default

extension AppStorage {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
        self.init(.plain(), wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
        self.init(.plain(), wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
        self.init(.plain(), wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
        self.init(.plain(), wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
        self.init(.url, wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Date {
        self.init(.plain(), wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
        self.init(.plain(), wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value: RawRepresentable, Value.RawValue == Int {
        self.init(.raw(), wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value: RawRepresentable, Value.RawValue == String {
        self.init(.raw(), wrappedValue, key, store)
    }
}

// MARK: Values that can be absent

extension AppStorage where Value: ExpressibleByNilLiteral {
    public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? { self.init(StoredType<Bool>.plain(), key, store) }

    public init(_ key: String, store: UserDefaults? = nil) where Value == Int? { self.init(StoredType<Int>.plain(), key, store) }

    public init(_ key: String, store: UserDefaults? = nil) where Value == Double? { self.init(StoredType<Double>.plain(), key, store) }

    public init(_ key: String, store: UserDefaults? = nil) where Value == String? { self.init(StoredType<String>.plain(), key, store) }

    public init(_ key: String, store: UserDefaults? = nil) where Value == URL? { self.init(StoredType<URL>.url, key, store) }

    public init(_ key: String, store: UserDefaults? = nil) where Value == Date? { self.init(StoredType<Date>.plain(), key, store) }

    public init(_ key: String, store: UserDefaults? = nil) where Value == Data? { self.init(StoredType<Data>.plain(), key, store) }
}

extension AppStorage {
    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil) where Value == R?, R.RawValue == Int {
        self.init(StoredType<R>.raw(), key, store)
    }

    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil) where Value == R?, R.RawValue == String {
        self.init(StoredType<R>.raw(), key, store)
    }
}
