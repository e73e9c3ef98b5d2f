extension JSON {
    /// The value with incorrect types, as a faulty program would send it.
    ///
    /// The outermost object remains an object.
    func mistyped(_ types: Fault.WrongTypes) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.map { Member(key: $0.key, value: $0.value.mistypedInside(types)) })
    }

    private func mistypedInside(_ types: Fault.WrongTypes) -> JSON {
        switch (types, self) {
        case (.nulls, _): .null
        case (.strings, .integer), (.strings, .double), (.strings, .float), (.strings, .bool): .string(text)
        case (.strings, .string): [self]
        case (.objects, .array(let values)):
            .object(values.enumerated().map { Member(key: "\($0.offset)", value: $0.element.mistypedInside(types)) })
        case (.objects, .integer), (.objects, .double), (.objects, .float): ["value": self]
        case (_, .array(let values)): .array(values.map { $0.mistypedInside(types) })
        case (_, .object(let members)): .object(members.map { Member(key: $0.key, value: $0.value.mistypedInside(types)) })
        default: self
        }
    }
}
