import SubdialDocuments

/// The reason why a console's message cannot be parsed.
package enum ConsoleMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message is not JSON.
    case notJSON(JSONError)
    /// The message is JSON but not an object.
    case noObject(kind: String)
    /// The message is longer than ``ConsoleMessage/maximumBytes``.
    case tooLong

    /// The problem and the expected form, on one line.
    package var description: String {
        switch self {
        case .notJSON(let error): "the console's message is not JSON: \(error)"
        case .noObject(let kind): "the console's message is \(kind), where an object should be"
        case .tooLong: "the console's message is longer than \(ConsoleMessage.maximumBytes >> 20) MiB"
        }
    }
}

/// A message of a console.
package enum ConsoleMessage: Hashable, Sendable {
    /// The maximum size of a message in bytes.
    package static let maximumBytes = 1 << 20

    /// The state, or a part of it.
    case report(ConsoleReport)
    /// The response to `Hello`: the client's last edit that the console has received.
    case welcome(client: String, last: Int64)
    /// The response to an edit; false if the console has a later write.
    case applied(client: String, sequence: Int64, isApplied: Bool)
    /// A message that concerns no client.
    case other

    /// Parses a line or a frame.
    package init(_ bytes: [UInt8]) throws(ConsoleMessageError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLong }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .notJSON(error)
        }
        guard case .object = json else { throw .noObject(kind: json.kind) }
        func number(_ name: String) -> Int64? { if case .integer(let number)? = json[name], number >= 0 { number } else { nil } }
        switch json["message_type"]?.string {
        case "Welcome":
            guard let client = json["client"]?.string, let last = number("last_sequence") else { break }
            self = .welcome(client: client, last: last)
            return
        case "EditApplied":
            guard let client = json["client"]?.string, let sequence = number("sequence"), let isApplied = json["applied"]?.bool else {
                break
            }
            self = .applied(client: client, sequence: sequence, isApplied: isApplied)
            return
        case "AudioStateUpdate", "MixingConsoleState", nil:
            guard let report = ConsoleReport(json) else { break }
            self = .report(report)
            return
        default: break
        }
        self = .other
    }

    /// The greeting of a client with edits, on one line.
    package static func hello(_ client: String) -> String {
        JSONValue.object([JSONMember("message_type", "Hello"), JSONMember("client", .string(client))]).text()
    }

    /// The message of an edit, on one line.
    package static func edit(_ edit: ConsoleEdit, of client: String) -> String {
        let json: JSONValue = [
            "message_type": "ConsoleEdit", "client": .string(client), "sequence": .integer(edit.sequence),
            "channel_id": .string(edit.channel),
            "field": .string(edit.field.wireName(isMaster: edit.channel == ConsoleState.masterID)), "value": edit.jsonValue,
            "timestamp": .integer(edit.time),
        ]
        return json.text()
    }
}
