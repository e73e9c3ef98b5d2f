/// The functions of the language; the first seven are playerctl's.
public enum Function: String, CaseIterable, Hashable, Sendable {
    case lc, uc, duration
    case markupEscape = "markup_escape"
    case `default`, emoji, trunc
    // Texts.
    case join, concat, pad, trim, replace, contains, matches, split, lines, json, plain
    // Regular expressions.
    case regexMatches = "regex_matches"
    case regexExtract = "regex_extract"
    case regexFindAll = "regex_find_all"
    case regexReplace = "regex_replace"
    // Numbers.
    case number, round, floor, ceil, abs, percent, clamp, scale, format, bytes
    // Lists.
    case count, first, last, slice, sort, unique, reverse, range, min, max, sum, average, sparkline
    case indexOf = "index_of"
    case filter = "where"
    case map, keys, values, entries
    // Dates.
    case date
    case dateOf = "date_of"
    case unix, weeks, relative, timer, countdown, minutes

    /// The number of arguments.
    var arity: ClosedRange<Int> {
        switch self {
        case .lc, .uc, .duration, .markupEscape, .emoji, .percent, .count, .json, .lines, .plain, .floor, .ceil, .abs, .unix, .trim,
            .unique,
            .reverse, .keys, .values,
            .entries:
            1...1
        case .default, .trunc, .pad, .contains, .matches, .split, .indexOf, .filter, .map, .regexMatches: 2...2
        case .round, .first, .last, .number, .bytes, .relative, .countdown, .range: 1...2
        case .replace, .clamp, .scale, .sparkline, .regexReplace: 3...3
        case .slice, .timer, .minutes, .regexExtract, .regexFindAll: 2...3
        case .sort, .dateOf, .weeks: 1...3
        case .date, .format: 2...4
        case .join, .min, .max, .sum, .average: 1...32
        case .concat: 0...32
        }
    }

    /// True if the value is missing when that of a required argument is.
    var needsItsArguments: Bool {
        switch self {
        case .default, .join, .concat, .pad, .replace, .contains, .matches, .json, .count, .min, .max, .sum, .average, .regexMatches,
            .regexReplace:
            false
        default: true
        }
    }

    /// The parameters, for messages and the documentation.
    public var signature: String {
        switch self {
        case .lc, .uc, .markupEscape, .lines, .plain, .trim: "(text)"
        case .duration: "(microseconds or duration)"
        case .default: "(value, fallback)"
        case .emoji: "(status or volume)"
        case .trunc, .pad: "(text, columns)"
        case .join: "(separator, value, …)"
        case .concat: "(value, …)"
        case .replace: "(text, old, new)"
        case .contains, .indexOf: "(text or list, part)"
        case .matches, .regexMatches: "(text, pattern)"
        case .regexExtract, .regexFindAll: "(text, pattern[, group])"
        case .regexReplace: "(text, pattern, replacement)"
        case .unique: "(list)"
        case .reverse: "(list or text)"
        case .range: "(count, or from, to)"
        case .keys, .values, .entries: "(map)"
        case .filter: "(row in list, condition)"
        case .map: "(row in list, expression)"
        case .split: "(text, separator)"
        case .round: "(number[, decimals])"
        case .floor, .ceil, .abs: "(number)"
        case .number: "(text[, decimal sign or language])"
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

    /// True if it evaluates its last argument for each row of its first.
    var isLoop: Bool { self == .filter || self == .map }

    /// True if its second argument is a regular expression.
    var takesPattern: Bool {
        switch self {
        case .regexMatches, .regexExtract, .regexFindAll, .regexReplace: true
        default: false
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
