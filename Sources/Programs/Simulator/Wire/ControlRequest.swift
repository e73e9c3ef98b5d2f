import SubdialDocuments

/// The fields of a control's body that both dialects have.
struct ControlRequest {
    let zoneID: String
    let action: String
    /// The `value`; nil if the key is absent, as distinct from null.
    let value: JSONValue?
}
