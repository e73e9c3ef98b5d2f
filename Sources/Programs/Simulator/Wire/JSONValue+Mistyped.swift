import SubdialDocuments

extension JSONValue {
    /// The value with incorrect types, as a faulty program would send it.
    ///
    /// The outermost object remains an object.
    func mistyped(_ types: Fault.WrongTypes) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.map { JSONMember($0.key, $0.value.mistypedInside(types)) })
    }

    private func mistypedInside(_ types: Fault.WrongTypes) -> JSONValue {
        switch (types, self) {
        case (.nulls, _): .null
        case (.strings, .integer), (.strings, .double), (.strings, .unsigned), (.strings, .bool): .string(wireText)
        case (.strings, .string): [self]
        case (.objects, .array(let values)):
            .object(values.enumerated().map { JSONMember("\($0.offset)", $0.element.mistypedInside(types)) })
        case (.objects, .integer), (.objects, .double), (.objects, .unsigned): ["value": self]
        case (_, .array(let values)): .array(values.map { $0.mistypedInside(types) })
        case (_, .object(let members)): .object(members.map { JSONMember($0.key, $0.value.mistypedInside(types)) })
        default: self
        }
    }
}
