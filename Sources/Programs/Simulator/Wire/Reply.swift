import SubdialDocuments

/// A response of the bridge, before faults are applied.
struct Reply: Sendable {
    enum Body: Sendable {
        case json(JSONValue)
        /// Another body, with its media type.
        case bytes([UInt8], type: String)
    }

    var status: Int
    var headers: [(name: String, value: String)] = []
    var body: Body

    static func json(_ value: JSONValue, status: Int = 200) -> Reply { Reply(status: status, body: .json(value)) }

    static func text(_ text: String, status: Int) -> Reply {
        Reply(status: status, body: .bytes(Array(text.utf8), type: "text/plain; charset=utf-8"))
    }

    static func html(_ text: String, status: Int) -> Reply {
        Reply(status: status, body: .bytes(Array(text.utf8), type: "text/html; charset=utf-8"))
    }

    /// A response without a body.
    static func empty(_ status: Int, headers: [(name: String, value: String)] = []) -> Reply {
        Reply(status: status, headers: headers, body: .bytes([], type: ""))
    }
}
