import FoundationEssentials
import ZoneInfo

/// The clock on the wall in a time zone.
struct ZoneClock {
    private enum Zone {
        case fixed(Int)
        case named(ZoneInfo)
    }

    private let zone: Zone

    /// Takes an identifier such as `Europe/Berlin`, `UTC`, or an offset such as `+01:00`; nil where nobody knows it.
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

    /// Seconds east of Greenwich at a moment.
    func offset(at date: Date) -> Int {
        switch zone {
        case .fixed(let seconds): seconds
        case .named(let zone): zone.offset(at: Int64(saturating: date.timeIntervalSince1970.rounded(.down)))
        }
    }

    /// The moment as the clock shows it.
    func moment(_ date: Date) -> CivilMoment { CivilMoment(date, offset: offset(at: date)) }

    /// The first moment at which the clock shows these seconds since 1970, as if it stood in Greenwich.
    ///
    /// Of an hour that comes twice it is the first; one that is left out counts on from the hour before.
    func date(showing seconds: Double) -> Date {
        let guess = Date(timeIntervalSince1970: seconds)
        // The zone's offset changes at most once within a day.
        let offsets = [offset(at: guess.addingTimeInterval(-86400)), offset(at: guess.addingTimeInterval(86400))]
        let candidates = offsets.map { guess.addingTimeInterval(-Double($0)) }
        return candidates.filter { Double(offset(at: $0)) == guess.timeIntervalSince($0) }.min() ?? candidates[0]
    }

    /// The first moment after `date` at which the clock's hour, minute, second or day may be another.
    ///
    /// - Parameter unit: 1, 60, 3600 or 86400 seconds.
    func boundary(after date: Date, unit: Double) -> Date {
        func next(_ offset: Int) -> Date {
            let local = date.timeIntervalSince1970.wholeMicroseconds + Double(offset)
            return Date(timeIntervalSince1970: ((local / unit).rounded(.down) + 1) * unit - Double(offset))
        }
        let regular = next(offset(at: date))
        // In a day that is an hour shorter midnight comes earlier.
        let shifted = next(offset(at: regular))
        return shifted > date ? min(regular, shifted) : regular
    }
}
