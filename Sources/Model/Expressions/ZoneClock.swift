import FoundationEssentials
import SubdialBasics
import SubdialGLib

/// The local time of a time zone.
struct ZoneClock {
    private enum Zone {
        case fixed(Int)
        case named(ZoneInfo)
    }

    private let zone: Zone

    /// Creates a clock for an identifier such as `Europe/Berlin`, `UTC`, or an offset such as `+01:00`; nil if it is unknown.
    init?(_ identifier: String) {
        if ["UTC", "GMT", "Z"].contains(identifier) {
            zone = .fixed(0)
        } else if let sign = identifier.first, sign == "+" || sign == "-" {
            let parts = identifier.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isASCIIDigit) }),
                let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
            else { return nil }
            zone = .fixed((sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
        } else {
            guard let named = ZoneInfo.named(identifier) else { return nil }
            zone = .named(named)
        }
    }

    /// The offset from UTC at a date, in seconds east of Greenwich.
    func offset(at date: Date) -> Int {
        switch zone {
        case .fixed(let seconds): seconds
        case .named(let zone): zone.offset(at: Int64(saturating: date.timeIntervalSince1970.rounded(.down)))
        }
    }

    /// The abbreviation of the zone's name at a date, such as `CEST`; for a fixed offset `UTC` or `GMT+02:00`.
    func abbreviation(at date: Date) -> String {
        switch zone {
        case .fixed(let seconds): seconds == 0 ? "UTC" : "GMT" + Self.text(ofOffset: seconds, colon: ":")
        case .named(let zone): zone.abbreviation(at: Int64(saturating: date.timeIntervalSince1970.rounded(.down)))
        }
    }

    /// An offset in seconds as `+02:00`, without its seconds.
    static func text(ofOffset seconds: Int, colon: String) -> String {
        let minutes = seconds.magnitude / 60
        return (seconds < 0 ? "-" : "+") + CivilMoment.digits(Int(minutes / 60), 2) + colon + CivilMoment.digits(Int(minutes % 60), 2)
    }

    /// The local time of a date.
    func moment(_ date: Date) -> CivilMoment { CivilMoment(date, offset: offset(at: date)) }

    /// The first date with the given local time, in seconds since 1970.
    ///
    /// If the local time occurs twice, it is the first occurrence; if it is skipped, the offset before the change applies.
    func date(showing seconds: Double) -> Date {
        dates(showing: seconds).min() ?? Date(timeIntervalSince1970: seconds - Double(offset(before: seconds)))
    }

    /// The offset on the day before a local time.
    private func offset(before seconds: Double) -> Int { offset(at: Date(timeIntervalSince1970: seconds - 86400)) }

    /// The dates with the given local time: two if it is repeated, none if it is skipped.
    func dates(showing seconds: Double) -> [Date] {
        let guess = Date(timeIntervalSince1970: seconds)
        // The zone's offset changes at most once within a day.
        let offsets = [offset(before: seconds), offset(at: guess.addingTimeInterval(86400))]
        let candidates = offsets.map { guess.addingTimeInterval(-Double($0)) }
        return candidates.filter { Double(offset(at: $0)) == guess.timeIntervalSince($0) }
    }

    /// The first date after `date` at which the local second, minute, hour or day may change.
    ///
    /// - Parameter unit: 1, 60, 3600 or 86400 seconds.
    func boundary(after date: Date, unit: Double) -> Date {
        func next(_ offset: Int) -> Date {
            let local = date.timeIntervalSince1970.wholeMicroseconds + Double(offset)
            return Date(timeIntervalSince1970: ((local / unit).rounded(.down) + 1) * unit - Double(offset))
        }
        let regular = next(offset(at: date))
        // Midnight is earlier on a day that is an hour shorter.
        let shifted = next(offset(at: regular))
        return shifted > date ? min(regular, shifted) : regular
    }
}
