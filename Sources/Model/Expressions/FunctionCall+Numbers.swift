import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// The functions that return numbers and durations.
extension FunctionCall {
    func duration(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let seconds: Double
        switch subject {
        case .missing: return .missing
        case .duration(let value): seconds = value
        case .integer, .unsigned, .double: seconds = (subject.number ?? 0) / 1e6
        case .string(let text):
            // Some players and scripts write numbers as texts.
            guard !text.isEmpty else { return .missing }
            try evaluation.spend(text.utf8.count, at: offset)
            let digits = text.trimmedBlanks
            guard digits.utf8.count <= 40, digits.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(digits)
            else {
                throw needs("microseconds", subject)
            }
            seconds = number / 1e6
        default: throw needs("microseconds", subject)
        }
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(Value.clock(seconds)) }
    }

    func percent() throws(ExpressionError) -> Value {
        guard !subject.isEmpty else { return .missing }
        guard let ratio = subject.number, ratio.isFinite, ratio.magnitude < 1e12 else { throw needs("a number", subject) }
        // 0.285 times 100 is 28.499999999999996.
        return .integer(Int64(saturating: ((ratio * 1e7).rounded() / 1e5).rounded()))
    }

    func rounded(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        guard let number = subject.number, number.isFinite else { throw needs("a number", subject) }
        guard arguments.count > 1 else {
            switch subject {
            // Returned unchanged, as a double is not exact beyond 53 bits.
            case .integer, .unsigned: return subject
            default: return Int64(exactly: number.rounded()).map(Value.integer) ?? .double(number)
            }
        }
        guard let places = arguments[1].number, (0...9).contains(places) else { throw needs("0 to 9 decimals", arguments[1]) }
        var scale = 1.0
        for _ in 0..<Int(saturating: places) { scale *= 10 }
        let scaled = (number * scale).rounded()
        // A number too large for scaling has no decimals.
        let result = scaled.isFinite ? scaled / scale : number
        let text = evaluation.dialect == .standard ? result.shortest : "\(result)"
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(text) }
    }

    func count(_ evaluation: inout Evaluation) throws(ExpressionError) -> Int {
        if case .list(let values) = subject { return values.count }
        if case .map(let members) = subject { return members.count }
        return try evaluation.text(of: subject, at: offset).count
    }
}

/// The functions that compute with a single number.
extension FunctionCall {
    /// `number`: the number in a text; missing if the text is not a single number.
    func number(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        switch subject {
        case .integer, .unsigned: return subject
        case .double(let value): return value.isFinite ? subject : .missing
        case .duration(let seconds): return .double(seconds)
        case .bool(let truth): return .integer(truth ? 1 : 0)
        case .string(let text):
            try evaluation.spend(text.utf8.count, at: offset)
            let sign = arguments.count > 1 ? try evaluation.text(of: arguments[1], at: offset) : nil
            guard let sign else { return NumberText(text).value }
            guard let point = sign == "." || sign == "," ? sign : NumberStyle.style(sign)?.point else {
                throw ExpressionError("number takes '.', ',' or a language for the decimal sign, not '\(sign.excerpt)'", at: offset)
            }
            return NumberText(text, point: Character(point)).value
        default: return .missing
        }
    }

    /// The number rounded to an integer by `rounding`.
    func whole(_ rounding: (Double) -> Double) throws(ExpressionError) -> Value {
        guard !subject.isEmpty else { return .missing }
        switch subject {
        case .integer, .unsigned: return subject
        default:
            guard let number = subject.number, number.isFinite else { throw needs("a number", subject) }
            return Int64(exactly: rounding(number)).map(Value.integer) ?? .double(rounding(number))
        }
    }

    func magnitude() throws(ExpressionError) -> Value {
        switch subject {
        case .missing, .unsigned: return subject
        case .integer(let value): return Int64(exactly: value.magnitude).map(Value.integer) ?? .unsigned(value.magnitude)
        case .double(let value): return .double(value.magnitude)
        case .duration(let value): return .duration(value.magnitude)
        default: throw needs("a number", subject)
        }
    }

    /// `clamp`: the number, or the bound that it exceeds.
    func clamped() throws(ExpressionError) -> Value {
        guard let (number, low, high) = try bounds() else { return .missing }
        return number < low ? arguments[1] : number > high ? arguments[2] : subject
    }

    /// `scale`: the position of the number between two bounds: 0 at the lower bound and below, 1 at the upper and above; 0 if they are equal.
    func scaled() throws(ExpressionError) -> Value {
        guard let (number, low, high) = try bounds() else { return .missing }
        return .double(low == high ? 0 : Swift.min(Swift.max((number - low) / (high - low), 0), 1))
    }

