internal import Foundation
import SubdialBasics

/// A unit of durations, with its names in the languages of the Unicode CLDR.
enum CalendarUnit: Int, CaseIterable, Sendable {
    case year, month, week, day, hour, minute, second, nanosecond

    /// The length, of months and years on average.
    var seconds: Double {
        switch self {
        case .year: 31_556_952
        case .month: 2_629_746
        case .week: 604_800
        case .day: 86_400
        case .hour: 3600
        case .minute: 60
        case .second: 1
        case .nanosecond: 1e-9
        }
    }

    /// True if the length depends on the calendar.
    var isOfCalendar: Bool { self == .year || self == .month }

    /// The unit of Foundation's durations, which have none for months and years.
    fileprivate var durationUnit: Duration.UnitsFormatStyle.Unit? {
        switch self {
        case .year, .month: nil
        case .week: .weeks
        case .day: .days
        case .hour: .hours
        case .minute: .minutes
        case .second: .seconds
        case .nanosecond: .nanoseconds
        }
    }
}

/// The words for amounts of units in a language.
struct CalendarUnitWords {
    /// The length of the words: `2 hours`, `2 hr`, `2h`.
    enum Width: Sendable { case wide, short, narrow }

    private let locale: Locale
    private let width: Width

    init(_ locale: Locale, width: Width) { (self.locale, self.width) = (locale, width) }

    /// An amount: `2 hours`.
    func amount(_ value: Int, _ unit: CalendarUnit) -> String {
        if let unit = unit.durationUnit { return duration([unit], seconds: Double(value) * self.seconds(unit)) }
        let number = value.formatted(.number.locale(locale))
        let language = locale.language.languageCode?.identifier ?? "en"
        if width == .narrow, language == "en" { return number + (unit == .year ? "y" : "mo") }
        let row = StringTable.languages(of: locale).lazy.compactMap { Self.table[$0] }.first ?? Self.table["en"] ?? []
        let index = (width == .wide ? 0 : 2) + (unit == .year ? 0 : 1)
        guard index < row.count else { return number }
        let forms = Dictionary(
            row[index].split(separator: ";").compactMap { form in
                let parts = form.split(separator: "=", maxSplits: 1).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }, uniquingKeysWith: { first, _ in first })
        let category = PluralRules.of(language: language).category(of: .init(Double(value)))
        return (forms[category.rawValue] ?? forms["other"] ?? "{0}").replacing("{0}", with: number)
    }

    /// Several amounts: `2 hours, 23 minutes`.
    func list(_ parts: [(unit: CalendarUnit, value: Int)]) -> String {
        guard !parts.contains(where: { $0.unit.durationUnit == nil }), width != .wide else {
            return parts.map { amount($0.value, $0.unit) }.joined(separator: width == .narrow ? " " : separator)
        }
        let units = Set(parts.compactMap(\.unit.durationUnit))
        return duration(units, seconds: parts.reduce(0) { $0 + Double($1.value) * $1.unit.seconds })
    }

    /// What stands between two amounts.
    private var separator: String { ["ja", "zh", "ko", "th"].contains(locale.language.languageCode?.identifier) ? " " : ", " }

    private func seconds(_ unit: Duration.UnitsFormatStyle.Unit) -> Double {
        CalendarUnit.allCases.first { $0.durationUnit == unit }?.seconds ?? 1
    }

    private func duration(_ units: Set<Duration.UnitsFormatStyle.Unit>, seconds: Double) -> String {
        let width: Duration.UnitsFormatStyle.UnitWidth =
            switch self.width {
            case .wide: .wide
            case .short: .abbreviated
            case .narrow: .narrow
            }
        let style = Duration.UnitsFormatStyle(
            allowedUnits: units, width: width, maximumUnitCount: units.count, zeroValueUnits: .show(length: 1))
        return Duration.seconds(seconds).formatted(style.locale(locale))
    }

