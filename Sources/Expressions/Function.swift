import FoundationEssentials

/// The functions of the language; the first seven are playerctl's.
public enum Function: String, CaseIterable, Hashable, Sendable {
    case lc, uc, duration
    case markupEscape = "markup_escape"
    case `default`, emoji, trunc
    case join, concat, pad, replace, contains, round, percent, count, first, json, date

    /// How many arguments it takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .lc, .uc, .duration, .markupEscape, .emoji, .percent, .count, .json: 1...1
        case .default, .trunc, .pad, .contains: 2...2
        case .round, .first: 1...2
        case .replace: 3...3
        case .date: 2...4
        case .join: 1...32
        case .concat: 0...32
        }
    }

    /// What it takes, for messages and the documentation.
    public var signature: String {
        switch self {
        case .lc, .uc, .markupEscape: "(text)"
        case .duration: "(microseconds or duration)"
        case .default: "(value, fallback)"
        case .emoji: "(status or volume)"
        case .trunc, .pad: "(text, columns)"
        case .join: "(separator, value, …)"
        case .concat: "(value, …)"
        case .replace: "(text, old, new)"
        case .contains: "(text or list, part)"
        case .round: "(number[, decimals])"
        case .percent: "(ratio)"
        case .count: "(list or text)"
        case .first: "(list or text[, how many])"
        case .json: "(value)"
        case .date: "(date, format[, zone[, locale]])"
        }
    }

    func apply(to arguments: [Value], at offset: Int) throws(ExpressionError) -> Value {
        let subject = arguments.first ?? .missing
        switch self {
        case .lc: return .string(subject.text.lowercased())
        case .uc: return .string(subject.text.uppercased())
        case .markupEscape: return .string(subject.text.markupEscaped)
        case .duration: return try duration(of: subject, at: offset)
        case .default: return subject.isMissingText ? arguments[1] : subject
        case .emoji: return try emoji(of: subject, at: offset)
        case .trunc:
            let columns = try columns(arguments[1], at: offset)
            let text = subject.text
            return .string(
                text.displayWidth <= columns || columns == 0 ? String(text.prefix(columns: columns)) : text.prefix(columns: columns) + "…")
        case .pad: return .string(subject.text.padded(columns: try columns(arguments[1], at: offset)))
        case .join: return .string(arguments.dropFirst().flatMap(\.pieces).joined(separator: subject.text))
        case .concat: return .string(arguments.map(\.text).joined())
        case .replace:
            let old = arguments[1].text
            return .string(
                old.isEmpty
                    ? subject.text
                    : subject.text.split(separator: old, omittingEmptySubsequences: false).joined(separator: arguments[2].text))
        case .contains:
            if case .list(let values) = subject { return .bool(values.contains(arguments[1])) }
            return .bool(arguments[1].isEmpty || subject.text.contains(arguments[1].text))
        case .round: return try round(subject, arguments.count > 1 ? arguments[1] : nil, at: offset)
        case .percent:
            guard !subject.isEmpty else { return .missing }
            guard let ratio = subject.number, ratio.isFinite, ratio.magnitude < 1e12 else { throw needs("a number", subject, at: offset) }
            // 0.285 times 100 is 28.499999999999996.
            return .integer(Int64(((ratio * 1e7).rounded() / 1e5).rounded()))
        case .count:
            if case .list(let values) = subject { return .integer(Int64(values.count)) }
            return .integer(Int64(subject.text.count))
        case .first where arguments.count > 1:
            let count = try columns(arguments[1], at: offset)
            if case .list(let values) = subject { return .list(Array(values.prefix(count))) }
            return subject == .missing ? .missing : .string(String(subject.text.prefix(count)))
        case .first:
            if case .list(let values) = subject { return values.first ?? .missing }
            return subject
        case .json: return .string(subject.json.text())
        case .date: return try date(subject, arguments, at: offset)
        }
    }

    private func needs(_ what: String, _ value: Value, at offset: Int) -> ExpressionError {
        ExpressionError("\(rawValue) needs \(what), not \(value.kind)", at: offset)
    }

    private func columns(_ value: Value, at offset: Int) throws(ExpressionError) -> Int {
        guard let number = value.number, number >= 0 else { throw needs("a number of columns of 0 or more", value, at: offset) }
        return Int(min(number, 1_000_000))
    }

    private func duration(of value: Value, at offset: Int) throws(ExpressionError) -> Value {
        switch value {
        case .missing: return .missing
        case .duration: return .string(value.text)
        case .integer(let microseconds): return .string(Value.clock(Double(microseconds) / 1e6))
        case .double(let microseconds): return .string(Value.clock(microseconds / 1e6))
        default: throw needs("microseconds", value, at: offset)
        }
    }

    /// playerctl's pictures: for a status its sign, for a volume from 0 to 1 a loudspeaker with as many waves as it is loud.
    private func emoji(of value: Value, at offset: Int) throws(ExpressionError) -> Value {
        if let volume = value.number { return .string(volume < 1 / 3.0 ? "🔈" : volume < 2 / 3.0 ? "🔉" : "🔊") }
        switch value.text.lowercased() {
        case "playing": return .string("▶️")
        case "paused": return .string("⏸️")
        case "stopped": return .string("⏹️")
        case "": return .missing
        default: throw needs("a status or a volume", value, at: offset)
        }
    }

    private func date(_ value: Value, _ arguments: [Value], at offset: Int) throws(ExpressionError) -> Value {
        guard value != .missing else { return .missing }
        guard case .date(let date) = value else { throw needs("a date", value, at: offset) }
        // No date of music, or of anything that is shown, is farther away than a few thousand years.
        guard date.timeIntervalSince1970.magnitude < 1e11 else { throw ExpressionError("the date is too far away", at: offset) }
        let zone = arguments.count > 2 ? arguments[2].text : "UTC"
        let locale = arguments.count > 3 ? arguments[3].text : "en"
        do throws(DatePattern.Fault) {
            return .string(try DatePattern.text(date, arguments[1].text, zone: zone, locale: locale))
        } catch {
            switch error {
            case .unknownLetter(let letter):
                throw ExpressionError(
                    "date does not know '\(letter)' in a format; there are \(DatePattern.letters.map(String.init).joined(separator: ", ")), "
                        + "and text between single quotes", at: offset)
            case .unknownZone(let zone):
                throw ExpressionError("there is no time zone '\(zone)'; write it like Europe/Berlin, UTC or +01:00", at: offset)
            case .unknownLocale(let locale):
                let known = DateNames.languages
                throw ExpressionError(
                    "there are no names of days in '\(locale)'\(Suggestion.hint(for: locale, among: known)); there are \(known.joined(separator: ", "))",
                    at: offset)
            }
        }
    }

    private func round(_ value: Value, _ decimals: Value?, at offset: Int) throws(ExpressionError) -> Value {
        guard value != .missing else { return .missing }
        guard let number = value.number, number.isFinite else { throw needs("a number", value, at: offset) }
        guard let decimals else {
            return number.magnitude < 9e18 ? .integer(Int64(number.rounded())) : .double(number)
        }
        guard let places = decimals.number, (0...9).contains(places) else { throw needs("0 to 9 decimals", decimals, at: offset) }
        var scale = 1.0
        for _ in 0..<Int(places) { scale *= 10 }
        return .string("\((number * scale).rounded() / scale)")
    }
}

extension Value {
    /// What `default` replaces: nothing at all, or an empty text; not an empty list.
    fileprivate var isMissingText: Bool {
        switch self {
        case .missing: true
        case .string(let text): text.isEmpty
        default: false
        }
    }

    /// The texts that `join` puts together: those of a list one by one, and none of what is empty.
    fileprivate var pieces: [String] {
        if case .list(let values) = self { return values.flatMap(\.pieces) }
        return isEmpty ? [] : [text]
    }
}
