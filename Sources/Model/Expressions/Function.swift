/// The functions of the language; the first seven are playerctl's.
public enum Function: String, CaseIterable, Hashable, Sendable {
    case lc, uc, duration
    case markupEscape = "markup_escape"
    case `default`, emoji, trunc
    // Texts.
    case join, concat, pad, replace, contains, matches, split, lines, json, plain
    // Numbers.
    case number, round, floor, ceil, abs, percent, clamp, scale, format, bytes
    // Lists.
    case count, first, last, slice, sort, min, max, sum, average, sparkline
    // Dates.
    case date
    case dateOf = "date_of"
    case unix, weeks, relative, timer, countdown, minutes

    /// The number of arguments.
    var arity: ClosedRange<Int> {
        switch self {
        case .lc, .uc, .duration, .markupEscape, .emoji, .percent, .count, .json, .lines, .plain, .floor, .ceil, .abs, .unix: 1...1
        case .default, .trunc, .pad, .contains, .matches, .split: 2...2
        case .round, .first, .last, .number, .bytes, .relative, .countdown: 1...2
        case .replace, .clamp, .scale, .sparkline: 3...3
        case .slice, .timer, .minutes: 2...3
        case .sort, .dateOf, .weeks: 1...3
        case .date, .format: 2...4
        case .join, .min, .max, .sum, .average: 1...32
        case .concat: 0...32
        }
    }

    /// The parameters, for messages and the documentation.
    public var signature: String {
        switch self {
        case .lc, .uc, .markupEscape, .lines, .plain: "(text)"
        case .duration: "(microseconds or duration)"
        case .default: "(value, fallback)"
        case .emoji: "(status or volume)"
        case .trunc, .pad: "(text, columns)"
        case .join: "(separator, value, …)"
        case .concat: "(value, …)"
        case .replace: "(text, old, new)"
        case .contains: "(text or list, part)"
        case .matches: "(text, pattern)"
        case .split: "(text, separator)"
        case .round: "(number[, decimals])"
        case .floor, .ceil, .abs: "(number)"
        case .number: "(text[, decimal sign])"
        case .percent: "(ratio)"
        case .clamp, .scale: "(number, low, high)"
        case .format: "(number, decimals[, unit[, language]])"
        case .bytes: "(number[, 'binary'])"
        case .count: "(list or text)"
        case .first, .last: "(list or text[, how many])"
        case .slice: "(list or text, from[, how many])"
        case .sort: "(list[, member[, 'descending']])"
        case .min, .max, .sum, .average: "(number or list, …)"
        case .sparkline: "(list, low, high)"
        case .json: "(value)"
        case .date: "(date, format[, zone[, language]])"
        case .dateOf: "(text or number[, format[, zone]])"
        case .unix: "(date)"
        case .weeks: "(date[, first weekday[, zone]])"
        case .relative: "(date[, language])"
        case .timer: "(from, to[, paused at])"
        case .countdown: "(to[, paused at])"
        case .minutes: "(from, to[, paused at])"
        }
    }

    /// True if its value may change with the clock at other times than its arguments.
    var tellsTime: Bool {
        switch self {
        case .date, .weeks, .relative, .timer, .countdown, .minutes: true
        default: false
        }
    }
}
