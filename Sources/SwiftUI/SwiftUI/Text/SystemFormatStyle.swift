public import Foundation
import SubdialBasics

/// A value that changes with the time: a date, a range or a duration that depends on the present.
public struct TimeDataSource<Value>: Sendable {
    /// The value at a moment.
    let value: @Sendable (Date) -> Value
    /// The moment at which an input is reached; nil if it never is.
    let moment: @Sendable (Value) -> Date?
    /// What distinguishes two sources.
    let identity: String
}

extension TimeDataSource where Value == Date {
    /// The moment that is drawn.
    public static var currentDate: TimeDataSource<Date> { TimeDataSource(value: { $0 }, moment: { $0 }, identity: "currentDate") }
}

extension TimeDataSource where Value == Range<Date> {
    /// The range from a date to the moment that is drawn.
    public static func dateRange(startingAt date: Date) -> TimeDataSource<Range<Date>> {
        TimeDataSource(
            value: { date..<max(date, $0) }, moment: { $0.upperBound }, identity: "from \(date.timeIntervalSinceReferenceDate)")
    }

    /// The range from the moment that is drawn to a date.
    public static func dateRange(endingAt date: Date) -> TimeDataSource<Range<Date>> {
        TimeDataSource(value: { min($0, date)..<date }, moment: { $0.lowerBound }, identity: "to \(date.timeIntervalSinceReferenceDate)")
    }
}

extension TimeDataSource where Value == Duration {
    /// The duration from a date to the moment that is drawn.
    public static func durationOffset(to date: Date) -> TimeDataSource<Duration> {
        TimeDataSource(
            value: {
                let distance = $0.timeIntervalSince(date)
                // A duration of more seconds does not exist.
                return .seconds(distance.isNaN ? 0 : min(max(distance, -1e15), 1e15))
            }, moment: { date.addingTimeInterval($0 / .seconds(1)) },
            identity: "since \(date.timeIntervalSinceReferenceDate)")
    }
}

extension Text {
    public init<V, F: DiscreteFormatStyle>(_ source: TimeDataSource<V>, format: F)
    where V == F.FormatInput, F.FormatOutput == AttributedString {
        self.init(FormattedValue(source, format: format) { $0 })
    }

    public init<V, F: DiscreteFormatStyle>(_ source: TimeDataSource<V>, format: F) where V == F.FormatInput, F.FormatOutput == String {
        self.init(FormattedValue(source, format: format) { AttributedString($0) })
    }
}

extension FormattedValue {
    /// A value that changes with the time, in a style that tells its next change.
    fileprivate init<V, F: DiscreteFormatStyle>(
        _ source: TimeDataSource<V>, format: F, _ words: @escaping (F.FormatOutput) -> AttributedString
    ) where V == F.FormatInput {
        self.init(Pair(first: source.identity, second: format)) { environment in
            let style = environment.adapted(format)
            let input = source.value(environment.now)
            let next = style.discreteInput(after: input).flatMap(source.moment)
            return Output(words(style.format(input)), nextChange: next?.timeIntervalSince1970, isLive: true)
        }
    }
}

/// The styles of texts that change with the time.
public enum SystemFormatStyle: Sendable {
    /// A countdown or a count of the time since a date: `15:00`.
    public struct Timer: DiscreteFormatStyle, Hashable, Sendable, Codable {
        private var interval: Range<Date>
        private var countsDown: Bool
        private var showsHours: Bool
        private var locale = Locale.autoupdatingCurrent

        public init(
            countingDownIn interval: Range<Date>, showsHours: Bool = true, maxFieldCount: Int = 3, maxPrecision: Duration = .seconds(1)
        ) { (self.interval, countsDown, self.showsHours) = (interval, true, showsHours) }

        public init(
            countingUpIn interval: Range<Date>, showsHours: Bool = true, maxFieldCount: Int = 3, maxPrecision: Duration = .seconds(1)
        ) { (self.interval, countsDown, self.showsHours) = (interval, false, showsHours) }

        public func locale(_ locale: Locale) -> Self {
            var style = self
            style.locale = locale
            return style
        }

        private func seconds(_ date: Date) -> Double {
            let date = min(max(date, interval.lowerBound), interval.upperBound)
            return countsDown
                ? LiveText.secondsLeft(from: date, to: interval.upperBound) : date.timeIntervalSince(interval.lowerBound).rounded(.down)
        }

        public func format(_ value: Date) -> AttributedString {
            AttributedString(LiveText.timer(seconds(value), showsHours: showsHours, locale: locale))
        }

        public func discreteInput(after input: Date) -> Date? {
            guard input < interval.upperBound else { return nil }
            let seconds = seconds(input)
            let next =
                countsDown
                ? interval.upperBound.addingTimeInterval(1 - seconds) : interval.lowerBound.addingTimeInterval(seconds + 1)
            return next <= interval.upperBound ? next : nil
        }

        public func discreteInput(before input: Date) -> Date? {
            guard input > interval.lowerBound else { return nil }
            return max(interval.lowerBound, min(input, interval.upperBound).addingTimeInterval(-1))
        }
    }

    /// The time since a date with hundredths of seconds.
    public struct Stopwatch: DiscreteFormatStyle, Hashable, Sendable, Codable {
        private var start: Date
        private var showsHours: Bool
        private var maxFieldCount: Int
        private var maxPrecision: Duration
        private var locale = Locale.autoupdatingCurrent

        public init(startingAt start: Date, showsHours: Bool = true, maxFieldCount: Int = 4, maxPrecision: Duration = .milliseconds(10)) {
            (self.start, self.showsHours, self.maxFieldCount, self.maxPrecision) = (start, showsHours, maxFieldCount, maxPrecision)
        }

        public func locale(_ locale: Locale) -> Self {
            var style = self
            style.locale = locale
            return style
        }

