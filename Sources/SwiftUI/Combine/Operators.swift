public import Foundation

extension Publisher {
    /// A publisher that makes of each value and of the end what the closures, made for each subscriber, do.
    ///
    /// The operators of this module have this type in place of one each.
    private func operating<T, F: Error>(
        _ make:
            @escaping (Stage<T, F>) -> (
                value: (Output, Stage<Output, Failure>) -> Void, end: (Subscribers.Completion<Failure>) -> Void
            )
    ) -> AnyPublisher<T, F> {
        AnyPublisher(attach: { next in
            let (value, end) = make(next)
            receive(subscriber: Stage(to: next, end: end, value: value))
        })
    }

    /// A publisher that makes of each value what the closure does, with the same end.
    private func operating<T>(_ value: @escaping (Output, Stage<T, Failure>) -> Void) -> AnyPublisher<T, Failure> {
        operating { next in ({ input, _ in value(input, next) }, { next.receive(completion: $0) }) }
    }

    /// A publisher of values made by code that can fail.
    private func trying<T>(_ value: @escaping (Output, Stage<T, any Error>) throws -> Void) -> AnyPublisher<T, any Error> {
        operating { next in
            (
                { input, stage in
                    do { try value(input, next) } catch {
                        stage.cancel()
                        next.receive(completion: .failure(error))
                    }
                }, { next.receive(completion: $0.mapError { $0 }) }
            )
        }
    }

    // MARK: Values

    public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> { operating { _ = $1.receive(transform($0)) } }

    public func map<T>(_ keyPath: KeyPath<Output, T>) -> AnyPublisher<T, Failure> { operating { _ = $1.receive($0[keyPath: keyPath]) } }

    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> AnyPublisher<T, any Error> {
        trying { _ = $1.receive(try transform($0)) }
    }

    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> AnyPublisher<T, Failure> {
        operating { value, next in if let value = transform(value) { _ = next.receive(value) } }
    }

