public import Foundation
public import FoundationNetworking

/// A publisher that starts when it is told to.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
    /// A publisher that starts with its first subscriber.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        private var connection: (any Cancellable)?

        public init(upstream: Upstream) { self.upstream = upstream }

        deinit { connection?.cancel() }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: subscriber)
            if connection == nil { connection = upstream.connect() }
        }
    }
}

extension Timer {
    /// A publisher of the dates at which a timer fires.
    public final class TimerPublisher: ConnectablePublisher {
        public typealias Output = Date
        public typealias Failure = Never

        public let interval: TimeInterval
        public let runLoop: RunLoop
        public let mode: RunLoop.Mode
        private let listeners = Listeners<Date, Never>()

        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode
        ) { (self.interval, self.runLoop, self.mode) = (interval, runLoop, mode) }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            listeners.add(subscriber, first: { nil })
        }

        public func connect() -> any Cancellable {
            nonisolated(unsafe) let listeners = listeners
            let timer = Timer(timeInterval: interval, repeats: true) { listeners.send($0.fireDate) }
            runLoop.add(timer, forMode: mode)
            return AnyCancellable { timer.invalidate() }
        }
    }

    /// A publisher of dates; in a picture nothing waits for one.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> TimerPublisher { TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode) }
}

extension NotificationCenter {
    /// A publisher of the notifications of a name.
    public struct Publisher: SubdialCombine.Publisher {
        public typealias Output = Notification
        public typealias Failure = Never

        public let center: NotificationCenter
        public let name: Notification.Name
        public let object: AnyObject?

        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            (self.center, self.name, self.object) = (center, name, object)
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
            let listeners = Listeners<Notification, Never>()
            nonisolated(unsafe) let sent = listeners
            let token = center.addObserver(forName: name, object: object, queue: nil) { sent.send($0) }
            let center = center
            listeners.add(subscriber, first: { nil }, end: { center.removeObserver(token) })
        }
    }

    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher {
        Publisher(center: self, name: name, object: object)
    }
}

extension URLSession {
    /// A publisher of the answer to a request.
    public struct DataTaskPublisher: SubdialCombine.Publisher {
        public typealias Output = (data: Data, response: URLResponse)
        public typealias Failure = URLError

        public let request: URLRequest
        public let session: URLSession

        public init(request: URLRequest, session: URLSession) { (self.request, self.session) = (request, session) }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Deferred {
                Future<Output, URLError> { promise in
                    nonisolated(unsafe) let promise = promise
                    session.dataTask(with: request) { data, response, error in
                        if let data, let response { return promise(.success((data, response))) }
                        promise(.failure(error as? URLError ?? URLError(.unknown)))
                    }.resume()
                }
            }.receive(subscriber: subscriber)
        }
    }

    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher { DataTaskPublisher(request: URLRequest(url: url), session: self) }

    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher { DataTaskPublisher(request: request, session: self) }
}
