import Foundation

/// An object that tells before one of its published properties changes.
public protocol ObservableObject: AnyObject {
    /// The type of the publisher.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher where ObjectWillChangePublisher.Failure == Never

    /// The publisher that emits before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    public var objectWillChange: ObservableObjectPublisher { ChangePublishers.shared.publisher(of: self) }
}

/// The publisher of the changes of an object.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
    public typealias Output = Void
    public typealias Failure = Never

    private let listeners = Listeners<Void, Never>()

    public init() {}

    public func send() { listeners.send(()) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        listeners.add(subscriber, first: { nil })
    }
}

/// The publisher of each object that was asked for its own.
///
/// Objects cannot have associated ones on Linux, and need not declare a property: the table has one publisher for each living object.
private final class ChangePublishers: @unchecked Sendable {
    static let shared = ChangePublishers()

    private struct Entry {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }

    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var limit = 64

    func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        lock.withLock {
            let id = ObjectIdentifier(object)
            // The address of a dead object is used again.
            if let known = entries[id], known.object === object { return known.publisher }
            if entries.count >= limit {
                entries = entries.filter { $0.value.object != nil }
                limit = max(64, entries.count * 2)
            }
            let publisher = ObservableObjectPublisher()
            entries[id] = Entry(object: object, publisher: publisher)
            return publisher
        }
    }
}

/// A property whose changes are published.
@propertyWrapper
public struct Published<Value> {
    final class Storage {
        let listeners = Listeners<Value, Never>()
        /// The publishers that `assign(to:)` has connected.
        var sources: [AnyCancellable] = []
        var value: Value {
            // Subscribers get the new value while the property has the old one, as in Combine.
            willSet { listeners.send(newValue) }
        }

        init(_ value: Value) { self.value = value }
    }

    /// The publisher of a property: its present value and the further ones.
    public struct Publisher: SubdialCombine.Publisher {
        public typealias Output = Value
        public typealias Failure = Never

        let storage: Storage

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            storage.listeners.add(subscriber, first: { storage.value })
        }
    }

    private var storage: Storage

    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    public init(initialValue: Value) { storage = Storage(initialValue) }

    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.value = newValue }
    }

    public var projectedValue: Publisher {
        get { Publisher(storage: storage) }
        set { storage = newValue.storage }
    }

    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf, wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        get { object[keyPath: storageKeyPath].storage.value }
        set {
            if let observed = object as? any ObservableObject { send(before: observed) }
            object[keyPath: storageKeyPath].storage.value = newValue
        }
    }

    private static func send<Observed: ObservableObject>(before object: Observed) {
        (object.objectWillChange as? ObservableObjectPublisher)?.send()
    }
}
