import SubdialDocuments

extension Volume {
    /// The numbers `value`, `minimum`, `maximum` and `step`, and the text `unit`.
    public var scaleMembers: [JSONMember] {
        [
            JSONMember("value", .double(value)), JSONMember("minimum", .double(scale.minimum)),
            JSONMember("maximum", .double(scale.maximum)), JSONMember("step", .double(scale.step)),
            JSONMember("unit", .string(scale.unit.rawValue)),
        ]
    }

    /// An object with the members of the scale, and `muted`.
    public var json: JSONValue { .object(scaleMembers + [JSONMember("muted", .bool(isMuted))]) }
}
