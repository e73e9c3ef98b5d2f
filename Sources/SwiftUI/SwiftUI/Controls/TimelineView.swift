public import Foundation
public import SubdialLayout

/// How often a schedule may have dates.
public enum TimelineScheduleMode: Sendable { case normal, lowFrequency }

/// The dates at which a view is evaluated.
public protocol TimelineSchedule {
    /// The type of the dates.
    associatedtype Entries: Sequence where Entries.Element == Date
    typealias Mode = TimelineScheduleMode

    func entries(from startDate: Date, mode: Mode) -> Entries
}

/// A schedule of a fixed distance.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    private let start: Date
    private let interval: TimeInterval

    public init(from startDate: Date, by interval: TimeInterval) { (start, self.interval) = (startDate, interval) }

    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> UnfoldSequence<Date, (Date?, Bool)> {
        let step = interval.isFinite && interval > 0.001 ? interval : 1
        let passed = (startDate.timeIntervalSince(start) / step).rounded(.down)
        let first = passed.isFinite && passed > 0 ? start.addingTimeInterval(passed * step) : start
        return sequence(first: first) { $0.addingTimeInterval(step) }
    }
}

/// A schedule of every full minute.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    public init() {}

    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> UnfoldSequence<Date, (Date?, Bool)> {
        let first = Date(timeIntervalSince1970: (startDate.timeIntervalSince1970 / 60).rounded(.down) * 60)
        return sequence(first: first) { $0.addingTimeInterval(60) }
    }
}

/// A schedule of given dates.
public struct ExplicitTimelineSchedule<Entries: Sequence>: TimelineSchedule where Entries.Element == Date {
    private let dates: Entries

    public init(_ dates: Entries) { self.dates = dates }

    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries { dates }
}

/// A schedule of animations: in a picture the moment that is drawn, without a next one.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    public init(minimumInterval: Double? = nil, paused: Bool = false) {}

    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> [Date] { [startDate] }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule(from: startDate, by: interval)
    }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }

    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
        AnimationTimelineSchedule(minimumInterval: minimumInterval, paused: paused)
    }
}

extension TimelineSchedule {
    public static func explicit<S>(_ dates: S) -> ExplicitTimelineSchedule<S> where Self == ExplicitTimelineSchedule<S> {
        ExplicitTimelineSchedule(dates)
    }
}

/// What the content of a timeline view depends on.
public struct TimelineViewDefaultContext: Sendable {
    /// How often the content changes.
    public enum Cadence: Comparable, Sendable { case live, seconds, minutes }

    /// The last date of the schedule at the moment that is drawn.
    public let date: Date
    public let cadence: Cadence
}

/// A view of a schedule, evaluated at the moment that is drawn; the next date is the next change of the picture.
nonisolated public struct TimelineView<Schedule: TimelineSchedule, Content> {
    public typealias Context = TimelineViewDefaultContext

    private let schedule: Schedule
    private let content: (Context) -> Content
}

extension TimelineView: View where Content: View {
    public typealias Body = Never

    /// More dates than a schedule has before the moment that is drawn.
    private static var mostDates: Int { 100_000 }

    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {
        self.init(schedule: schedule, content: EnvironmentReader.capture(content))
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("TimelineView")
        let now = inner.environment.now
        var current: Date?
        for date in view.schedule.entries(from: now, mode: .normal).prefix(mostDates) {
            if date > now {
                inner.pass.recordChange(at: date.timeIntervalSince1970)
                // Before its first date, a schedule shows that one.
                if current == nil { current = date }
                break
            }
            current = date
        }
        nonisolated(unsafe) let make = view.content
        let value = Context(date: current ?? now, cadence: view.schedule is EveryMinuteTimelineSchedule ? .minutes : .live)
        nonisolated(unsafe) let content = onMainActor { make(value) }
        return inner.nodes(of: content)
    }
}
