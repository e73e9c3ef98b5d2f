extension JSONValue: Codable {
    private struct MemberKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes any value; an object's keys are sorted, because decoders do not provide their order.
    public init(from decoder: any Decoder) throws {
        if let values = try? decoder.container(keyedBy: MemberKey.self) {
            self = .object(
                try values.allKeys.sorted { $0.stringValue < $1.stringValue }
                    .map { JSONMember($0.stringValue, try values.decode(JSONValue.self, forKey: $0)) })
            return
        }
        if var values = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !values.isAtEnd { elements.append(try values.decode(JSONValue.self)) }
            self = .array(elements)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let integer = try? value.decode(UInt64.self) {
            self = .unsigned(integer)
        } else if let double = try? value.decode(Double.self) {
            self = .double(double)
        } else {
            self = .string(try value.decode(String.self))
        }
    }

    /// Encodes the value; whether the order of keys is kept depends on the encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var values = encoder.container(keyedBy: MemberKey.self)
            for member in members { try values.encode(member.value, forKey: MemberKey(stringValue: member.key)) }
        case .array(let elements):
            var values = encoder.unkeyedContainer()
            for element in elements { try values.encode(element) }
        default:
            var value = encoder.singleValueContainer()
            switch self {
            case .bool(let bool): try value.encode(bool)
            case .integer(let integer): try value.encode(integer)
            case .unsigned(let integer): try value.encode(integer)
            case .double(let double): try value.encode(double)
            case .string(let text): try value.encode(text)
            default: try value.encodeNil()
            }
        }
    }
}
