import FoundationEssentials
import SubdialBasics

/// Formats a date in a time zone and a language.
struct DateWriter {
    private let date: Date
    private let clock: ZoneClock
    private let moment: CivilMoment
    private let names: DateNames

    /// Creates a formatter for a date in a time zone, with the names of a locale, in the Gregorian calendar.
    ///
    /// - Parameters:
    ///   - zone: An identifier such as `Europe/Berlin`, `UTC`, or an offset such as `+01:00`.
    ///   - locale: A supported language, such as `de` or `de-AT`.
    ///   - offset: The offset in the expression that errors refer to.
    init(_ date: Date, zone: String, locale: String, at offset: Int) throws(ExpressionError) {
        guard let names = DateNames.names(locale) else {
            let known = DateNames.languages
            throw ExpressionError(
                "there are no names of days in '\(locale.excerpt)'\(Suggestion.hint(for: locale, among: known)); "
                    + "there are \(known.joined(separator: ", "))", at: offset)
        }
        clock = try ZoneClock(zone, at: offset)
        moment = clock.moment(date)
        self.date = date
        self.names = names
    }

    /// The first time at which a running date is formatted differently; nil for a pattern without fields.
    func nextChange(of pattern: DatePattern) -> Date? {
        let units = pattern.letters.map { letter -> Double in
            switch letter {
            case .second, .fraction: 1
            case .minute: 60
            case .hour, .halfHour, .half, .offset, .isoOffset, .plainOffset, .zone: 3600
            case .year, .month, .day, .weekday: 86400
            }
        }
        return units.min().map { clock.boundary(after: date, unit: $0) }
    }

    func write(_ pattern: DatePattern, into output: inout BoundedText) throws(ExpressionError) {
        for part in pattern.parts {
            switch part {
            case .literal(let text): try output.append(text)
            case .field(let letter, let count): try output.append(field(letter, count))
            }
        }
    }

    private func field(_ letter: DatePattern.Letter, _ count: Int) -> String {
        func padded(_ number: Int) -> String { CivilMoment.digits(number, min(count, 9)) }
        switch letter {
        case .year: return count == 2 ? padded(moment.year % 100) : padded(moment.year)
        case .month:
            switch count {
            case 1, 2: return padded(moment.month)
            case 3: return names.shortMonths[moment.month - 1]
            default: return names.months[moment.month - 1]
            }
        case .day: return padded(moment.day)
        case .weekday: return count > 3 ? names.days[moment.weekday] : names.shortDays[moment.weekday]
        case .hour: return padded(moment.hour)
        case .halfHour: return padded((moment.hour + 11) % 12 + 1)
        case .minute: return padded(moment.minute)
        case .second: return padded(moment.second)
        case .fraction: return fraction(count)
        case .half: return moment.hour < 12 ? names.halves.before : names.halves.after
        case .offset:
            return count > 4 ? iso(hasColon: true, usesZ: true) : count == 4 ? "GMT" + iso(hasColon: true) : iso(hasColon: false)
        case .isoOffset: return count == 1 ? short(usesZ: true) : iso(hasColon: count != 2 && count != 4, usesZ: true)
        case .plainOffset: return count == 1 ? short(usesZ: false) : iso(hasColon: count != 2 && count != 4)
        case .zone: return clock.abbreviation(at: date)
        }
    }

    /// The first digits of the fraction of a second.
    private func fraction(_ count: Int) -> String {
        let seconds = date.timeIntervalSince1970.wholeMicroseconds
        let digits = CivilMoment.digits(min(Int(saturating: ((seconds - seconds.rounded(.down)) * 1e6).rounded()), 999_999), 6)
        return String(digits.prefix(count)) + String(repeating: "0", count: min(max(0, count - 6), 3))
    }

    /// The offset from UTC in minutes.
    private var minutes: Int { clock.offset(at: date) / 60 }

    /// The offset as `+02:00` or `+0200`.
    private func iso(hasColon: Bool, usesZ: Bool = false) -> String {
        guard !usesZ || minutes != 0 else { return "Z" }
        return ZoneClock.text(ofOffset: minutes * 60, colon: hasColon ? ":" : "")
    }

    /// The offset as `+02`, or `+0530` if it has minutes.
    private func short(usesZ: Bool) -> String {
        let text = iso(hasColon: false, usesZ: usesZ)
        return minutes % 60 == 0 && text != "Z" ? String(text.prefix(3)) : text
    }
}

extension ZoneClock {
    /// Creates the clock of a time zone named in an expression.
    init(_ identifier: String, at offset: Int) throws(ExpressionError) {
        guard let clock = ZoneClock(identifier) else {
            throw ExpressionError(
                "there is no time zone '\(identifier.excerpt)'; write it like Europe/Berlin, UTC, +01:00 or local", at: offset)
        }
        self = clock
    }
}
