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
}
