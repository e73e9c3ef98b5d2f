internal import Foundation

/// A value with the way to write it, which waits for the locale and the moment that are drawn.
struct FormattedValue: Equatable, @unchecked Sendable {
    /// What is written.
    struct Output {
        var text: AttributedString
        /// The moment after which it changes, in seconds since 1970; nil if it stays.
        var nextChange: Double?
        /// True if it changes by itself.
        var isLive = false

        init(_ text: AttributedString, nextChange: Double? = nil, isLive: Bool = false) {
            (self.text, self.nextChange, self.isLive) = (text, nextChange, isLive)
        }
    }

    // Unchecked: inputs, styles and formatters are read only.
    private let value: Any
    private let equals: (Any) -> Bool
    private let write: (EnvironmentValues) -> Output

    /// A value that `write` formats; two are equal if their values are.
    init<Value: Equatable>(_ value: Value, _ write: @escaping (EnvironmentValues) -> Output) {
        self.value = value
        self.write = write
        equals = { $0 as? Value == value }
    }

    /// An object with a formatter, or else with its own description.
    init<Subject: Equatable>(_ subject: Subject, _ formatter: Formatter?) {
        self.init(Pair(first: subject, second: formatter)) { environment in
            if let formatter { return Output(AttributedString(formatter.string(for: subject) ?? "")) }
            if let date = subject as? Date {
                var style = Date.FormatStyle(date: .complete, time: .complete).locale(environment.locale)
                (style.calendar, style.timeZone) = (environment.calendar, environment.timeZone)
                return Output(AttributedString(style.format(date)))
            }
            return Output(AttributedString("\(subject)"))
        }
    }

    /// An input with a style that gives words.
    init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(Pair(first: input, second: format)) { environment in
            let style = environment.adapted(format)
            guard let date = input as? Date, let relative = style as? Date.RelativeFormatStyle else {
                return Output(AttributedString(style.format(input)))
            }
            return Output(AttributedString(relative.words(for: date, at: environment.now)))
        }
    }

    /// An input with a style that gives words with attributes.
    init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == AttributedString {
        self.init(Pair(first: input, second: format)) { Output($0.adapted(format).format(input)) }
    }

    func output(in environment: EnvironmentValues) -> Output { write(environment) }

    static func == (first: FormattedValue, second: FormattedValue) -> Bool { first.equals(second.value) }

    struct Pair<First: Equatable, Second: Equatable>: Equatable {
        var first: First
        var second: Second
    }
}

extension EnvironmentValues {
    /// A style with the locale, calendar and time zone of the environment, unless the source has set its own.
    package func adapted<F: FormatStyle>(_ style: F) -> F {
        // A style that is equal after it got the user's locale had it before.
        let followed = style.locale(.autoupdatingCurrent) == style
        let localized = followed ? style.locale(locale) : style
        if var date = localized as? Date.FormatStyle {
            if date.timeZone == .autoupdatingCurrent { date.timeZone = timeZone }
            if date.calendar == .autoupdatingCurrent { date.calendar = calendar }
            return date as? F ?? localized
        }
        if var interval = localized as? Date.IntervalFormatStyle {
            if interval.timeZone == .autoupdatingCurrent { interval.timeZone = timeZone }
            if interval.calendar == .autoupdatingCurrent { interval.calendar = calendar }
            return interval as? F ?? localized
        }
        if var relative = localized as? Date.RelativeFormatStyle {
            if relative.calendar == .autoupdatingCurrent { relative.calendar = calendar }
            return relative as? F ?? localized
        }
        return localized
    }
}

extension Date.RelativeFormatStyle {
    /// The words for a date as they are at a moment; `format(_:)` takes the clock's.
    fileprivate func words(for date: Date, at now: Date) -> String {
        Date.AnchoredRelativeFormatStyle(
            anchor: date, presentation: presentation, unitsStyle: unitsStyle, locale: locale, calendar: calendar,
            capitalizationContext: capitalizationContext
        ).format(now)
    }
}
