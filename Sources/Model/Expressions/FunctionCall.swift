import FoundationEssentials
import SubdialBasics

/// A function call with evaluated arguments.
struct FunctionCall {
    let function: Function
    let arguments: [Value]
    /// The offset of the function's name in the expression.
    let offset: Int
    /// The time zones of dates.
    var zones = TimeZones()
    /// The time context; nil for a function that does not depend on time.
    var time: EvaluationTime?

    var subject: Value { arguments.first ?? .missing }

    func value(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        if function.needsItsArguments, arguments.prefix(function.arity.lowerBound).contains(.missing) { return .missing }
        return try result(&evaluation)
    }

    private func result(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        switch function {
        case .lc: try lowercased(&evaluation)
        case .uc: try uppercased(&evaluation)
        case .markupEscape: try markupEscaped(&evaluation)
        case .duration: try duration(&evaluation)
        case .default: subject.isMissingText ? arguments[1] : subject
        case .emoji: try emoji(&evaluation)
        case .trunc: try truncated(&evaluation)
        case .pad: try padded(&evaluation)
        case .join: try joined(&evaluation)
        case .concat: try concatenated(&evaluation)
        case .trim: try trimmed(&evaluation)
        case .replace: try replaced(&evaluation)
        case .contains: .bool(try contains(&evaluation))
        case .round: try rounded(&evaluation)
        case .percent: try percent()
        case .count: .integer(Int64(try count(&evaluation)))
        case .first: try first(&evaluation)
        case .json: try json(&evaluation)
        case .date: try date(&evaluation)
        case .dateOf: try dateOf(&evaluation)
        case .unix: try unix()
        case .weeks: try weeks(&evaluation)
        case .relative: try relative(&evaluation)
        case .timer: try timer()
        case .countdown: try countdown()
        case .minutes: try minutes()
        case .matches: .bool(try matches(&evaluation))
        case .split: try split(&evaluation)
        case .lines: try lines(&evaluation)
        case .plain: try plain(&evaluation)
        case .number: try number(&evaluation)
        case .floor: try whole { $0.rounded(.down) }
        case .ceil: try whole { $0.rounded(.up) }
        case .abs: try magnitude()
        case .clamp: try clamped()
        case .scale: try scaled()
        case .format: try formatted(&evaluation)
        case .bytes: try bytes(&evaluation)
        case .last: try last(&evaluation)
        case .slice: try slice(&evaluation)
        case .sort: try sorted(&evaluation)
        case .min: try extreme(&evaluation) { $0 < $1 }
        case .max: try extreme(&evaluation) { $0 > $1 }
        case .sum: try sum(&evaluation)
        case .average: try average(&evaluation)
        case .sparkline: try sparkline(&evaluation)
        case .unique: try unique(&evaluation)
        case .reverse: try reversed(&evaluation)
        case .indexOf: try index(&evaluation)
        case .range: try range(&evaluation)
        case .keys: try keys(&evaluation)
        case .values: try values(&evaluation)
        case .entries: try entries(&evaluation)
        // The parser makes loops of these.
        case .filter, .map: .missing
        case .regexMatches: .bool(try regexMatches(&evaluation))
        case .regexExtract: try regexExtract(&evaluation)
        case .regexFindAll: try regexFindAll(&evaluation)
        case .regexReplace: try regexReplace(&evaluation)
        }
    }

    func needs(_ what: String, _ value: Value) -> ExpressionError {
        ExpressionError("\(function.rawValue) needs \(what), not \(value.kind)", at: offset)
    }
}

extension Value {
    /// True for a value that `default` replaces: a missing value or an empty text, but not an empty list.
    fileprivate var isMissingText: Bool {
        switch self {
        case .missing: true
        case .string(let text): text.isEmpty
        default: false
        }
    }
}