    public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> AnyPublisher<T, any Error> {
        trying { value, next in if let value = try transform(value) { _ = next.receive(value) } }
    }

    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        operating { value, next in if isIncluded(value) { _ = next.receive(value) } }
    }

    public func replaceNil<T>(with output: T) -> AnyPublisher<T, Failure> where Output == T? { map { $0 ?? output } }

    public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        operating { next in
            var last: Output?
            return (
                { value, _ in
                    if let last, predicate(last, value) { return }
                    last = value
                    _ = next.receive(value)
                }, { next.receive(completion: $0) }
            )
        }
    }

    public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
        operating { next in
            var result = initialResult
            return (
                { value, _ in
                    result = nextPartialResult(result, value)
                    _ = next.receive(result)
                }, { next.receive(completion: $0) }
            )
        }
    }

    public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
        operating { next in
            var result = initialResult
            return (
                { value, _ in result = nextPartialResult(result, value) },
                { end in
                    if case .finished = end { _ = next.receive(result) }
                    next.receive(completion: end)
                }
            )
        }
    }

    public func collect() -> AnyPublisher<[Output], Failure> { reduce([]) { $0 + [$1] } }

    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        operating { next in
            var left = count
            return ({ value, _ in if left > 0 { left -= 1 } else { _ = next.receive(value) } }, { next.receive(completion: $0) })
        }
    }

    public func prefix(_ maxLength: Int) -> AnyPublisher<Output, Failure> {
        guard maxLength > 0 else { return AnyPublisher(Empty()) }
        return operating { next in
            var left = maxLength
            return (
                { value, stage in
                    left -= 1
                    // The end must be known before the value: what it starts can send again.
                    if left == 0 { stage.cancel() }
                    _ = next.receive(value)
                    if left == 0 { next.receive(completion: .finished) }
                }, { next.receive(completion: $0) }
            )
        }
    }

    public func first() -> AnyPublisher<Output, Failure> { prefix(1) }

    public func first(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { filter(predicate).first() }

    public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> {
        let all = self
        return AnyPublisher(attach: { next in
            Publishers.Sequence<[Output], Failure>(sequence: elements).receive(
                subscriber: Stage(
                    to: next,
                    end: { _ in all.receive(subscriber: Relay(next)) }, value: { value, _ in _ = next.receive(value) }))
        })
    }

    // MARK: Failures

    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> AnyPublisher<Output, E> {
        operating { next in ({ value, _ in _ = next.receive(value) }, { next.receive(completion: $0.mapError(transform)) }) }
    }

    public func replaceError(with output: Output) -> AnyPublisher<Output, Never> {
        operating { next in
            (
                { value, _ in _ = next.receive(value) },
                { end in
                    if case .failure = end { _ = next.receive(output) }
                    next.receive(completion: .finished)
                }
            )
        }
    }

    public func replaceEmpty(with output: Output) -> AnyPublisher<Output, Failure> {
        operating { next in
            var isEmpty = true
            return (
                { value, _ in
                    isEmpty = false
                    _ = next.receive(value)
                },
                { end in
                    if isEmpty, case .finished = end { _ = next.receive(output) }
                    next.receive(completion: end)
                }
            )
        }
    }

    public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> AnyPublisher<Output, P.Failure> where P.Output == Output {
        operating { next in
            (
                { value, _ in _ = next.receive(value) },
                { end in
                    switch end {
                    case .finished: next.receive(completion: .finished)
                    case .failure(let error): handler(error).receive(subscriber: Relay(next))
                    }
                }
            )
        }
    }

    public func decode<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> AnyPublisher<Item, any Error> where Output == Coder.Input {
        tryMap { try decoder.decode(type, from: $0) }
    }

    public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> AnyPublisher<Coder.Output, any Error> where Output: Encodable {
        tryMap { try encoder.encode($0) }
    }

    // MARK: Watching

    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> AnyPublisher<Output, Failure> {
        operating { next in
            (
                { value, stage in
                    receiveOutput?(value)
                    _ = next.receive(value)
                },
                { end in
                    receiveCompletion?(end)
                    next.receive(completion: end)
                }
            )
        }
    }

    public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> AnyPublisher<Output, Failure> {
        let start = prefix.isEmpty ? "" : "\(prefix): "
        return handleEvents(
            receiveOutput: { Swift.print("\(start)receive value: (\($0))") }, receiveCompletion: { Swift.print("\(start)receive \($0)") })
    }

    // MARK: Several publishers

    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
        flattened(isLatest: false, transform)
    }

    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Never> where Failure == Never, P.Failure == Never {
        flattened(isLatest: false, transform)
    }

    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Never {
        flattened(isLatest: false) { transform($0).setFailureType(to: Failure.self) }
    }

    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, P.Failure> where Failure == Never {
        setFailureType(to: P.Failure.self).flattened(isLatest: false, transform)
    }

    /// The values of the publishers that code makes of values: of all or of the latest one.
    fileprivate func flattened<P: Publisher>(
        isLatest: Bool, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
        operating { next in
            var (open, latest) = (1, 0)
            var inner: Relay<P.Output, Failure>?
            func close(_ end: Subscribers.Completion<Failure>) {
                open -= 1
                if case .failure = end { return next.receive(completion: end) }
                if open == 0 { next.receive(completion: .finished) }
            }
            return (
                { value, _ in
                    open += 1
                    latest += 1
                    if isLatest, let last = inner {
                        inner = nil
                        if last.cancelled() { open -= 1 }
                    }
                    let relay = Relay(next, end: close)
                    inner = relay
                    transform(value).receive(subscriber: relay)
                }, close
            )
        }
    }
}

extension Publisher where Output: Equatable {
    public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    public func switchToLatest() -> AnyPublisher<Output.Output, Failure> { flattened(isLatest: true) { $0 } }
}

extension Publisher where Failure == Never {
    public func setFailureType<E: Error>(to failureType: E.Type) -> AnyPublisher<Output, E> {
        AnyPublisher(attach: { next in
            receive(
                subscriber: Stage(
                    to: next, end: { _ in next.receive(completion: .finished) }, value: { value, _ in _ = next.receive(value) }))
        })
    }
}

/// Passes the values of one of several publishers on to the same subscriber.
final class Relay<Input, Failure: Error>: Subscriber {
    private let next: Stage<Input, Failure>
    private let end: (Subscribers.Completion<Failure>) -> Void
    private var subscription: (any Subscription)?
    private var isDone = false

    init(_ next: Stage<Input, Failure>, end: ((Subscribers.Completion<Failure>) -> Void)? = nil) {
        self.next = next
        self.end = end ?? { next.receive(completion: $0) }
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand { isDone ? .none : next.receive(input) }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard !isDone else { return }
        (isDone, subscription) = (true, nil)
        end(completion)
    }

    /// Ends the delivery; true if it had not ended.
    func cancelled() -> Bool {
        guard !isDone else { return false }
        isDone = true
        subscription?.cancel()
        return true
    }
}

extension Subscribers.Completion {
    func mapError<E: Error>(_ transform: (Failure) -> E) -> Subscribers.Completion<E> {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}

/// What decodes whole values.
public protocol TopLevelDecoder {
    /// The type of the encoded form.
    associatedtype Input

    func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}

/// What encodes whole values.
public protocol TopLevelEncoder {
    /// The type of the encoded form.
    associatedtype Output

    func encode<T: Encodable>(_ value: T) throws -> Output
}

extension JSONDecoder: TopLevelDecoder {}
extension JSONEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
