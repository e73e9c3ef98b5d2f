import JSON

/// The outcome of an edit.
public enum ConsoleOutcome: String, Hashable, Sendable, CaseIterable {
    /// The console has it.
    case applied
    /// The console was told something else after it.
    case superseded
    /// It was dropped by whoever made it.
    case forgotten
}

/// A line of the file that keeps a console's edits.
public enum ConsoleRecord: Hashable, Sendable {
    /// The client's name, with the number and time of the last edit that there ever was.
    case client(String, last: Int64, time: Int64)
    /// An edit.
    case edit(ConsoleEdit)
    /// The outcome of an edit, by its number.
    case outcome(Int64, ConsoleOutcome)
    /// The console has all edits up to that one.
    case confirmed(Int64)

    /// The record as a line, with its end.
    public var line: [UInt8] {
        let json: JSONValue =
            switch self {
            case .client(let name, let last, let time): ["client": .string(name), "last": .integer(last), "time": .integer(time)]
            case .edit(let edit):
                [
                    "edit": .integer(edit.sequence), "channel": .string(edit.channel), "field": .string(edit.field.rawValue),
                    "value": edit.jsonValue, "time": .integer(edit.time),
                ]
            case .outcome(let sequence, let outcome): ["done": .integer(sequence), "outcome": .string(outcome.rawValue)]
            case .confirmed(let sequence): ["confirmed": .integer(sequence)]
            }
        return Array((json.text() + "\n").utf8)
    }

    /// Reads a line; nil for what is none.
    init?(_ line: some Sequence<UInt8>) {
        guard let json = try? JSONValue(parsing: Array(line)) else { return nil }
        func number(_ name: String) -> Int64? {
            // No client counts as far: the next number has to fit as well.
            if case .integer(let number)? = json[name], number >= 0, number < .max / 2 { number } else { nil }
        }
        if let name = json["client"]?.string, let last = number("last"), let time = number("time") {
            self = .client(name, last: last, time: time)
        } else if let sequence = number("edit"), let channel = json["channel"]?.string,
            let field = json["field"]?.string.flatMap(ConsoleField.init), let time = number("time"),
            let value = json["value"]?.number ?? json["value"]?.bool.map({ $0 ? 1 : 0 })
        {
            self = .edit(ConsoleEdit(sequence, channel: channel, field: field, value: value, time: time))
        } else if let sequence = number("done"), let outcome = json["outcome"]?.string.flatMap(ConsoleOutcome.init) {
            self = .outcome(sequence, outcome)
        } else if let sequence = number("confirmed") {
            self = .confirmed(sequence)
        } else {
            return nil
        }
    }
}
