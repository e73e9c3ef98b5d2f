public import Foundation

extension Date.ComponentsFormatStyle {
    public typealias Style = Date._ComponentsFormatStyle.Style
}

extension Date.ComponentsFormatStyle.Field {
    var unit: CalendarUnit {
        let known: [(Self, CalendarUnit)] = [
            (.year, .year), (.month, .month), (.week, .week), (.day, .day), (.hour, .hour), (.minute, .minute), (.second, .second),
        ]
        return known.first { $0.0 == self }?.1 ?? .second
    }
}

extension Date {
    /// The distance between two dates in words: `2 hours, 23 minutes`; Foundation's type of this name cannot be made here.
    public struct _ComponentsFormatStyle: Foundation.FormatStyle, Hashable, Sendable, Codable {
        public typealias Field = Date.ComponentsFormatStyle.Field

        /// The length of the words.
        public struct Style: Hashable, Sendable, Codable {
            fileprivate let name: String

            public static let wide = Style(name: "wide")
            public static let abbreviated = Style(name: "abbreviated")
            public static let condensedAbbreviated = Style(name: "condensedAbbreviated")
            public static let narrow = Style(name: "narrow")
            public static let spellOut = Style(name: "spellOut")
        }

        public var style: Style
        public var fields: Set<Field>?
        public var locale: Locale
        public var calendar: Calendar
        public var isPositive = true

        public init(
            style: Style, locale: Locale = .autoupdatingCurrent, calendar: Calendar = .autoupdatingCurrent, fields: Set<Field>? = nil
        ) { (self.style, self.locale, self.calendar, self.fields) = (style, locale, calendar, fields) }

        public func locale(_ locale: Locale) -> Self {
            var style = self
            style.locale = locale
            return style
        }

        /// The distance; a spelled out one has digits here.
        public func format(_ range: Range<Date>) -> String {
            let fields = fields ?? [.year, .month, .day, .hour, .minute, .second]
            let parts = CalendarDistance.parts(from: range.lowerBound, to: range.upperBound, fields.map(\.unit), calendar)
            let width: CalendarUnitWords.Width =
                switch style {
                case .wide, .spellOut: .wide
                case .abbreviated: .short
                default: .narrow
                }
            let words = CalendarUnitWords(locale, width: width)
            let shown = parts.filter { $0.value != 0 }
            return words.list(shown.isEmpty ? parts.suffix(1) : shown)
        }
    }
}

extension FormatStyle where Self == Date._ComponentsFormatStyle {
    public static func components(style: Date._ComponentsFormatStyle.Style, fields: Set<Date.ComponentsFormatStyle.Field>? = nil) -> Self {
        Self(style: style, fields: fields)
    }

    public static var timeDuration: Self { Self(style: .narrow, fields: [.hour, .minute, .second]) }
}

/// Distances between two dates in units of a calendar.
enum CalendarDistance {
    /// The amounts of units between two dates, the largest unit first, with those that are 0.
    static func parts(from start: Date, to end: Date, _ units: [CalendarUnit], _ calendar: Calendar) -> [(unit: CalendarUnit, value: Int)] {
        let known: [CalendarUnit: Calendar.Component] = [
            .year: .year, .month: .month, .week: .weekOfYear, .day: .day, .hour: .hour, .minute: .minute, .second: .second,
        ]
        let units = units.filter { known[$0] != nil }.sorted { $0.rawValue < $1.rawValue }
        let components = calendar.dateComponents(Set(units.compactMap { known[$0] }), from: start, to: end)
        return units.map { unit in (unit, known[unit].flatMap { components.value(for: $0) } ?? 0) }
    }
}
