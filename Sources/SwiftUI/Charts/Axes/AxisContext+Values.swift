import Foundation
import SubdialBasics
import SubdialLayout

extension _AxisContext {
    /// The positions that a source asks for, with the way to write dates.
    func values(_ wanted: AxisMarkValues) -> ([_PlottedValue], Date.FormatStyle?) {
        switch (scale.kind, wanted.kind) {
        case (_, .values(let values)): return (values, dateFormat(of: values))
        case (.none, _): return ([], nil)
        case (.categories, _): return (scale.categories.map { .category($0) }, nil)
        case (.numbers, .numbers(let stride)): return (numbers(stride), nil)
        case (.numbers, .minimum(let stride, let count)):
            let automatic = numberTicks(count)
            let gap = zip(automatic, automatic.dropFirst()).map { $1 - $0 }.min() ?? 0
            return (gap >= stride ? automatic.map { .number($0) } : numbers(stride), nil)
        case (.numbers, .automatic(let count)): return (numberTicks(count).map { .number($0) }, nil)
        // Units of the calendar on a scale of numbers.
        case (.numbers, .dates): return ([], nil)
        case (.dates, .dates(let unit, let count, let own)): return dates(DateTicks.Stride(unit: unit, count: count), own ?? calendar)
        case (.dates, .automatic(let count)): return dates(automatic(count ?? self.count), calendar)
        case (.dates, .minimum(_, let count)): return dates(automatic(count ?? self.count), calendar)
        case (.dates, .numbers(let stride)): return dates(DateTicks.Stride(unit: .second, count: Int(saturating: stride)), calendar)
        }
    }

    /// The middle of the unit that begins at the last position, which no other position ends.
    func middle(after positions: [Double?], at index: Int) -> Double? {
        guard index > 0, let own = positions[index], let previous = positions[index - 1] else {
            // A single position has the rest of the plot.
            return positions[index].map { ($0 + 1) / 2 }
        }
        let middle = own + (own - previous) / 2
        return middle <= 1 + 1e-6 ? middle : own < 1 ? (own + 1) / 2 : nil
    }

    private var calendar: Calendar { view.environment.plotCalendar }

    private func numberTicks(_ count: Int?) -> [Double] {
        guard let count, scale.type.kind == .linear else { return scale.numberTicks }
        return ChartRange([], domain: (scale.low, scale.high), includesZero: false, marks: count).ticks
    }

    private func numbers(_ stride: Double) -> [_PlottedValue] {
        guard stride > 0, stride.isFinite, (scale.high - scale.low) / stride < 1000 else { return [] }
        let first = (scale.low / stride - 1e-9).rounded(.up)
        let last = (scale.high / stride + 1e-9).rounded(.down)
        guard last >= first else { return [] }
        return (0...Int(saturating: last - first)).map { .number((first + Double($0)) * stride) }
    }

    private func automatic(_ count: Int) -> DateTicks.Stride {
        DateTicks.stride(
            from: Date(timeIntervalSinceReferenceDate: scale.low), to: Date(timeIntervalSinceReferenceDate: scale.high), count: count)
    }

    private func dates(_ stride: DateTicks.Stride, _ calendar: Calendar) -> ([_PlottedValue], Date.FormatStyle?) {
        let ticks = DateTicks(
            stride, from: Date(timeIntervalSinceReferenceDate: scale.low), to: Date(timeIntervalSinceReferenceDate: scale.high),
            calendar: calendar)
        return (ticks.dates.map { .date($0) }, ticks.format)
    }

    /// The way to write dates that a source gives: that of the smallest unit between them.
    private func dateFormat(of values: [_PlottedValue]) -> Date.FormatStyle? {
        let seconds = values.compactMap { value -> Double? in if case .date(let date) = value { date.timeIntervalSince1970 } else { nil } }
        guard let least = seconds.min(), let most = seconds.max() else { return nil }
        let stride = DateTicks.stride(
            from: Date(timeIntervalSince1970: least), to: Date(timeIntervalSince1970: most), count: max(seconds.count - 1, 1))
        return DateTicks(stride, from: .distantFuture, to: .distantPast, calendar: calendar).format
    }
}

extension EnvironmentValues {
    /// The calendar of the look, in its time zone and language.
    var plotCalendar: Calendar {
        var calendar = calendar
        (calendar.timeZone, calendar.locale) = (timeZone, locale)
        return calendar
    }
}
