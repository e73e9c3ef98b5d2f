public import Dispatch
public import Foundation

/// What runs code now or later.
public protocol Scheduler<SchedulerTimeType> {
    /// The type of a moment.
    associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
    /// The type of the options.
    associatedtype SchedulerOptions

    var now: SchedulerTimeType { get }

    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void)
}

extension Scheduler {
    public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }
}

/// A length of time that is made of units.
public protocol SchedulerTimeIntervalConvertible: Comparable, SignedNumeric {
    static func seconds(_ s: Int) -> Self
    static func seconds(_ s: Double) -> Self
    static func milliseconds(_ ms: Int) -> Self
    static func microseconds(_ us: Int) -> Self
    static func nanoseconds(_ ns: Int) -> Self
}

/// A moment of the schedulers of this module, in seconds since 1970.
public struct SchedulerTime: Strideable, Hashable, Sendable {
    /// A length of time in seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, ExpressibleByFloatLiteral, Hashable, Sendable {
        public var seconds: Double

        public init(_ seconds: Double) { self.seconds = seconds }

        public init(floatLiteral value: Double) { seconds = value }

        public init(integerLiteral value: Int) { seconds = Double(value) }

        public init?<T: BinaryInteger>(exactly source: T) { seconds = Double(source) }

        public var magnitude: Stride { Stride(abs(seconds)) }

        public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.seconds < rhs.seconds }
        public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.seconds + rhs.seconds) }
        public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.seconds - rhs.seconds) }
        public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.seconds * rhs.seconds) }
        public static func *= (lhs: inout Stride, rhs: Stride) { lhs.seconds *= rhs.seconds }

        public static func seconds(_ s: Int) -> Stride { Stride(Double(s)) }
        public static func seconds(_ s: Double) -> Stride { Stride(s) }
        public static func milliseconds(_ ms: Int) -> Stride { Stride(Double(ms) / 1e3) }
        public static func microseconds(_ us: Int) -> Stride { Stride(Double(us) / 1e6) }
        public static func nanoseconds(_ ns: Int) -> Stride { Stride(Double(ns) / 1e9) }
    }

    public var date: Date

    public init(_ date: Date) { self.date = date }

    public func distance(to other: SchedulerTime) -> Stride { Stride(other.date.timeIntervalSince(date)) }

    public func advanced(by n: Stride) -> SchedulerTime { SchedulerTime(date.addingTimeInterval(n.seconds)) }
}

/// Code that is called on another thread, which is what the user of a scheduler asks for.
private struct Action: @unchecked Sendable {
    let code: () -> Void
}

extension DispatchQueue: Scheduler {
    public typealias SchedulerTimeType = SchedulerTime

    /// The options of work in a queue: no effect in a picture.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerTime { SchedulerTime(Date()) }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let action = Action(code: action)
        async { action.code() }
    }

    public func schedule(
        after date: SchedulerTime, tolerance: SchedulerTime.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
        let action = Action(code: action)
        asyncAfter(deadline: .now() + max(0, date.date.timeIntervalSinceNow)) { action.code() }
    }
}

extension RunLoop: Scheduler {
    public typealias SchedulerTimeType = SchedulerTime

    /// The options of work in a run loop: none.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerTime { SchedulerTime(Date()) }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let action = Action(code: action)
        perform { action.code() }
    }

    public func schedule(
        after date: SchedulerTime, tolerance: SchedulerTime.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
        let action = Action(code: action)
        add(Timer(fire: date.date, interval: 0, repeats: false) { _ in action.code() }, forMode: .common)
    }
}

extension OperationQueue: Scheduler {
    public typealias SchedulerTimeType = SchedulerTime

    /// The options of an operation: none.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerTime { SchedulerTime(Date()) }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let action = Action(code: action)
        addOperation { action.code() }
    }

    public func schedule(
        after date: SchedulerTime, tolerance: SchedulerTime.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
        let action = Action(code: action)
        DispatchQueue.global().asyncAfter(deadline: .now() + max(0, date.date.timeIntervalSinceNow)) { [weak self] in
            self?.addOperation { action.code() }
        }
    }
}

/// Runs code at once.
public struct ImmediateScheduler: Scheduler, Sendable {
    public typealias SchedulerTimeType = SchedulerTime
    public typealias SchedulerOptions = Never

    public static let shared = ImmediateScheduler()

    public var now: SchedulerTime { SchedulerTime(Date(timeIntervalSince1970: 0)) }

    public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

    public func schedule(after date: SchedulerTime, tolerance: SchedulerTime.Stride, options: Never?, _ action: @escaping () -> Void) {
        action()
    }
}

extension Publisher {
    /// Delivers where the scheduler runs code.
    public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil) -> AnyPublisher<Output, Failure> {
        AnyPublisher(attach: { next in
            receive(
                subscriber: Stage(
                    to: next, end: { end in scheduler.schedule(options: options) { next.receive(completion: end) } },
                    value: { value, _ in scheduler.schedule(options: options) { _ = next.receive(value) } }))
        })
    }

    /// Subscribes where the scheduler runs code.
    public func subscribe<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil) -> AnyPublisher<Output, Failure> {
        AnyPublisher(attach: { next in scheduler.schedule(options: options) { receive(subscriber: next) } })
    }

    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> AnyPublisher<Output, Failure> {
        func later(_ action: @escaping () -> Void) {
            scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: tolerance ?? .seconds(0), options: options, action)
        }
        return AnyPublisher(attach: { next in
            receive(
                subscriber: Stage(
                    to: next, end: { end in later { next.receive(completion: end) } },
                    value: { value, _ in later { _ = next.receive(value) } }))
        })
    }

    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> AnyPublisher<Output, Failure> {
        map { Just($0).setFailureType(to: Failure.self).delay(for: dueTime, scheduler: scheduler, options: options) }.switchToLatest()
    }

    @available(*, unavailable, message: "Not offered on Linux: a picture has no time that passes")
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

    @available(*, unavailable, message: "Not offered on Linux: write the connection with share()")
    public func multicast<S: Subject>(subject: S) -> AnyPublisher<Output, Failure> where S.Output == Output, S.Failure == Failure {
        AnyPublisher(self)
    }
}
