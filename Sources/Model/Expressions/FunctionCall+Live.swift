import FoundationEssentials
import SubdialBasics

/// The functions whose value changes with the clock; each records the time of its next change.
extension FunctionCall {
    /// `relative`: the distance of a date to now.
    func relative(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
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
        noteChange(at: date.addingTimeInterval(-distance.nextChange))
        return .string(words.text(distance))
    }

    /// `timer`: the elapsed time since `from`, limited to the interval up to `to`.
    func timer() throws(ExpressionError) -> Value {
        guard let from = try date(subject), let to = try date(arguments[1]) else { return .missing }
        let (moment, pause) = try moment(pausedAt: 2)
        let length = max(0, to.timeIntervalSince(from).wholeMicroseconds)
        let elapsed = moment.timeIntervalSince(from).wholeMicroseconds
        let next = max(0, elapsed.rounded(.down)) + 1
        if pause == nil, next <= length { noteChange(at: from.addingTimeInterval(next)) }
        return .duration(min(max(0, elapsed), length))
    }

    /// `countdown`: the whole seconds left until `to`, or 0 after it.
    func countdown() throws(ExpressionError) -> Value {
        guard let to = try date(subject) else { return .missing }
        let (moment, pause) = try moment(pausedAt: 1)
        let left = max(0, to.timeIntervalSince(moment).wholeMicroseconds).rounded(.up)
        if pause == nil, left > 0 { noteChange(at: to.addingTimeInterval(1 - left)) }
        return .duration(left)
    }

    /// `minutes`: the minute of a match, from 1; after its end with the minutes of stoppage time: `90+3`.
    func minutes() throws(ExpressionError) -> Value {
        guard let from = try date(subject), let to = try date(arguments[1]) else { return .missing }
        let (moment, pause) = try moment(pausedAt: 2)
        func minute(since start: Date) -> Int {
            let minutes = (moment.timeIntervalSince(start).wholeMicroseconds / 60).rounded(.down)
            if pause == nil { noteChange(at: start.addingTimeInterval((minutes + 1) * 60)) }
            return Int(saturating: min(minutes, 1e9)) + 1
        }
        guard moment >= from else {
            if pause == nil { noteChange(at: from) }
            return .missing
        }
        guard moment >= to else {
            let value = minute(since: from)
            if pause == nil { noteChange(at: to) }
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
    private func noteChange(at date: Date) {
        guard let time, let now = time.now else { return }
        // A running argument moves the boundary by an unknown amount, so the value is checked every second.
        time.changes?.note(time.isRunning ? min(date, now.nextSecond) : date)
    }
}
