import FoundationEssentials
import SubdialBasics

/// A time distance in its largest unit: the past is rounded down, the future up.
struct RelativeTime: Hashable {
    enum Unit: Hashable {
        case minutes, hours, days

        fileprivate var seconds: Double {
            switch self {
            case .minutes: 60
            case .hours: 3600
            case .days: 86400
            }
        }

        /// The number of units in the next larger one.
        var most: Double {
            switch self {
            case .minutes: 60
            case .hours: 24
            case .days: .infinity
            }
        }
    }

    /// The number of units; 0 for now.
    let count: Int
    fileprivate let unit: Unit
    fileprivate let isFuture: Bool
    /// The seconds before the date at which the text changes; negative for a time after it.
    let nextChange: Double

    /// - Parameter seconds: The distance of the date into the future; negative for the past.
    init(seconds: Double) {
        isFuture = seconds > 0
        let distance = seconds.magnitude
        let rounding: FloatingPointRoundingRule = isFuture ? .up : .down
        let unit: Unit =
            [.minutes, .hours].first { (distance / $0.seconds).rounded(rounding) < $0.most } ?? .days
        let units = (distance / unit.seconds).rounded(rounding)
        self.unit = unit
        count = Int(saturating: units)
        if !isFuture {
            nextChange = -(units + 1) * unit.seconds
        } else if units > 1 || unit == .minutes {
            nextChange = (units - 1) * unit.seconds
        } else {
            // Less than one hour is shown in minutes, at most 59; less than one day in hours, at most 23.
            nextChange = unit == .hours ? 59 * 60 : 23 * 3600
        }
    }
}

/// The texts of time distances in a language.
struct RelativeWords {
    /// The supported languages.
    static let languages = table.keys.sorted()

    private let now: String
    private let past: String
    private let future: String
    private let units: (minutes: String, hours: String, days: String)

    /// The texts for a language tag such as `de` or `de-AT`; English for other two-letter languages, nil for anything else.
    static func words(_ language: String) -> RelativeWords? {
        table[language.languageCode] ?? (language.languageCode.isForeignLanguage ? table["en"] : nil)
    }

    func text(_ time: RelativeTime) -> String {
        guard time.count > 0 else { return now }
        let unit =
            switch time.unit {
            case .minutes: units.minutes
            case .hours: units.hours
            case .days: units.days
            }
        return (time.isFuture ? future : past).replacing("%", with: "\(time.count)\(unit)")
    }

    private static let table: [String: RelativeWords] = [
        "en": RelativeWords(now: "just now", past: "% ago", future: "in %", units: (" min", " h", " d")),
        "de": RelativeWords(now: "gerade eben", past: "vor %", future: "in %", units: (" Min.", " Std.", " T.")),
        "fr": RelativeWords(now: "à l’instant", past: "il y a %", future: "dans %", units: (" min", " h", " j")),
        "ja": RelativeWords(now: "たった今", past: "%前", future: "%後", units: ("分", "時間", "日")),
        "ar": RelativeWords(now: "الآن", past: "قبل %", future: "بعد %", units: (" د", " س", " ي")),
        "he": RelativeWords(now: "עכשיו", past: "לפני %", future: "בעוד %", units: (" דק׳", " שע׳", " ימים")),
    ]
}
