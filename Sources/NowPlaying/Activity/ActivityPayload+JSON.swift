import JSON
import Timeline

extension ActivityPayload {
    /// Both as one object, with `attributes` before `state`.
    public var json: JSONValue {
        ["attributes": attributes.json, "state": state.json]
    }

    /// Reads what ``json`` writes.
    ///
    /// - Throws: `notJSON`, or `wrong` with the path of the first value that cannot be used.
    public init(parsing text: String) throws(ActivityError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw .notJSON(error)
        }
        try self.init(ActivityAttributes(json["attributes"] ?? .null), ActivityContentState(json["state"] ?? .null))
    }
}
