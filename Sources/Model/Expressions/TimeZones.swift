import FoundationEssentials

/// The time zones of dates, by identifiers such as `Europe/Berlin`, `UTC` or `+01:00`.
public struct TimeZones: Hashable, Sendable, Codable {
    /// The default zone.
    public var standard: String
    /// The zone that `'local'` refers to.
    public var local: String

    /// Creates time zones; omitted ones are UTC.
    public init(standard: String = "UTC", local: String = "UTC") {
        self.standard = standard
        self.local = local
    }

    /// True for a valid time zone: an identifier, `local`, or an offset such as `+01:00`.
    public static func isKnown(_ written: String) -> Bool { written == "local" || ZoneClock(written) != nil }

    /// The identifier with `local` resolved.
    func identifier(_ written: String) -> String { written == "local" ? local : written }
}

extension TimeZones {
    /// The date as local time in ``standard``: `2026-01-08 21:15`; empty outside the years 0 to 9999.
    public func text(of date: Date) -> String {
        guard CivilMoment.isKnown(date), let clock = ZoneClock(identifier(standard)) else { return "" }
        let shown = CivilMoment(date, offset: clock.offset(at: date))
        return "\(CivilMoment.digits(shown.year, 4))-\(CivilMoment.digits(shown.month, 2))-\(CivilMoment.digits(shown.day, 2)) "
            + "\(CivilMoment.digits(shown.hour, 2)):\(CivilMoment.digits(shown.minute, 2))"
    }

    /// The local time in ``standard`` at a date, in seconds since midnight, from 0 to below 86,400.
    public func secondOfDay(at date: Date) -> Double {
        let shown = date.timeIntervalSince1970 + Double(ZoneClock(identifier(standard))?.offset(at: date) ?? 0)
        return shown - (shown / 86_400).rounded(.down) * 86_400
    }

    /// The date whose local time in ``standard`` equals the UTC time of `date`.
    public func date(showing date: Date) -> Date {
        ZoneClock(identifier(standard))?.date(showing: date.timeIntervalSince1970) ?? date
    }

    /// The midnight at the start of the date's day.
    ///
    /// - Parameter zone: The time zone of the day; nil for `local`.
    public func midnight(before date: Date, in zone: String?) -> Date {
        guard let clock = ZoneClock(identifier(zone ?? "local")) else { return date }
        let shown = date.timeIntervalSince1970 + Double(clock.offset(at: date))
        return clock.date(showing: (shown / 86_400).rounded(.down) * 86_400)
    }
}
