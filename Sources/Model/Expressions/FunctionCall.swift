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
