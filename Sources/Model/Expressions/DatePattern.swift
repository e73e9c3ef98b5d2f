import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// Formats a date by patterns of Unicode letters: `HH:mm`, `EEEE d MMMM`.
struct DatePattern {
    /// The supported pattern letters.
    private static let letters = "yMdEHhmsa"

    private let date: Date
    private let clock: ZoneClock
    private let moment: CivilMoment
    private let names: DateNames
    private let offset: Int

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
        self.offset = offset
    }

    /// The first time at which a running date is formatted differently; nil for a pattern without fields.
    func nextChange(of pattern: String) -> Date? {
        let letters = Set(Self.fields(of: pattern))
        let unit: Double? =
            letters.contains("s")
            ? 1 : letters.contains("m") ? 60 : !letters.isDisjoint(with: ["H", "h", "a"]) ? 3600 : letters.isEmpty ? nil : 86400
        return unit.map { clock.boundary(after: date, unit: $0) }
    }

    /// The field letters of a pattern, without quoted text.
    private static func fields(of pattern: String) -> [Character] {
        pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
            $0.offset.isMultiple(of: 2) ? Array($0.element) : []
        }
        .filter { letters.contains($0) }
    }

    func write(_ pattern: String, into output: inout BoundedText) throws(ExpressionError) {
        var characters = Array(pattern)[...]
        while let letter = characters.first {
            if letter == "'" {
                // Text between quotes is literal; two quotes are one.
                characters = characters.dropFirst()
                let text = characters.prefix { $0 != "'" }
                try output.append(text.isEmpty ? "'" : String(text))
                characters = characters.dropFirst(text.count + 1)
                continue
            }
            guard letter.isASCII, letter.isLetter else {
                try output.append(String(letter))
                characters = characters.dropFirst()
                continue
            }
            let count = characters.prefix { $0 == letter }.count
            try output.append(try field(letter, count))
            characters = characters.dropFirst(count)
        }
    }

    private func field(_ letter: Character, _ count: Int) throws(ExpressionError) -> String {
        func padded(_ number: Int) -> String { CivilMoment.digits(number, min(count, 9)) }
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
        default:
            throw ExpressionError(
                "date does not know '\(letter)' in a format; there are \(Self.letters.map(String.init).joined(separator: ", ")), "
                    + "and text between single quotes", at: offset)
        }
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

/// The names of months, days and halves of the day in a language.
///
/// The tables are built in, so that an expression has the same result on any machine.
struct DateNames {
    fileprivate let months: [String]
    fileprivate let shortMonths: [String]
    /// The names of the days, Sunday first.
    fileprivate let days: [String]
    fileprivate let shortDays: [String]
    fileprivate let halves: (before: String, after: String)

    /// The languages with a table.
    fileprivate static let languages = table.keys.sorted()

    /// The names for a language tag such as `de` or `de-AT`; English for other two-letter languages, nil for anything else.
    static func names(_ locale: String) -> DateNames? {
        table[locale.languageCode] ?? (locale.languageCode.isForeignLanguage ? table["en"] : nil)
    }

    private init(_ months: String, short: String? = nil, days: String, shortDays: String, halves: (String, String) = ("AM", "PM")) {
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        self.months = words(months)
        shortMonths = words(short ?? months)
        self.days = words(days)
        self.shortDays = words(shortDays)
        self.halves = (halves.0, halves.1)
    }

    private static let table: [String: DateNames] = [
        "en": DateNames(
            "January February March April May June July August September October November December",
            short: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", days: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
            shortDays: "Sun Mon Tue Wed Thu Fri Sat"),
        "de": DateNames(
            "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
            short: "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
            days: "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag", shortDays: "So Mo Di Mi Do Fr Sa"),
        "fr": DateNames(
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
            short: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
            days: "dimanche lundi mardi mercredi jeudi vendredi samedi", shortDays: "dim. lun. mar. mer. jeu. ven. sam."),
        "ja": DateNames(
            "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月", days: "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日", shortDays: "日 月 火 水 木 金 土",
            halves: ("午前", "午後")),
        "ar": DateNames(
            "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
            days: "الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت", shortDays: "الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت",
            halves: ("ص", "م")),
        "he": DateNames(
            "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
            short: "ינו׳ פבר׳ מרץ אפר׳ מאי יוני יולי אוג׳ ספט׳ אוק׳ נוב׳ דצמ׳",
            days: "ראשון שני שלישי רביעי חמישי שישי שבת", shortDays: "א׳ ב׳ ג׳ ד׳ ה׳ ו׳ ש׳", halves: ("לפנה״צ", "אחה״צ")),
    ]
}
