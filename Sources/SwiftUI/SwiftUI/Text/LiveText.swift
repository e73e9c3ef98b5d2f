internal import Foundation
import SubdialBasics

/// A text that depends on the moment that is drawn.
enum LiveText: Equatable, Sendable {
    case date(Date, Text.DateStyle)
    case interval(DateInterval)
    case timer(ClosedRange<Date>, pauseTime: Date?, countsDown: Bool, showsHours: Bool)

    /// The words at a moment.
    struct Output {
        var text: String
        /// The widest words; nil for a text that stays.
        var widest: String?
        /// True if the text takes all the width that it is offered.
        var fillsWidth = false
        /// The moment of the next words, in seconds since 1970; nil if the text stays.
        var nextChange: Double?
    }

    /// The words at the environment's moment, in its language.
    func output(in environment: EnvironmentValues) -> Output {
        switch self {
        case .date(let date, let style):
            switch style.kind {
            case .time: return Output(text: environment.formatted(date, date: .omitted, time: .shortened))
            case .date: return Output(text: environment.formatted(date, date: .long, time: .omitted))
            case .relative: return Self.relative(to: date, in: environment)
            case .offset: return Self.offset(from: date, in: environment)
            case .timer:
                let clock = Clock(to: date, at: environment.now)
                return Self.timer(clock.seconds, next: clock.nextChange(every: 1), in: environment)
            }
        case .interval(let interval):
            var style = Date.IntervalFormatStyle(
                date: .omitted, time: .shortened, locale: environment.locale, calendar: environment.calendar)
            style.timeZone = environment.timeZone
            return Output(text: style.format(interval.start..<max(interval.start, interval.end)))
        case .timer(let range, let pause, let countsDown, let showsHours):
            let (start, end) = (range.lowerBound, range.upperBound)
            let moment = min(max(pause ?? environment.now, start), end)
            let seconds = countsDown ? Self.secondsLeft(from: moment, to: end) : moment.timeIntervalSince(start).rounded(.down)
            var next: Double?
            if pause == nil, environment.now < end {
                if environment.now < start {
                    next = start.timeIntervalSince1970 + 1
                } else if countsDown {
                    next = end.timeIntervalSince1970 - (seconds - 1)
                } else {
                    next = min(start.timeIntervalSince1970 + seconds + 1, end.timeIntervalSince1970)
                }
            }
            var output = Self.timer(seconds, showsHours: showsHours, next: next, in: environment)
            let longest = Self.timer(Self.secondsLeft(from: start, to: end), showsHours: showsHours, next: nil, in: environment)
            output.widest = longest.widest
            return output
        }
    }

    /// The words with every digit as the widest.
    static func widest(_ text: String) -> String { String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 }) }

    /// The whole seconds up to a date, rounded up.
    ///
    /// A millisecond more than a whole number does not count: two dates that a source takes one after the other, such as
    /// `Date()...Date().addingTimeInterval(60)`, are a little more than a minute apart.
    static func secondsLeft(from now: Date, to date: Date) -> Double { max(0, (date.timeIntervalSince(now) - 0.001).rounded(.up)) }

    // MARK: Styles

    private static func timer(_ seconds: Double, showsHours: Bool = true, next: Double?, in environment: EnvironmentValues) -> Output {
        let text = Self.timer(seconds, showsHours: showsHours, locale: environment.locale)
        return Output(text: text, widest: widest(text), fillsWidth: true, nextChange: next)
    }

    /// Minutes and seconds, and hours from one hour on unless they are not shown: `0:05`, `15:00`, `36:59:01`, `90:00`.
    static func timer(_ seconds: Double, showsHours: Bool = true, locale: Locale) -> String {
        let total = max(0, Int(saturating: seconds))
        let hours = showsHours ? total / 3600 : 0
        return TimerPattern.of(locale).text(hours: hours, minutes: total / 60 - hours * 60, seconds: total % 60)
    }

    private static func relative(to date: Date, in environment: EnvironmentValues) -> Output {
        let clock = Clock(to: date, at: environment.now)
        let parts = clock.parts(environment.gregorian)
        let shown = Array(parts.prefix(2))
        let words = CalendarUnitWords(environment.locale, width: .short)
        // The text changes with its smallest unit, which may be one that is 0 now.
        let smallest = clock.smallestUnit(of: parts)
        let text = words.list(shown.isEmpty ? [(.second, 0)] : shown)
        return Output(text: text, widest: widest(text), fillsWidth: true, nextChange: clock.nextChange(every: smallest.seconds))
    }

    private static func offset(from date: Date, in environment: EnvironmentValues) -> Output {
        let clock = Clock(to: date, at: environment.now)
        let part = clock.parts(environment.gregorian).first ?? (.second, 0)
        let words = CalendarUnitWords(environment.locale, width: .wide)
        let text = (clock.isFuture ? "\u{2212}" : "+") + words.amount(part.value, part.unit)
        return Output(
            text: text, widest: widest(text), fillsWidth: true,
            nextChange: clock.nextChange(every: part.unit.isOfCalendar ? CalendarUnit.day.seconds : part.unit.seconds))
    }

    /// The distance between a date and the moment that is drawn, in whole seconds: rounded up before the date, so that it ends with 0, and down
    /// after it.
    struct Clock {
        let isFuture: Bool
        let seconds: Double
        private let date: Date

        init(to date: Date, at now: Date) {
            self.date = date
            isFuture = date > now
            let distance = date.timeIntervalSince(now)
            seconds = isFuture ? LiveText.secondsLeft(from: now, to: date) : (-distance).rounded(.down)
        }

        /// The units that are not 0, the largest first.
        func parts(_ calendar: Calendar) -> [(unit: CalendarUnit, value: Int)] {
            guard seconds < 1e11 else { return [(.year, Int(saturating: seconds / CalendarUnit.year.seconds))] }
            let other = date.addingTimeInterval(isFuture ? -seconds : seconds)
            let components = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: min(date, other), to: max(date, other))
            let all: [(CalendarUnit, Int?)] = [
                (.year, components.year), (.month, components.month), (.day, components.day), (.hour, components.hour),
                (.minute, components.minute), (.second, components.second),
            ]
            return all.compactMap { unit, value in value.flatMap { $0 > 0 ? (unit, $0) : nil } }
        }

        /// The smallest unit that a text of two units shows: that below the largest one.
        func smallestUnit(of parts: [(unit: CalendarUnit, value: Int)]) -> CalendarUnit {
            switch parts.first?.unit {
            case .year, .month, .week: .day
            case .day: .hour
            case .hour: .minute
            default: .second
            }
        }

        /// The next moment after now at which a multiple of a length is reached, in seconds since 1970.
        func nextChange(every length: Double) -> Double {
            let moment = date.timeIntervalSince1970
            if isFuture {
                // The distance must fall below the multiple that it has reached.
                return moment - (seconds / length).rounded(.down) * length + 1
            }
            return moment + ((seconds / length).rounded(.down) + 1) * length
        }
    }
}

extension EnvironmentValues {
    /// A date in the environment's language, calendar and time zone.
    func formatted(_ date: Date, date dateStyle: Date.FormatStyle.DateStyle, time: Date.FormatStyle.TimeStyle) -> String {
        var style = Date.FormatStyle(date: dateStyle, time: time, locale: locale, calendar: calendar)
        style.timeZone = timeZone
        return style.format(date)
    }

    /// The calendar with which durations are counted.
    var gregorian: Calendar {
        var calendar = calendar
        calendar.timeZone = timeZone
        calendar.locale = locale
        return calendar
    }
}
