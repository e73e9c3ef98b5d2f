import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// A requested action of a subject: the body of `POST /actions`.
struct ActionRequest: Sendable {
    /// The maximum size of a body, in bytes.
    static let maximumBytes = 4096

    let showing: Showings.Key
    let intent: String
    /// The numeric argument of the intent; nil for none.
    let value: Double?

    /// - Throws: ``ServeError`` for an invalid body.
    init(_ body: [UInt8]) throws(ServeError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: body)
        } catch {
            throw ServeError(.badRequest, "the body is not JSON: \(error)")
        }
        guard case .object(let members) = json else { throw ServeError(.badRequest, Self.example) }
        let known = ["intent", "kind", "subject", "value"]
        if let other = members.first(where: { !known.contains($0.key) }) {
            throw ServeError(.badRequest, "an action has no '\(other.key.oneLine(limit: 80))'; \(Self.example)")
        }
        guard let kind = json["kind"]?.string, let intent = json["intent"]?.string, !kind.isEmpty, !intent.isEmpty else {
            throw ServeError(.badRequest, Self.example)
        }
        var subject: String?
        switch json["subject"] {
        case nil, .null: break
        case .string(let text): subject = text.isEmpty ? nil : text
        default: throw ServeError(.badRequest, "'subject' is a text; \(Self.example)")
        }
        switch json["value"] {
        case nil, .null: value = nil
        case let number?:
            guard let number = number.number else { throw ServeError(.badRequest, "'value' is a number; \(Self.example)") }
            value = number
        }
        showing = Showings.Key(kind: kind, subject: subject)
        self.intent = intent
    }

    private static let example = #"an action is {"kind":"now-playing","subject":"ZONE","intent":"playPause"}, its subject optional"#
}
