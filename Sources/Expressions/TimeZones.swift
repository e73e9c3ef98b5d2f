import FoundationEssentials

/// The zones in which dates are told, by identifiers such as `Europe/Berlin`, `UTC` or `+01:00`.
public struct TimeZones: Hashable, Sendable, Codable {
    /// Where an expression names none.
    public var standard: String
    /// The zone that `'local'` stands for.
    public var local: String

    /// Makes zones; those left out are UTC.
    public init(standard: String = "UTC", local: String = "UTC") {
        self.standard = standard
        self.local = local
    }

    /// True for a zone that dates can be told in: an identifier, `local`, or an offset such as `+01:00`.
    public static func isKnown(_ written: String) -> Bool { written == "local" || ZoneClock(written) != nil }

    /// The identifier that a written one stands for.
    func identifier(_ written: String) -> String { written == "local" ? local : written }
}

extension TimeZones {
    /// The date as clocks of ``standard`` show it: `2026-01-08 21:15`.
    public func text(of date: Date) -> String {
        guard CivilMoment.isKnown(date), let clock = ZoneClock(identifier(standard)) else { return "" }
        let shown = CivilMoment(date, offset: clock.offset(at: date))
        return "\(CivilMoment.digits(shown.year, 4))-\(CivilMoment.digits(shown.month, 2))-\(CivilMoment.digits(shown.day, 2)) "
            + "\(CivilMoment.digits(shown.hour, 2)):\(CivilMoment.digits(shown.minute, 2))"
    }

    /// The seconds since midnight, from 0 up to 86,400, that a clock of ``standard`` shows at a date.
    public func secondOfDay(at date: Date) -> Double {
        let shown = date.timeIntervalSince1970 + Double(ZoneClock(identifier(standard))?.offset(at: date) ?? 0)
        return shown - (shown / 86_400).rounded(.down) * 86_400
    }

    /// The moment at which clocks of ``standard`` show what those of UTC show at `date`.
    public func date(showing date: Date) -> Date {
        ZoneClock(identifier(standard))?.date(showing: date.timeIntervalSince1970) ?? date
    }

    /// The midnight with which the day of a date began.
    ///
    /// - Parameter zone: The zone of the day; nil for `local`.
    public func midnight(before date: Date, in zone: String?) -> Date {
        guard let clock = ZoneClock(identifier(zone ?? "local")) else { return date }
        let shown = date.timeIntervalSince1970 + Double(clock.offset(at: date))
        return clock.date(showing: (shown / 86_400).rounded(.down) * 86_400)
    }
}