/// The functions whose value changes with the clock; each records the time of its next change.
extension FunctionCall {
    /// `relative`: the distance of a date to now.
    private func relative(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard let date = try date(subject) else { return .missing }
        let language = try arguments.count > 1 ? evaluation.text(of: arguments[1], at: offset) : "en"
        guard let words = RelativeWords.words(language) else {
            let known = RelativeWords.languages
            throw ExpressionError(
                "there are no words for times in '\(language.excerpt)'\(Suggestion.hint(for: language, among: known)); "
                    + "there are \(known.joined(separator: ", "))", at: offset)
        }
        let now = try moment()
        let distance = RelativeTime(seconds: date.timeIntervalSince(now).wholeMicroseconds)
        recordChange(at: date.addingTimeInterval(-distance.nextChange))
        return .string(words.text(distance))
    }

    /// `timer`: the elapsed time since `from`, limited to the interval up to `to`.
    private func timer() throws(ExpressionError) -> Value {
        guard let from = try date(subject), let to = try date(arguments[1]) else { return .missing }
        let (moment, pause) = try moment(pausedAt: 2)
        let length = max(0, to.timeIntervalSince(from).wholeMicroseconds)
        let elapsed = moment.timeIntervalSince(from).wholeMicroseconds
        let next = max(0, elapsed.rounded(.down)) + 1
        if pause == nil, next <= length { recordChange(at: from.addingTimeInterval(next)) }
        return .duration(min(max(0, elapsed), length))
    }

    /// `countdown`: the whole seconds left until `to`, or 0 after it.
    private func countdown() throws(ExpressionError) -> Value {
        guard let to = try date(subject) else { return .missing }
        let (moment, pause) = try moment(pausedAt: 1)
        let left = max(0, to.timeIntervalSince(moment).wholeMicroseconds).rounded(.up)
        if pause == nil, left > 0 { recordChange(at: to.addingTimeInterval(1 - left)) }
        return .duration(left)
    }

    /// `minutes`: the minute of a match, from 1; after its end with the minutes of stoppage time: `90+3`.
    private func minutes() throws(ExpressionError) -> Value {
        guard let from = try date(subject), let to = try date(arguments[1]) else { return .missing }
        let (moment, pause) = try moment(pausedAt: 2)
        func minute(since start: Date) -> Int {
            let minutes = (moment.timeIntervalSince(start).wholeMicroseconds / 60).rounded(.down)
            if pause == nil { recordChange(at: start.addingTimeInterval((minutes + 1) * 60)) }
            return Int(saturating: min(minutes, 1e9)) + 1
        }
        guard moment >= from else {
            if pause == nil { recordChange(at: from) }
            return .missing
        }
        guard moment >= to else {
            let value = minute(since: from)
            if pause == nil { recordChange(at: to) }
            return .string(String(value))
        }
        let regular = Int(saturating: (max(0, to.timeIntervalSince(from)) / 60).rounded(.up))
        return .string("\(regular)+\(minute(since: to))")
    }

    /// The time to compute with: the pause if there is one, otherwise now.
    private func moment(pausedAt index: Int) throws(ExpressionError) -> (moment: Date, pause: Date?) {
        if arguments.count > index, let pause = try date(arguments[index]) { return (pause, pause) }
        return (try moment(), nil)
    }

    private func moment() throws(ExpressionError) -> Date {
        guard let now = time?.now else { throw ExpressionError("\(function.rawValue) needs the time, and there is none here", at: offset) }
        return now
    }

    /// Records a time at which the value changes, because `now` or a running argument reaches it.
    private func recordChange(at date: Date) {
        guard let time, let now = time.now else { return }
        // A running argument moves the boundary by an unknown amount, so the value is checked every second.
        time.changes?.record(time.isRunning ? min(date, now.nextSecond) : date)
    }
}

/// The functions that search texts and lists.
extension FunctionCall {
    /// `index_of`: the number of the first member or character at which a part begins, from 0; missing if there is none.
    private func index(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let part = arguments[1]
        if case .list(let values) = subject {
            try evaluation.spend(reading: subject, at: offset)
            try evaluation.spend(reading: part, at: offset)
            return values.firstIndex { Expression.Operator.areEqual($0, part) }.map { .integer(Int64($0)) } ?? .missing
        }
        let text = try evaluation.text(of: subject, at: offset)
        let search = TextSearch(try evaluation.text(of: part, at: offset))
        guard let range = search.ranges(in: text).first else { return .missing }
        return .integer(Int64(text.distance(from: text.startIndex, to: range.lowerBound)))
    }

