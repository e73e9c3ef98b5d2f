import SubdialConcurrency
import SubdialDocuments

/// The outcome of an edit.
package enum ConsoleOutcome: String, Hashable, Sendable, CaseIterable {
    /// The console has applied the edit.
    case applied
    /// The console has a later write.
    case superseded
    /// The user discarded the edit.
    case forgotten
}

/// A line in the log file of a console's edits.
package enum ConsoleRecord: Hashable, QueueRecord {
    /// The client's name, with the sequence number and time of the last edit ever made, and the console's address; an empty one changes nothing.
    case client(String, last: Int64, time: Int64, address: String = "")
    /// An edit.
    case edit(ConsoleEdit)
    /// The outcome of an edit, by its sequence number.
    case outcome(Int64, ConsoleOutcome)
    /// The console has received all edits up to this sequence number.
    case confirmed(Int64)

    /// The record as a line, without its line end.
    package var bytes: [UInt8] {
        let json: JSONValue =
            switch self {
            case .client(let name, let last, let time, let address):
                .object(
                    [JSONMember("client", .string(name)), JSONMember("last", .integer(last)), JSONMember("time", .integer(time))]
                        + (address.isEmpty ? [] : [JSONMember("address", .string(address))]))
            case .edit(let edit):
                [
                    "edit": .integer(edit.sequence), "channel": .string(edit.channel), "field": .string(edit.field.rawValue),
                    "value": edit.jsonValue, "time": .integer(edit.time),
                ]
            case .outcome(let sequence, let outcome): ["done": .integer(sequence), "outcome": .string(outcome.rawValue)]
            case .confirmed(let sequence): ["confirmed": .integer(sequence)]
            }
        return Array(json.text().utf8)
    }

    /// Parses a line; nil if it is not a record.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard let json = try? JSONValue(parsing: Array(bytes)) else { return nil }
        func number(_ name: String) -> Int64? {
            // A limit that no client reaches, so that later sequence numbers do not overflow.
            if case .integer(let number)? = json[name], number >= 0, number < .max / 2 { number } else { nil }
        }
        if let name = json["client"]?.string, let last = number("last"), let time = number("time") {
            self = .client(name, last: last, time: time, address: json["address"]?.string ?? "")
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
