import SubdialBasics

/// The functions that format numbers for display.
extension FunctionCall {
    /// `format`: the number with a fixed number of decimals, grouped thousands, and a unit.
    func formatted(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard !subject.isEmpty else { return .missing }
        guard let number = subject.number, number.isFinite, number.magnitude < 1e15 else { throw needs("a number below 1e15", subject) }
        guard let places = arguments[1].number, (0...9).contains(places) else { throw needs("0 to 9 decimals", arguments[1]) }
        let unit = arguments.count > 2 ? try evaluation.text(of: arguments[2], at: offset) : ""
        let language = arguments.count > 3 ? try evaluation.text(of: arguments[3], at: offset) : "en"
        guard let style = NumberStyle.style(language) else {
            let known = NumberStyle.languages
            throw ExpressionError(
                "no style of numbers is known for '\(language.excerpt)'\(Suggestion.hint(for: language, among: known)); "
                    + "there are \(known.joined(separator: ", "))", at: offset)
        }
        let text = style.text(number, decimals: Int(saturating: places)) + NumberStyle.suffix(unit)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(text) }
    }

    /// `bytes`: the size in the largest unit of which there is at least one: `75.3 GB`, or `70.1 GiB` in powers of 1024.
    func bytes(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard !subject.isEmpty else { return .missing }
        guard let number = subject.number, number.magnitude < 1e24 else { throw needs("a number of bytes below 1e24", subject) }
        let system = arguments.count > 1 ? try evaluation.text(of: arguments[1], at: offset) : "decimal"
        guard system == "decimal" || system == "binary" else {
            throw ExpressionError("bytes counts in decimal or binary units, not '\(system.excerpt)'", at: offset)
        }
        let base = system == "binary" ? 1024.0 : 1000
        let units = system == "binary" ? ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] : ["kB", "MB", "GB", "TB", "PB", "EB"]
        var (rest, unit) = (number.magnitude, "B")
        for larger in units {
            // 999,950 would be rounded to 1000 of the smaller unit.
            guard rest >= (unit == "B" ? base : base - 0.5) else { break }
            (rest, unit) = (rest / base, larger)
        }
        let style = NumberStyle.standard
        let text = style.text(number < 0 ? -rest : rest, decimals: unit == "B" || rest >= 99.95 ? 0 : 1) + NumberStyle.suffix(unit)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(text) }
    }
}

/// The number format of a language.
struct NumberStyle: Hashable {
    /// The decimal separator.
    let point: String
    /// The grouping separator of thousands.
    let group: String

    static let standard = NumberStyle(point: ".", group: ",")
    /// The languages with a known format.
    static let languages = table.keys.sorted()

    /// The format for a language tag such as `de` or `de-AT`; English for other two-letter languages, nil for anything else.
    static func style(_ language: String) -> NumberStyle? {
        table[language.languageCode] ?? (language.languageCode.isForeignLanguage ? table["en"] : nil)
    }

    /// The number, below 1e15 in magnitude, with a fixed number of decimals, rounded half away from zero.
    func text(_ number: Double, decimals: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let magnitude = number.magnitude
        var whole = Int64(saturating: magnitude.rounded(.down))
        // 0.285 times 100 is 28.499999999999996.
        var fraction = Int64(saturating: (((magnitude - Double(whole)) * Double(scale) * 1e4).rounded() / 1e4).rounded())
        if fraction >= scale { (whole, fraction) = (whole + 1, fraction - scale) }
        let isNegative = number < 0 && (whole > 0 || fraction > 0)
        var digits = String(whole)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        let text = ([digits] + groups).joined(separator: group)
        return (isNegative ? "−" : "") + text
            + (decimals > 0 ? point + CivilMoment.digits(Int(saturating: Double(fraction)), decimals) : "")
    }

    /// The unit with a non-breaking space before it, except for units written without one.
    static func suffix(_ unit: String) -> String {
        unit.isEmpty || ["°", "%", "′", "″", "'", "\""].contains(unit) ? unit : "\u{A0}" + unit
    }

    private static let table: [String: NumberStyle] = [
        "en": standard, "ja": standard, "he": standard, "ar": standard, "de": NumberStyle(point: ",", group: "."),
        "fr": NumberStyle(point: ",", group: "\u{202F}"),
    ]
}
