import SubdialDocuments
import SubdialTimeline

extension ActivityPayload {
    /// Attributes and state as an object with the keys `attributes` and `state`, in this order.
    public var json: JSONValue {
        ["attributes": attributes.json, "state": state.json]
    }

    /// Parses ``json``.
    ///
    /// - Throws: `notJSON`, or `wrong` with the path of the first invalid value.
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
