/// The body of a control, as far as both dialects read it alike.
struct ControlRequest {
    let zoneID: String
    let action: String
    /// What came under `value`; nil where the key is absent, which is not the same as null.
    let value: JSON?
}
