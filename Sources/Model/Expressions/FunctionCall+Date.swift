import FoundationEssentials
import SubdialBasics

/// The functions that parse and format dates.
extension FunctionCall {
    /// `date`: the formatted date, in a time zone and a language.
    func date(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard let date = try date(subject) else { return .missing }
        let pattern = try evaluation.text(of: arguments[1], at: offset)
        let zone = try zone(argument: 2, &evaluation)
        let locale = try arguments.count > 3 ? evaluation.text(of: arguments[3], at: offset) : "en"
        let writer = try DatePattern(date, zone: zone, locale: locale, at: offset)
        let text = try evaluation.makeText(at: offset) { output throws(ExpressionError) in try writer.write(pattern, into: &output) }
        if let boundary = writer.nextChange(of: pattern) { time?.note(boundary, of: date) }
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
            guard let date = format.isEmpty ? reader.date(iso8601: text.trimmedBlanks) : reader.date(text.trimmedBlanks, format: format)
            else {
                let expected = format.isEmpty ? "in ISO 8601, such as 2026-01-08T20:15:04Z" : "as \(format.excerpt)"
                throw ExpressionError("'\(text.excerpt)' is no date \(expected)", at: offset)
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
        let first = try arguments.count > 1 ? evaluation.text(of: arguments[1], at: offset) : "monday"
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
        time?.note(clock.boundary(after: date, unit: 86400), of: date)
        if let now = time?.now { time?.changes?.note(clock.boundary(after: now, unit: 86400)) }
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
