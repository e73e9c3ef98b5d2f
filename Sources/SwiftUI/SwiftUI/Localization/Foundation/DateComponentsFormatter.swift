public import Foundation
import SubdialBasics

/// A formatter of durations: `9:41:30`, `9 hours, 41 minutes`.
open class DateComponentsFormatter: Formatter, @unchecked Sendable {
    /// The form of the amounts.
    public enum UnitsStyle: Int, Sendable { case positional, abbreviated, short, full, spellOut, brief }

    /// What happens to amounts of zero.
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        public let rawValue: UInt

        public static let `default` = ZeroFormattingBehavior(rawValue: 1 << 0)
        public static let dropLeading = ZeroFormattingBehavior(rawValue: 1 << 1)
        public static let dropMiddle = ZeroFormattingBehavior(rawValue: 1 << 2)
        public static let dropTrailing = ZeroFormattingBehavior(rawValue: 1 << 3)
        public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
        public static let pad = ZeroFormattingBehavior(rawValue: 1 << 16)

        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    open var unitsStyle = UnitsStyle.positional
    open var allowedUnits: NSCalendar.Unit = []
    open var zeroFormattingBehavior = ZeroFormattingBehavior.default
    open var calendar: Calendar? = .current
    open var referenceDate: Date?
    /// No effect in a picture: units are whole.
    open var allowsFractionalUnits = false
    open var maximumUnitCount = 0
    open var collapsesLargestUnit = false
    /// English words.
    open var includesApproximationPhrase = false
    /// English words.
    open var includesTimeRemainingPhrase = false
    open var formattingContext = Formatter.Context.unknown

    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func string(from startDate: Date, to endDate: Date) -> String? {
        let ascending = startDate <= endDate
        let parts = CalendarDistance.parts(from: min(startDate, endDate), to: max(startDate, endDate), units, calendar ?? .current)
        return (ascending ? "" : "-") + phrase(words(parts))
    }

    open func string(from ti: TimeInterval) -> String? {
        let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
        guard ti.isFinite, abs(ti) < 1e11 else { return nil }
        var utc = calendar ?? .current
        utc.timeZone = .gmt
        let distance = abs(ti.rounded(.towardZero))
        return (ti < 0 && distance > 0 ? "-" : "")
            + phrase(words(CalendarDistance.parts(from: start, to: start.addingTimeInterval(distance), units, utc)))
    }

    open func string(from components: DateComponents) -> String? {
        let calendar = calendar ?? .current
        let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
        return calendar.date(byAdding: components, to: start).flatMap { string(from: start, to: $0) }
    }

    open class func localizedString(from components: DateComponents, unitsStyle: UnitsStyle) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    open override func string(for obj: Any?) -> String? { (obj as? DateComponents).flatMap { string(from: $0) } }

    private var units: [CalendarUnit] {
        let known: [(NSCalendar.Unit, CalendarUnit)] = [
            (.year, .year), (.month, .month), (.weekOfMonth, .week), (.day, .day), (.hour, .hour), (.minute, .minute), (.second, .second),
        ]
        let allowed = known.filter { allowedUnits.contains($0.0) }.map(\.1)
        return allowed.isEmpty ? [.year, .month, .day, .hour, .minute, .second] : allowed
    }

    private func phrase(_ words: String) -> String {
        (includesApproximationPhrase ? "About " : "") + words + (includesTimeRemainingPhrase ? " remaining" : "")
    }

    private func words(_ all: [(unit: CalendarUnit, value: Int)]) -> String {
        var parts = all
        if collapsesLargestUnit, parts.count > 1, parts[0].value == 1, parts[0].unit.seconds >= parts[1].unit.seconds {
            parts[1].value += Int(saturating: parts[0].unit.seconds / parts[1].unit.seconds)
            parts.removeFirst()
        }
        let isPositional = unitsStyle == .positional
        var behavior = zeroFormattingBehavior
        if behavior.contains(.default) { behavior = isPositional ? .dropLeading : .dropAll }
        let first = parts.firstIndex { $0.value != 0 } ?? parts.count - 1
        let last = parts.lastIndex { $0.value != 0 } ?? parts.count - 1
        parts = parts.indices.filter { index in
            if parts[index].value != 0 { return true }
            if index < first { return !behavior.contains(.dropLeading) || behavior.contains(.pad) }
            if index > last { return !behavior.contains(.dropTrailing) }
            return index == first || !behavior.contains(.dropMiddle)
        }.map { parts[$0] }
        if maximumUnitCount > 0 { parts = Array(parts.prefix(maximumUnitCount)) }
        if parts.isEmpty { parts = Array(all.suffix(1)) }
        let locale = Locale._ofBody
        switch unitsStyle {
        case .positional:
            return parts.enumerated().map { index, part in
                let pads = part.value < 10 && part.unit.seconds < CalendarUnit.day.seconds && (index > 0 || behavior.contains(.pad))
                return (pads ? "0" : "") + "\(part.value)"
            }.joined(separator: ":")
        case .abbreviated, .brief: return CalendarUnitWords(locale, width: unitsStyle == .brief ? .short : .narrow).spaced(parts)
        case .short: return CalendarUnitWords(locale, width: .short).list(parts)
        case .full: return CalendarUnitWords(locale, width: .wide).list(parts)
        case .spellOut:
            let formatter = NumberFormatter()
            formatter.numberStyle = .spellOut
            formatter.locale = locale
            return parts.map { part in
                let digits = part.value.formatted(.number.locale(locale))
                let spelled = formatter.string(from: NSNumber(value: part.value)) ?? digits
                return CalendarUnitWords(locale, width: .wide).amount(part.value, part.unit).replacing(digits, with: spelled)
            }.joined(separator: ", ")
        }
    }
}

extension CalendarUnitWords {
    /// Amounts without commas: `9h 41m`.
    func spaced(_ parts: [(unit: CalendarUnit, value: Int)]) -> String {
        parts.map { amount($0.value, $0.unit).replacing(" ", with: "") }.joined(separator: " ")
    }
}