    /// The words of years and months: both wide, then both short.
    private static let table: [String: [String]] = [
        "ar": [
            "one=سنة;two=سنتان;few={0} سنوات;other={0} سنة", "one=شهر;two=شهران;few={0} أشهر;many={0} شهرًا;other={0} شهر",
            "one=سنة واحدة;two=سنتان;few={0} سنوات;other={0} سنة", "one=شهر;two=شهران;few={0} أشهر;many={0} شهرًا;other={0} شهر",
        ],
        "bg": [
            "one={0} година;other={0} години", "one={0} месец;other={0} месеца",
            "other={0} год.", "other={0} мес.",
        ],
        "bn": [
            "other={0} বছর", "other={0} মাস",
            "other={0} বছর", "other={0} মাস",
        ],
        "ca": [
            "one={0} any;other={0} anys", "one={0} mes;other={0} mesos",
            "one={0} any;other={0} anys", "one={0} mes;other={0} m",
        ],
        "cs": [
            "one={0} rok;few={0} roky;many={0} roku;other={0} let", "one={0} měsíc;few={0} měsíce;many={0} měsíce;other={0} měsíců",
            "one={0} rok;few={0} roky;many={0} roku;other={0} let", "other={0} měs.",
        ],
        "da": [
            "other={0} år", "one={0} måned;other={0} måneder",
            "other={0} år", "one={0} md.;other={0} mdr.",
        ],
        "de": [
            "one={0} Jahr;other={0} Jahre", "one={0} Monat;other={0} Monate",
            "other={0} J", "other={0} Mon.",
        ],
        "el": [
            "one={0} έτος;other={0} έτη", "one={0} μήνας;other={0} μήνες",
            "other={0} έτ.", "other={0} μήν.",
        ],
        "en": [
            "one={0} year;other={0} years", "one={0} month;other={0} months",
            "one={0} yr;other={0} yrs", "one={0} mth;other={0} mths",
        ],
        "es": [
            "one={0} año;other={0} años", "one={0} mes;other={0} meses",
            "other={0} a", "other={0} m.",
        ],
        "et": [
            "one={0} aasta;other={0} aastat", "one={0} kuu;other={0} kuud",
            "other={0} a", "one={0} kuu;other={0} kuud",
        ],
        "fa": [
            "other={0} سال", "other={0} ماه",
            "other={0} سال", "other={0} ماه",
        ],
        "fi": [
            "one={0} vuosi;other={0} vuotta", "one={0} kuukausi;other={0} kuukautta",
            "other={0} v", "other={0} kk",
        ],
        "fil": [
            "one={0} taon;other={0} na taon", "other={0} buwan",
            "other={0} taon", "other={0} buwan",
        ],
        "fr": [
            "one={0} an;other={0} ans", "other={0} mois",
            "one={0} an;other={0} ans", "other={0} m.",
        ],
        "gu": [
            "other={0} વર્ષ", "one={0} મહિનો;other={0} મહિના",
            "other={0} વર્ષ", "one={0} મહિનો;other={0} મહિના",
        ],
        "he": [
            "one={0} שנה;other={0} שנים", "one={0} חודש;two=חודשיים;other={0} חודשים",
            "one={0} שנה;other={0} שנים", "other={0} ח׳",
        ],
        "hi": [
            "other={0} वर्ष", "one={0} महीना;other={0} महीने",
            "other={0} वर्ष", "other={0} माह",
        ],
        "hr": [
            "few={0} godine;other={0} godina", "one={0} mjesec;few={0} mjeseca;other={0} mjeseci",
            "other={0} g.", "other={0} mj.",
        ],
        "hu": [
            "other={0} év", "other={0} hónap",
            "other={0} év", "other={0} hónap",
        ],
        "id": [
            "other={0} tahun", "other={0} bulan",
            "other={0} thn", "other={0} bln",
        ],
        "it": [
            "one={0} anno;other={0} anni", "one={0} mese;other={0} mesi",
            "one={0} anno;other={0} anni", "one={0} mese;other={0} mesi",
        ],
        "ja": [
            "other={0} 年", "other={0} か月",
            "other={0} 年", "other={0} か月",
        ],
        "kk": [
            "other={0} жыл", "other={0} ай",
            "other={0} ж.", "other={0} ай",
        ],
        "ko": [
            "other={0}년", "other={0}개월",
            "other={0}년", "other={0}개월",
        ],
        "lt": [
            "one={0} metai;few={0} metai;other={0} metų", "one={0} mėnuo;few={0} mėnesiai;many={0} mėnesio;other={0} mėnesių",
            "other={0} m.", "other={0} mėn.",
        ],
        "lv": [
            "zero={0} gadu;one={0} gads;other={0} gadi", "zero={0} mēnešu;one={0} mēnesis;other={0} mēneši",
            "other={0} g.", "other={0} mēn.",
        ],
        "mr": [
            "one={0} वर्ष;other={0} वर्षे", "one={0} महिना;other={0} महिने",
            "one={0} वर्ष;other={0} वर्षे", "one={0} महिना;other={0} महिने",
        ],
        "ms": [
            "other={0} tahun", "other={0} bulan",
            "other={0} thn", "other={0} bln",
        ],
        "nb": [
            "other={0} år", "one={0} måned;other={0} måneder",
            "other={0} år", "other={0} md.",
        ],
        "nl": [
            "other={0} jaar", "one={0} maand;other={0} maanden",
            "other={0} jr", "other={0} mnd",
        ],
        "pl": [
            "one={0} rok;few={0} lata;many={0} lat;other={0} roku", "one={0} miesiąc;few={0} miesiące;many={0} miesięcy;other={0} miesiąca",
            "one={0} rok;few={0} lata;many={0} lat;other={0} roku", "other={0} mies.",
        ],
        "pt": [
            "one={0} ano;other={0} anos", "one={0} mês;other={0} meses",
            "one={0} ano;other={0} anos", "one={0} mês;other={0} meses",
        ],
        "ro": [
            "one={0} an;few={0} ani;other={0} de ani", "one={0} lună;few={0} luni;other={0} de luni",
            "one={0} an;other={0} ani", "one={0} lună;other={0} luni",
        ],
        "ru": [
            "one={0} год;many={0} лет;other={0} года", "one={0} месяц;many={0} месяцев;other={0} месяца",
            "many={0} л.;other={0} г.", "other={0} мес.",
        ],
        "sk": [
            "one={0} rok;few={0} roky;many={0} roka;other={0} rokov", "one={0} mesiac;few={0} mesiace;many={0} mesiaca;other={0} mesiacov",
            "other={0} r.", "other={0} mes.",
        ],
        "sl": [
            "one={0} leto;two={0} leti;other={0} let", "one={0} mesec;two={0} meseca;few={0} meseci;other={0} mesecev",
            "other={0} l", "other={0} m",
        ],
        "sr": [
            "few={0} године;other={0} година", "one={0} месец;few={0} месеца;other={0} месеци",
            "one={0} год;other={0} год.", "other={0} мес.",
        ],
        "sv": [
            "other={0} år", "one={0} månad;other={0} månader",
            "other={0} år", "other={0} mån",
        ],
        "ta": [
            "one={0} ஆண்டு;other={0} ஆண்டுகள்", "one={0} மாதம்;other={0} மாதங்கள்",
            "one={0} ஆண்டு;other={0} ஆண்டு.", "one={0} மாதம்;other={0} மாத.",
        ],
        "te": [
            "one={0} సంవత్సరం;other={0} సంవత్సరాలు", "one={0} నెల;other={0} నెలలు",
            "other={0} సం.", "other={0} నె.",
        ],
        "th": [
            "other={0} ปี", "other={0} เดือน",
            "other={0} ปี", "other={0} เดือน",
        ],
        "tr": [
            "other={0} yıl", "other={0} ay",
            "other={0} yıl", "other={0} ay",
        ],
        "uk": [
            "one={0} рік;few={0} роки;many={0} років;other={0} року", "one={0} місяць;few={0} місяці;many={0} місяців;other={0} місяця",
            "other={0} р.", "other={0} міс.",
        ],
        "ur": [
            "other={0} سال", "one={0} مہینہ;other={0} مہینے",
            "other={0} سال", "one={0} مہینہ;other={0} مہینے",
        ],
        "vi": [
            "other={0} năm", "other={0} tháng",
            "other={0} năm", "other={0} tháng",
        ],
        "zh": [
            "other={0}年", "other={0}个月",
            "other={0}年", "other={0}个月",
        ],
        "zh-hant": [
            "other={0} 年", "other={0} 個月",
            "other={0} 年", "other={0} 個月",
        ],
    ]
}
