/// Values over time, with an end or a failure.
///
/// Publishers of this module deliver at once, on the thread that sends: a view is drawn once, and has no time to wait.
public protocol Publisher<Output, Failure> {
    /// The type of the values.
    associatedtype Output
    /// The type of the failure; `Never` if there is none.
    associatedtype Failure: Error

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure { receive(subscriber: subscriber) }

    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
        sink(receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
    }

    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        receive(subscriber: sink)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }

    public func assign(to published: inout Published<Output>.Publisher) {
        let storage = published.storage
        storage.sources.append(sink { [weak storage] in storage?.value = $0 })
    }
}

/// What receives values of a publisher.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The type of the values.
    associatedtype Input
    /// The type of the failure.
    associatedtype Failure: Error

    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    public func receive() -> Subscribers.Demand { receive(()) }
}

/// The connection of a subscriber to a publisher.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Starts the delivery. The amount does not limit it beyond that: values come as they are sent.
    func request(_ demand: Subscribers.Demand)
}

/// What can be cancelled.
public protocol Cancellable {
    func cancel()
}

extension Cancellable {
    public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(self).store(in: &set) }

    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }
}

/// A connection that ends when nobody keeps it.
public final class AnyCancellable: Cancellable, Hashable {
    private var code: (() -> Void)?

    public init(_ cancel: @escaping () -> Void) { code = cancel }

    public convenience init<C: Cancellable>(_ canceller: C) { self.init { canceller.cancel() } }

    deinit { code?() }

    public func cancel() {
        let cancel = code
        code = nil
        cancel?()
    }

    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable { collection.append(self) }

    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The identity of a subscriber.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    private let id: ObjectIdentifier

    public init(_ object: AnyObject) { id = ObjectIdentifier(object) }

    public var description: String { "\(id)" }
}

/// What has an identity.
public protocol CustomCombineIdentifierConvertible {
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

/// The types of subscribers.
public enum Subscribers {
    /// The end of a publisher.
    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }

    /// The number of values that a subscriber wants.
    public struct Demand: Equatable, Comparable, Hashable, Codable, Sendable {
        private let count: UInt

        public static let unlimited = Demand(count: .max)
        public static let none = Demand(count: 0)

        public static func max(_ value: Int) -> Demand { Demand(count: UInt(clamping: value)) }

        public var max: Int? { count == .max ? nil : Int(clamping: count) }

        public static func < (lhs: Demand, rhs: Demand) -> Bool { lhs.count < rhs.count }
    }

    /// A subscriber of two closures.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
        private let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
        private let receiveValue: (Input) -> Void
        private var subscription: (any Subscription)?
        private var isDone = false

        public init(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
        ) {
            self.receiveCompletion = receiveCompletion
            self.receiveValue = receiveValue
        }

        public func receive(subscription: any Subscription) {
            guard !isDone, self.subscription == nil else { return subscription.cancel() }
            self.subscription = subscription
            subscription.request(.unlimited)
        }

        public func receive(_ value: Input) -> Subscribers.Demand {
            if !isDone { receiveValue(value) }
            return .none
        }

        public func receive(completion: Subscribers.Completion<Failure>) {
            guard !isDone else { return }
            (isDone, subscription) = (true, nil)
            receiveCompletion(completion)
        }

        public func cancel() {
            let subscription = subscription
            (isDone, self.subscription) = (true, nil)
            subscription?.cancel()
        }
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Sendable {}

/// A publisher of any type.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let attach: (Stage<Output, Failure>) -> Void

    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let known = publisher as? AnyPublisher { self = known } else { attach = { publisher.receive(subscriber: $0) } }
    }

    init(attach: @escaping (Stage<Output, Failure>) -> Void) { self.attach = attach }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure { attach(Stage(subscriber)) }
}

/// The link between a publisher and the next one: a subscriber of closures, which forwards what it gets.
final class Stage<Input, Failure: Error>: Subscriber, Subscription {
    private let onStart: (Stage) -> Void
    private let onValue: (Input, Stage) -> Void
    private let onEnd: (Subscribers.Completion<Failure>) -> Void
    private var upstream: (any Subscription)?
    private(set) var isDone = false

    /// Forwards to a subscriber what the closures make of values and of the end.
    init<S: Subscriber>(
        to next: S, end: @escaping (Subscribers.Completion<Failure>) -> Void, value: @escaping (Input, Stage) -> Void
    ) {
        onStart = { next.receive(subscription: $0) }
        (onValue, onEnd) = (value, end)
    }

    /// Forwards all to a subscriber.
    convenience init<S: Subscriber>(_ next: S) where S.Input == Input, S.Failure == Failure {
        self.init(to: next, end: { next.receive(completion: $0) }, value: { value, _ in _ = next.receive(value) })
    }

    func receive(subscription: any Subscription) {
        guard !isDone else { return subscription.cancel() }
        upstream = subscription
        onStart(self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if !isDone { onValue(input, self) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard !isDone else { return }
        (isDone, upstream) = (true, nil)
        onEnd(completion)
    }

    func request(_ demand: Subscribers.Demand) { if demand > .none { upstream?.request(.unlimited) } }

    func cancel() {
        let subscription = upstream
        (isDone, upstream) = (true, nil)
        subscription?.cancel()
    }
}

/// A subscription whose delivery is code that starts once.
final class Start: Subscription {
    private var code: (() -> Void)?
    private let end: () -> Void

    init(_ code: @escaping () -> Void, end: @escaping () -> Void = {}) { (self.code, self.end) = (code, end) }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none, let code else { return }
        self.code = nil
        code()
    }

    func cancel() {
        code = nil
        end()
    }
}