    private func bounds() throws(ExpressionError) -> (number: Double, low: Double, high: Double)? {
        guard !arguments.contains(where: \.isEmpty) else { return nil }
        var numbers: [Double] = []
        for argument in arguments {
            guard let number = argument.number, number.isFinite else { throw needs("three numbers", argument) }
            numbers.append(number)
        }
        guard numbers[1] <= numbers[2] else {
            throw ExpressionError("\(function.rawValue) needs its lower bound before the higher one", at: offset)
        }
        return (numbers[0], numbers[1], numbers[2])
    }
}

/// The functions that parse and format dates.
extension FunctionCall {
    /// `date`: the formatted date, in a time zone and a language.
    func date(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard let date = try date(subject) else { return .missing }
        let written = try evaluation.text(of: arguments[1], at: offset)
        let zone = try zone(argument: 2, &evaluation)
        let locale = try arguments.count > 3 ? evaluation.text(of: arguments[3], at: offset) : "en"
        let writer = try DateWriter(date, zone: zone, locale: locale, at: offset)
        let pattern = try DatePattern(written, at: offset)
        let text = try evaluation.makeText(at: offset) { output throws(ExpressionError) in try writer.write(pattern, into: &output) }
        if let boundary = writer.nextChange(of: pattern) { time?.record(boundary, of: date) }
        return text
    }

    /// `date_of`: the date of a text or of a number of seconds.
    func dateOf(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        switch subject {
        case .missing: return .missing
        case .date: return subject
        case .integer, .unsigned, .double:
            guard let number = subject.number, number.isFinite else { return .missing }
            // Numbers from 1e11 are milliseconds, which begin in 1973; as seconds, they would begin in the year 5138.
            let date = Date(timeIntervalSince1970: number.magnitude >= 1e11 ? number / 1000 : number)
            guard CivilMoment.isKnown(date) else { throw tooFar }
            return .date(date)
        case .string(let text):
            if text.trimmedBlanks.isEmpty { return .missing }
            let reader = DateReader(clock: try ZoneClock(zone(argument: 2, &evaluation), at: offset))
            let format = arguments.count > 1 ? try evaluation.text(of: arguments[1], at: offset) : ""
            let pattern = format.isEmpty ? nil : try DatePattern(reading: format, at: offset)
            let written = text.trimmedBlanks
            let found = if let pattern { reader.date(written, pattern: pattern) } else { reader.date(written) }
            guard let date = found else {
                let form = format.isEmpty ? "; write it like \(DateForms.examples), or give its format" : " as \(format.excerpt)"
                throw ExpressionError("'\(text.excerpt)' is no date\(form)", at: offset)
            }
            guard CivilMoment.isKnown(date) else { throw tooFar }
            return .date(date)
        default: throw needs("a text or a number", subject)
        }
    }

    /// `unix`: the seconds since 1970.
    func unix() throws(ExpressionError) -> Value {
        guard let date = try date(subject) else { return .missing }
        let seconds = date.timeIntervalSince1970.wholeMicroseconds
        return Int64(exactly: seconds).map(Value.integer) ?? .double(seconds)
    }

    /// `weeks`: the six weeks of the date's month, each of seven days.
    func weeks(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard let date = try date(subject) else { return .missing }
        let first = try arguments.count > 1 && arguments[1] != .missing ? evaluation.text(of: arguments[1], at: offset) : "monday"
        let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        guard let firstWeekday = names.firstIndex(of: first) else {
            throw ExpressionError("weeks begin on monday, sunday or saturday, not on '\(first.excerpt)'", at: offset)
        }
        let clock = try ZoneClock(zone(argument: 2, &evaluation), at: offset)
        let month = clock.moment(date)
        let today = (time?.now).map { clock.moment($0) }
        let start = CivilMoment.days(year: month.year, month: month.month, day: 1)
        let lead = (CivilMoment.weekday(ofDay: start) - firstWeekday + 7) % 7
        try evaluation.spend(6 * 7 * 8, at: offset)
        let weeks = (0..<6).map { week in
            Value.list(
                (0..<7).map { weekday in
                    let day = start - lead + week * 7 + weekday
                    let midnight = clock.date(showing: Double(day) * 86400)
                    let shown = CivilMoment(Date(timeIntervalSince1970: Double(day) * 86400))
                    return .map([
                        "date": .date(midnight), "day": .integer(Int64(shown.day)),
                        "inMonth": .bool(shown.month == month.month && shown.year == month.year),
                        "today": .bool(today.map { ($0.year, $0.month, $0.day) == (shown.year, shown.month, shown.day) } ?? false),
                    ])
                })
        }
        time?.record(clock.boundary(after: date, unit: 86400), of: date)
        if let now = time?.now { time?.changes?.record(clock.boundary(after: now, unit: 86400)) }
        return .list(weeks)
    }