    private func contains(_ evaluation: inout Evaluation) throws(ExpressionError) -> Bool {
        let part = arguments[1]
        if case .list(let values) = subject {
            try evaluation.spend(reading: subject, at: offset)
            try evaluation.spend(reading: part, at: offset)
            return values.contains(part)
        }
        if part.isEmpty { return true }
        let text = try evaluation.text(of: subject, at: offset)
        return TextSearch(try evaluation.text(of: part, at: offset)).isFound(in: text)
    }

    private func first(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard arguments.count > 1 else {
            if case .list(let values) = subject { return values.first ?? .missing }
            return subject
        }
        let count = try columns(arguments[1])
        if case .list(let values) = subject { return try evaluation.makeList(values.prefix(count), at: offset) }
        guard subject != .missing else { return .missing }
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(text.prefix(count)) }
    }
}

/// The functions that split texts.
extension FunctionCall {
    private func split(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        let text = try evaluation.text(of: subject, at: offset)
        let separator = try evaluation.text(of: arguments[1], at: offset)
        guard !separator.isEmpty else { throw ExpressionError("split needs a separator", at: offset) }
        var parts: [Value] = []
        var start = text.startIndex
        for range in TextSearch(separator).ranges(in: text) {
            parts.append(.string(String(text[start..<range.lowerBound])))
            start = range.upperBound
        }
        parts.append(.string(String(text[start...])))
        return try evaluation.makeList(parts, at: offset)
    }

    /// `lines`: the lines of a text; a trailing line break does not add an empty line.
    private func lines(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        let text = try evaluation.text(of: subject, at: offset)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Value.string(String($0)) }
        if lines.last == .string("") { lines.removeLast() }
        return try evaluation.makeList(lines, at: offset)
    }

    /// `matches`: true if the whole text matches a pattern with `*` for any characters and `?` for one.
    private func matches(_ evaluation: inout Evaluation) throws(ExpressionError) -> Bool {
        let text = try evaluation.text(of: subject, at: offset)
        let pattern = try evaluation.text(of: arguments[1], at: offset)
        return try text.matches(pattern) { () throws(ExpressionError) in try evaluation.spend(1, at: offset) }
    }
}

extension String {
    /// True if the whole text matches a pattern with `*` for any characters and `?` for one.
    public func matches(_ pattern: String) -> Bool { matches(pattern) {} }

    /// - Parameter step: Called for each comparison.
    fileprivate func matches<Failure: Error>(_ pattern: String, step: () throws(Failure) -> Void) throws(Failure) -> Bool {
        let (text, pattern) = (Array(self), Array(pattern))
        var (place, wanted) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while place < text.count {
            try step()
            if wanted < pattern.count, pattern[wanted] == "*" {
                star = (wanted, place)
                wanted += 1
            } else if wanted < pattern.count, pattern[wanted] == "?" || pattern[wanted] == text[place] {
                (place, wanted) = (place + 1, wanted + 1)
            } else if let last = star {
                // The last star consumes one more character.
                (place, wanted) = (last.text + 1, last.pattern + 1)
                star = (last.pattern, place)
            } else {
                return false
            }
        }
        return pattern[wanted...].allSatisfy { $0 == "*" }
    }
}

extension String {
    /// The text without leading and trailing whitespace.
    var trimmedBlanks: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[first...last])
    }
}

/// The functions that format numbers for display.
extension FunctionCall {
    /// `format`: the number with a fixed number of decimals, grouped thousands, and a unit.
    private func formatted(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
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

    fileprivate static let standard = NumberStyle(point: ".", group: ",")
    /// The languages with a known format.
    fileprivate static let languages = table.keys.sorted()

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
    fileprivate static func suffix(_ unit: String) -> String {
        unit.isEmpty || ["°", "%", "′", "″", "'", "\""].contains(unit) ? unit : "\u{A0}" + unit
    }

    private static let table: [String: NumberStyle] = [
        "en": standard, "ja": standard, "he": standard, "ar": standard, "de": NumberStyle(point: ",", group: "."),
        "fr": NumberStyle(point: ",", group: "\u{202F}"),
    ]
}
