import Foundation

/// The types of publishers that are made of others.
public enum Publishers {
    /// The values of two publishers as they come.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B

        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            MergeMany([a.eraseToAnyPublisher(), b.eraseToAnyPublisher()]).receive(subscriber: subscriber)
        }
    }

    /// The values of publishers as they come.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let publishers: [Upstream]

        public init(_ upstream: Upstream...) { publishers = upstream }

        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream { publishers = Array(upstream) }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Sequence<[Upstream], Failure>(sequence: publishers).flatMap { $0 }.receive(subscriber: subscriber)
        }
    }

    /// The latest values of two publishers.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        public let a: A
        public let b: B

        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let pair = Pair<A.Output, B.Output>(isLatest: true)
            tagged(a, b).compactMap { pair.add($0) }.receive(subscriber: subscriber)
        }
    }

    /// The latest values of three publishers.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure

        public let a: A
        public let b: B
        public let c: C

        public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            CombineLatest<CombineLatest<A, B>, C>(CombineLatest<A, B>(a, b), c).map { ($0.0.0, $0.0.1, $0.1) }
                .receive(subscriber: subscriber)
        }
    }

    /// The values of two publishers in pairs.
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        public let a: A
        public let b: B

        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let pair = Pair<A.Output, B.Output>(isLatest: false)
            tagged(a, b).compactMap { pair.add($0) }.receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P> where P.Output == Output, P.Failure == Failure {
        Publishers.Merge(self, other)
    }

    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure {
        Publishers.CombineLatest(self, other)
    }

    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> AnyPublisher<T, Failure> where P.Failure == Failure {
        Publishers.CombineLatest(self, other).map { transform($0.0, $0.1) }
    }

    public func combineLatest<P: Publisher, Q: Publisher>(
        _ publisher1: P, _ publisher2: Q
    ) -> Publishers.CombineLatest3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
        Publishers.CombineLatest3(self, publisher1, publisher2)
    }

    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure { Publishers.Zip(self, other) }

    /// Gives the values to all subscribers from one connection.
    public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
    /// A publisher that is connected once, with its first subscriber.
    public final class Share<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        private let listeners = Listeners<Output, Failure>()
        private var connection: AnyCancellable?

        public init(upstream: Upstream) { self.upstream = upstream }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            listeners.add(subscriber, first: { nil })
            guard connection == nil else { return }
            let listeners = listeners
            connection = upstream.sink(receiveCompletion: { listeners.send(completion: $0) }, receiveValue: { listeners.send($0) })
        }
    }
}

private enum Either<A, B> {
    case first(A)
    case second(B)
}

/// The values of two publishers, with which of them they come from.
private func tagged<A: Publisher, B: Publisher>(
    _ a: A, _ b: B
) -> Publishers.MergeMany<AnyPublisher<Either<A.Output, B.Output>, A.Failure>> where A.Failure == B.Failure {
    Publishers.MergeMany([a.map { .first($0) }, b.map { .second($0) }])
}

/// The values of two publishers that wait for the other one.
private final class Pair<A, B> {
    private let isLatest: Bool
    private let lock = NSLock()
    private var firsts: [A] = []
    private var seconds: [B] = []

    init(isLatest: Bool) { self.isLatest = isLatest }

    func add(_ value: Either<A, B>) -> (A, B)? {
        lock.withLock {
            switch value {
            case .first(let value): firsts = isLatest ? [value] : firsts + [value]
            case .second(let value): seconds = isLatest ? [value] : seconds + [value]
            }
            guard let first = firsts.first, let second = seconds.first else { return nil }
            if !isLatest {
                firsts.removeFirst()
                seconds.removeFirst()
            }
            return (first, second)
        }
    }
}
