import Foundation
import SubdialBasics

/// The dates of an axis: the starts of calendar units.
struct DateTicks {
    /// A unit with a count, such as 6 hours.
    struct Stride: Hashable {
        var unit: Calendar.Component
        var count: Int

        /// The usual length in seconds.
        var seconds: Double {
            let length: Double =
                switch unit {
                case .nanosecond: 1e-9
                case .second: 1
                case .minute: 60
                case .hour: 3600
                case .weekOfYear, .weekOfMonth, .yearForWeekOfYear: 604_800
                case .month: 2_629_746
                case .quarter: 7_889_238
                case .year: 31_556_952
                default: 86_400
                }
            return length * Double(max(count, 1))
        }
    }

    /// More dates than any axis shows.
    private static let most = 500

    private static let strides: [Stride] = [
        Stride(unit: .second, count: 1), Stride(unit: .second, count: 5), Stride(unit: .second, count: 15),
        Stride(unit: .second, count: 30),
        Stride(unit: .minute, count: 1), Stride(unit: .minute, count: 5), Stride(unit: .minute, count: 15),
        Stride(unit: .minute, count: 30),
        Stride(unit: .hour, count: 1), Stride(unit: .hour, count: 3), Stride(unit: .hour, count: 6), Stride(unit: .hour, count: 12),
        Stride(unit: .day, count: 1), Stride(unit: .day, count: 2), Stride(unit: .weekOfYear, count: 1),
        Stride(unit: .weekOfYear, count: 2),
        Stride(unit: .month, count: 1), Stride(unit: .month, count: 3), Stride(unit: .month, count: 6), Stride(unit: .year, count: 1),
        Stride(unit: .year, count: 2), Stride(unit: .year, count: 5), Stride(unit: .year, count: 10), Stride(unit: .year, count: 50),
        Stride(unit: .year, count: 100),
    ]

    let stride: Stride
    let dates: [Date]

    /// The stride with about `count` dates between two dates.
    static func stride(from low: Date, to high: Date, count: Int) -> Stride {
        let wanted = high.timeIntervalSince(low) / Double(max(count, 1))
        return strides.min { abs(log($0.seconds / max(wanted, 1e-9))) < abs(log($1.seconds / max(wanted, 1e-9))) }
            ?? Stride(unit: .day, count: 1)
    }

    /// The starts of units between two dates.
    init(_ stride: Stride, from low: Date, to high: Date, calendar: Calendar) {
        self.stride = stride
        // A count of more units than any axis has would exhaust the arithmetic of the calendar.
        let count = min(max(stride.count, 1), 1_000_000)
        guard high >= low, high.timeIntervalSince(low) / stride.seconds < Double(Self.most),
            var date = calendar.dateInterval(of: stride.unit, for: low)?.start
        else {
            dates = []
            return
        }
        // Units that make up a larger one start with it: 6 hours at midnight, 3 months in January.
        if count > 1, let larger = Self.larger(stride.unit), let start = calendar.dateInterval(of: larger, for: low)?.start { date = start }
        if stride.unit == .year {
            let year = calendar.component(.year, from: date)
            date = calendar.date(byAdding: .year, value: -(year % count), to: date) ?? date
        }
        var found: [Date] = []
        let origin = date
        for index in 0... {
            guard found.count < Self.most, index < 4 * Self.most,
                let next = Self.date(origin, adding: index * count, stride.unit, calendar), next <= high
            else { break }
            if next >= low { found.append(next) }
        }
        dates = found
    }

    private static func date(_ origin: Date, adding value: Int, _ unit: Calendar.Component, _ calendar: Calendar) -> Date? {
        value == 0
            ? origin : calendar.date(byAdding: unit == .quarter ? .month : unit, value: unit == .quarter ? 3 * value : value, to: origin)
    }

    private static func larger(_ unit: Calendar.Component) -> Calendar.Component? {
        switch unit {
        case .second: .minute
        case .minute: .hour
        case .hour: .day
        case .month, .quarter: .year
        default: nil
        }
    }

    /// The way to write the dates of a stride.
    var format: Date.FormatStyle {
        switch stride.unit {
        case .nanosecond, .second: .dateTime.hour().minute().second()
        case .minute: .dateTime.hour().minute()
        case .hour: .dateTime.hour()
        case .month, .quarter: .dateTime.month(.abbreviated)
        case .year: .dateTime.year()
        default: .dateTime.month(.abbreviated).day()
        }
    }
}