        private var step: Double { max(maxPrecision / .seconds(1), 0.01) }

        public func format(_ value: Date) -> AttributedString {
            // A little more than the time, so that a step that has just been reached counts.
            let steps = ((max(0, value.timeIntervalSince(start)) + 1e-6) / step).rounded(.down)
            let seconds = steps * step
            let hasHours = showsHours && seconds >= 3600
            let hasFraction = step < 1 && maxFieldCount > (hasHours ? 3 : 2)
            let digits = hasFraction ? (step < 0.1 ? 2 : 1) : 0
            let pattern: Duration.TimeFormatStyle.Pattern =
                hasHours
                ? .hourMinuteSecond(padHourToLength: 1, fractionalSecondsLength: digits)
                : .minuteSecond(padMinuteToLength: 2, fractionalSecondsLength: digits)
            return AttributedString(
                Duration.milliseconds(Int(saturating: (seconds * 1000).rounded())).formatted(.time(pattern: pattern).locale(locale)))
        }

        public func discreteInput(after input: Date) -> Date? {
            guard input >= start else { return start.addingTimeInterval(step) }
            return start.addingTimeInterval((((input.timeIntervalSince(start) + 1e-6) / step).rounded(.down) + 1) * step)
        }

        public func discreteInput(before input: Date) -> Date? { input > start ? max(start, input.addingTimeInterval(-step)) : nil }
    }

    /// The distance to a date in words: `+2 hours`.
    public struct DateOffset: DiscreteFormatStyle, Hashable, Sendable, Codable {
        /// The signs that are shown.
        public struct SignDisplayStrategy: Hashable, Sendable, Codable {
            fileprivate let name: String

            public static let automatic = SignDisplayStrategy(name: "automatic")
            public static let never = SignDisplayStrategy(name: "never")
            public static let always = SignDisplayStrategy(name: "always")
        }

        private var anchor: Date
        private var allowedFields: Set<Date.ComponentsFormatStyle.Field>
        private var maxFieldCount: Int
        private var sign: SignDisplayStrategy
        private var locale = Locale.autoupdatingCurrent
        private var calendar = Calendar.autoupdatingCurrent

        public init(
            to anchor: Date, allowedFields: Set<Date.ComponentsFormatStyle.Field> = [.year, .month, .day, .hour, .minute, .second],
            maxFieldCount: Int = 2,
            sign: SignDisplayStrategy = .automatic
        ) { (self.anchor, self.allowedFields, self.maxFieldCount, self.sign) = (anchor, allowedFields, max(1, maxFieldCount), sign) }

        public func locale(_ locale: Locale) -> Self {
            var style = self
            style.locale = locale
            return style
        }

        public func calendar(_ calendar: Calendar) -> Self {
            var style = self
            style.calendar = calendar
            return style
        }

        private func parts(_ value: Date) -> [(unit: CalendarUnit, value: Int)] {
            let clock = LiveText.Clock(to: anchor, at: value)
            let all = clock.parts(calendar).filter { part in allowedFields.contains { $0.unit == part.unit } }
            return Array(all.prefix(maxFieldCount))
        }

        public func format(_ value: Date) -> AttributedString {
            let parts = parts(value)
            let words = CalendarUnitWords(locale, width: .wide)
            let prefix =
                switch (sign, anchor > value) {
                case (.never, _): ""
                case (_, true): "\u{2212}"
                case (.always, false): "+"
                default: ""
                }
            let smallest = CalendarUnit.allCases.last { unit in allowedFields.contains { $0.unit == unit } } ?? .second
            return AttributedString(prefix + words.list(parts.isEmpty ? [(smallest, 0)] : parts))
        }

        public func discreteInput(after input: Date) -> Date? {
            let clock = LiveText.Clock(to: anchor, at: input)
            let unit = parts(input).last?.unit ?? .second
            return Date(timeIntervalSince1970: clock.nextChange(every: unit.isOfCalendar ? CalendarUnit.day.seconds : unit.seconds))
        }

        public func discreteInput(before input: Date) -> Date? { input.addingTimeInterval(-1) }
    }
}

extension FormatStyle where Self == SystemFormatStyle.Timer {
    public static func timer(
        countingDownIn interval: Range<Date>, showsHours: Bool = true, maxFieldCount: Int = 3, maxPrecision: Duration = .seconds(1)
    ) -> Self { Self(countingDownIn: interval, showsHours: showsHours, maxFieldCount: maxFieldCount, maxPrecision: maxPrecision) }

    public static func timer(
        countingUpIn interval: Range<Date>, showsHours: Bool = true, maxFieldCount: Int = 3, maxPrecision: Duration = .seconds(1)
    ) -> Self { Self(countingUpIn: interval, showsHours: showsHours, maxFieldCount: maxFieldCount, maxPrecision: maxPrecision) }
}

extension FormatStyle where Self == SystemFormatStyle.Stopwatch {
    public static func stopwatch(
        startingAt start: Date, showsHours: Bool = true, maxFieldCount: Int = 4, maxPrecision: Duration = .milliseconds(10)
    ) -> Self { Self(startingAt: start, showsHours: showsHours, maxFieldCount: maxFieldCount, maxPrecision: maxPrecision) }
}

extension FormatStyle where Self == SystemFormatStyle.DateOffset {
    public static func offset(
        to anchor: Date, allowedFields: Set<Date.ComponentsFormatStyle.Field> = [.year, .month, .day, .hour, .minute, .second],
        maxFieldCount: Int = 2,
        sign: SystemFormatStyle.DateOffset.SignDisplayStrategy = .automatic
    ) -> Self { Self(to: anchor, allowedFields: allowedFields, maxFieldCount: maxFieldCount, sign: sign) }
}