    /// The date of a value; nil if it is missing.
    func date(_ value: Value) throws(ExpressionError) -> Date? {
        guard value != .missing else { return nil }
        guard case .date(let date) = value else { throw needs("a date", value) }
        guard CivilMoment.isKnown(date) else { throw tooFar }
        return date
    }

    private var tooFar: ExpressionError { ExpressionError("the date is too far away", at: offset) }

    /// The time zone of an argument, or the standard one if it is missing.
    private func zone(argument index: Int, _ evaluation: inout Evaluation) throws(ExpressionError) -> String {
        guard arguments.count > index, arguments[index] != .missing else { return zones.identifier(zones.standard) }
        return zones.identifier(try evaluation.text(of: arguments[index], at: offset))
    }
}

/// The functions that return texts.
extension FunctionCall {
    func lowercased(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(lowercased: text) }
    }

    func uppercased(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(uppercased: text) }
    }

    func markupEscaped(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            for scalar in text.unicodeScalars {
                if let replacement = scalar.markupReplacement { try output.append(replacement) } else { try output.append(scalar) }
            }
        }
    }

    /// `trunc`, as in playerctl: the ellipsis follows the columns, so it is the whole result for 0 columns.
    func truncated(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let columns = try columns(arguments[1])
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            try output.append(text.prefix(columns: columns))
            if text.displayWidth > columns { try output.append("…") }
        }
    }

    func padded(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard arguments[1] != .missing else { return .missing }
        let columns = try columns(arguments[1])
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            try output.append(text)
            try output.append(" ", times: columns - text.displayWidth)
        }
    }

    func replaced(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        let text = try evaluation.text(of: subject, at: offset)
        let search = TextSearch(try evaluation.text(of: arguments[1], at: offset))
        let replacement = try evaluation.text(of: arguments[2], at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            var start = text.startIndex
            for range in search.ranges(in: text) {
                try output.append(text[start..<range.lowerBound])
                try output.append(replacement)
                start = range.upperBound
            }
            try output.append(text[start...])
        }
    }

    /// `concat`: the joined texts of all values; if each of them is a list, a list with the members of all.
    func concatenated(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        if let list = concatenatedLists { return try evaluation.makeList(list, at: offset) }
        for argument in arguments { try evaluation.spend(reading: argument, at: offset) }
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            for argument in arguments { try output.append(argument) }
        }
    }

    private var concatenatedLists: [Value]? {
        var list: [Value] = []
        for argument in arguments where argument != .missing {
            guard case .list(let values) = argument else { return nil }
            list += values
        }
        return arguments.allSatisfy { $0 == .missing } || arguments.count == 1 ? nil : list
    }

    func trimmed(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(text.trimmedBlanks) }
    }

    /// `join`: the non-empty values with a separator; lists are joined item by item.
    func joined(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let separator = try evaluation.text(of: subject, at: offset)
        for argument in arguments.dropFirst() { try evaluation.spend(reading: argument, at: offset) }
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            var isFirst = true
            try Self.join(.list(Array(arguments.dropFirst())), separator, isFirst: &isFirst, into: &output)
        }
    }

    private static func join(
        _ value: Value, _ separator: String, isFirst: inout Bool, into output: inout BoundedText
    ) throws(ExpressionError) {
        if case .list(let values) = value {
            for value in values { try join(value, separator, isFirst: &isFirst, into: &output) }
        } else if !value.isEmpty {
            if !isFirst { try output.append(separator) }
            isFirst = false
            try output.append(value)
        }
    }

    func json(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        try evaluation.spend(reading: subject, at: offset)
        let json = subject.json
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(json: json) }
    }

    /// `emoji`, as in playerctl: a symbol for a playback status, or a loudspeaker with a number of waves for a volume of 0 to 1.
    ///
    /// Other values are returned unchanged.
    func emoji(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        switch subject {
        case .double(let volume): return .string(volume < 1 / 3.0 ? "🔈" : volume < 2 / 3.0 ? "🔉" : "🔊")
        case .string(let text):
            try evaluation.spend(reading: subject, at: offset)
            switch text.lowercased() {
            case "playing": return .string("▶️")
            case "paused": return .string("⏸️")
            case "stopped": return .string("⏹️")
            default: return subject
            }
        default: return subject
        }
    }

    /// Converts a value to a number of columns or characters.
    func columns(_ value: Value) throws(ExpressionError) -> Int {
        guard let number = value.number, number >= 0 else { throw needs("a number of columns of 0 or more", value) }
        return Int(saturating: min(number, 1_000_000))
    }
}
