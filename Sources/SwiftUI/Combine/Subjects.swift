import Foundation

/// A publisher that code sends values to.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    func send(_ value: Output)
    func send(completion: Subscribers.Completion<Failure>)
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    public func send() { send(()) }
}

/// The subscribers of a subject, in the order in which they came.
final class Listeners<Output, Failure: Error> {
    private let lock = NSLock()
    private var stages: [(id: Int, stage: Stage<Output, Failure>)] = []
    private var next = 0
    private(set) var end: Subscribers.Completion<Failure>?

    /// Adds a subscriber, which gets `first` as soon as it asks for values.
    func add<S: Subscriber>(_ subscriber: S, first: @escaping () -> Output?, end: @escaping () -> Void = {})
    where S.Input == Output, S.Failure == Failure {
        let stage = Stage(subscriber)
        let id = lock.withLock {
            next += 1
            return next
        }
        stage.receive(
            subscription: Start {
                [weak self] in
                if let end = self?.lock.withLock({ self?.end }) { return stage.receive(completion: end) }
                if let value = first() { _ = stage.receive(value) }
                self?.lock.withLock { self?.stages.append((id, stage)) }
            } end: { [weak self] in
                self?.lock.withLock { self?.stages.removeAll { $0.id == id } }
                end()
            })
    }

    func send(_ value: Output) {
        let stages = lock.withLock { end == nil ? self.stages : [] }
        for (_, stage) in stages { _ = stage.receive(value) }
    }

    func send(completion: Subscribers.Completion<Failure>) {
        let stages = lock.withLock {
            defer { if end == nil { (end, self.stages) = (completion, []) } }
            return end == nil ? self.stages : []
        }
        for (_, stage) in stages { stage.receive(completion: completion) }
    }
}

/// A subject that keeps no value.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let listeners = Listeners<Output, Failure>()

    public init() {}

    public func send(_ input: Output) { listeners.send(input) }

    public func send(completion: Subscribers.Completion<Failure>) { listeners.send(completion: completion) }

    public func send(subscription: any Subscription) { subscription.request(.unlimited) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        listeners.add(subscriber, first: { nil })
    }
}

/// A subject with a present value.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let listeners = Listeners<Output, Failure>()
    private let lock = NSLock()
    private var current: Output

    public init(_ value: Output) { current = value }

    public var value: Output {
        get { lock.withLock { current } }
        set {
            lock.withLock { current = newValue }
            listeners.send(newValue)
        }
    }

    public func send(_ input: Output) { if listeners.end == nil { value = input } }

    public func send(completion: Subscribers.Completion<Failure>) { listeners.send(completion: completion) }

    public func send(subscription: any Subscription) { subscription.request(.unlimited) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        listeners.add(subscriber, first: { [weak self] in self?.value })
    }
}
