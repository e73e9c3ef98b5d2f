/// The names of months, days and halves of the day in a language.
///
/// The tables are built in, so that an expression has the same result on any machine.
struct DateNames {
    let months: [String]
    let shortMonths: [String]
    /// The names of the days, Sunday first.
    let days: [String]
    let shortDays: [String]
    let halves: (before: String, after: String)

    /// The languages with a table.
    static let languages = table.keys.sorted()

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

    /// A name in lower case with its number.
    typealias Numbered = (name: [Character], number: Int)

    /// The names of months in all languages, the longest first, with the numbers 1 to 12.
    static let allMonths = numbered(from: 1, adding: [(Array("sept"), 9)]) { [$0.months, $0.shortMonths] }
    /// The names of days in all languages, the longest first, with the numbers 0 to 6 from Sunday on.
    static let allDays = numbered(from: 0) { [$0.days, $0.shortDays] }
    /// The names of the halves of the day in all languages, the longest first: 0 before noon, 1 after.
    static let allHalves = numbered(from: 0) { [[$0.halves.before, $0.halves.after], ["a.m.", "p.m."]] }

    private static func numbered(from first: Int, adding others: [Numbered] = [], _ lists: (DateNames) -> [[String]]) -> [Numbered] {
        let found = table.keys.sorted().compactMap { table[$0] }.flatMap(lists).flatMap { names in
            names.enumerated().map { (Array($0.element.lowercased()), first + $0.offset) }
        }
        return (found + others).sorted { $0.0.count > $1.0.count }
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
