import FoundationEssentials

/// A date written by a pattern of Unicode's letters: `HH:mm`, `EEEE d MMMM`.
enum DatePattern {
    /// Why a date cannot be written so.
    enum Fault: Error {
        case unknownLetter(Character)
        case unknownZone(String)
        case unknownLocale(String)
    }

    /// The letters that a pattern may have.
    static let letters = "yMdEHhmsa"

    /// The date in the zone, by the Gregorian calendar, in the words of the locale.
    ///
    /// - Parameters:
    ///   - zone: An identifier such as `Europe/Berlin`, or `UTC`, or an offset such as `+01:00`.
    ///   - locale: A language that there are names for, such as `de` or `de-AT`.
    static func text(_ date: Date, _ pattern: String, zone: String, locale: String) throws(Fault) -> String {
        guard let names = DateNames.names(locale) else { throw .unknownLocale(locale) }
        guard let offset = offset(of: zone, at: date) else { throw .unknownZone(zone) }
        let moment = CivilMoment(secondsSince1970: Int((date.timeIntervalSince1970 + Double(offset)).rounded(.down)))
        var output = ""
        var characters = Array(pattern)[...]
        while let letter = characters.first {
            if letter == "'" {
                // Between quotes all stands for itself; two of them are one.
                characters = characters.dropFirst()
                let text = characters.prefix { $0 != "'" }
                output += text.isEmpty ? "'" : String(text)
                characters = characters.dropFirst(text.count + 1)
                continue
            }
            guard letter.isASCII, letter.isLetter else {
                output.append(letter)
                characters = characters.dropFirst()
                continue
            }
            let count = characters.prefix { $0 == letter }.count
            output += try field(letter, count, moment, names)
            characters = characters.dropFirst(count)
        }
        return output
    }

    private static func field(_ letter: Character, _ count: Int, _ moment: CivilMoment, _ names: DateNames) throws(Fault) -> String {
        func padded(_ number: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, min(count, 9) - digits.count)) + digits
        }
        switch letter {
        case "y": return count == 2 ? padded(moment.year % 100) : padded(moment.year)
        case "M":
            switch count {
            case 1, 2: return padded(moment.month)
            case 3: return names.shortMonths[moment.month - 1]
            default: return names.months[moment.month - 1]
            }
        case "d": return padded(moment.day)
        case "E": return count > 3 ? names.days[moment.weekday] : names.shortDays[moment.weekday]
        case "H": return padded(moment.hour)
        case "h": return padded((moment.hour + 11) % 12 + 1)
        case "m": return padded(moment.minute)
        case "s": return padded(moment.second)
        case "a": return moment.hour < 12 ? names.halves.before : names.halves.after
        default: throw .unknownLetter(letter)
        }
    }

    /// Seconds east of Greenwich; nil where nobody knows the zone.
    private static func offset(of zone: String, at date: Date) -> Int? {
        if ["UTC", "GMT", "Z"].contains(zone) { return 0 }
        if let sign = zone.first, sign == "+" || sign == "-" {
            let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24,
                minutes < 60
            else { return nil }
            return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
        }
        return TimeZone(identifier: zone)?.secondsFromGMT(for: date)
    }
}

/// A moment of the Gregorian calendar, counted from its seconds since 1970.
private struct CivilMoment {
    let year: Int
    let month: Int
    let day: Int
    /// 0 for Sunday.
    let weekday: Int
    let hour: Int
    let minute: Int
    let second: Int

    init(secondsSince1970 seconds: Int) {
        let days = Int((Double(seconds) / 86400).rounded(.down))
        let rest = seconds - days * 86400
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
        weekday = ((days + 4) % 7 + 7) % 7
        // Days counted from the first of March of the year 0, in eras of 400 years: leap days then come last.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
