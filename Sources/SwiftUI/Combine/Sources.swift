import Foundation

/// A publisher of one value.
public struct Just<Output>: Publisher {
    public typealias Failure = Never

    public let output: Output

    public init(_ output: Output) { self.output = output }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        send([output], .finished, to: subscriber)
    }
}

/// A publisher of no value.
public struct Empty<Output, Failure: Error>: Publisher {
    public let completeImmediately: Bool

    public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.completeImmediately = completeImmediately
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        send([], completeImmediately ? .finished : nil, to: subscriber)
    }
}

/// A publisher that fails.
public struct Fail<Output, Failure: Error>: Publisher {
    public let error: Failure

    public init(error: Failure) { self.error = error }

    public init(outputType: Output.Type, failure: Failure) { error = failure }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        send([], .failure(error), to: subscriber)
    }
}

/// A publisher that is made for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure

    public let createPublisher: () -> DeferredPublisher

    public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}

/// A publisher of one value that code makes once.
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let lock = NSLock()
    private var result: Result<Output, Failure>?
    private var waiting: [Stage<Output, Failure>] = []

    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) { attemptToFulfill { self.fulfill($0) } }

    private func fulfill(_ result: Result<Output, Failure>) {
        let stages = lock.withLock {
            guard self.result == nil else { return [Stage<Output, Failure>]() }
            defer { waiting = [] }
            self.result = result
            return waiting
        }
        for stage in stages { Self.send(result, to: stage) }
    }

    private static func send(_ result: Result<Output, Failure>, to stage: Stage<Output, Failure>) {
        switch result {
        case .success(let value):
            _ = stage.receive(value)
            stage.receive(completion: .finished)
        case .failure(let error): stage.receive(completion: .failure(error))
        }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let stage = Stage(subscriber)
        stage.receive(
            subscription: Start {
                let result = self.lock.withLock {
                    if self.result == nil { self.waiting.append(stage) }
                    return self.result
                }
                if let result { Self.send(result, to: stage) }
            })
    }
}

extension Sequence {
    public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Optional {
    public var publisher: Publishers.Sequence<[Wrapped], Never> { Publishers.Sequence(sequence: map { [$0] } ?? []) }
}

extension Result {
    public var publisher: AnyPublisher<Success, Failure> {
        switch self {
        case .success(let value): AnyPublisher(Just(value).setFailureType(to: Failure.self))
        case .failure(let error): AnyPublisher(Fail(error: error))
        }
    }
}

extension Publishers {
    /// The elements of a sequence.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        public typealias Output = Elements.Element

        public let sequence: Elements

        public init(sequence: Elements) { self.sequence = sequence }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            send(sequence, .finished, to: subscriber)
        }
    }
}

/// Sends values and an end to a subscriber as soon as it asks for them.
private func send<S: Subscriber>(_ values: some Swift.Sequence<S.Input>, _ end: Subscribers.Completion<S.Failure>?, to subscriber: S) {
    let stage = Stage(subscriber)
    stage.receive(
        subscription: Start {
            for value in values where !stage.isDone { _ = stage.receive(value) }
            if let end { stage.receive(completion: end) }
        })
}
