import SubdialBasics
import SubdialDocuments

extension JSONValue {
    /// The value as the bridges encode it, in UTF-8 without white space: existing clients search the bytes for `"is_playing":true`.
    var wireBytes: [UInt8] {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return bytes
    }

    /// The value as the bridges encode it.
    var wireText: String { String(decoding: wireBytes, as: UTF8.self) }

    private func write(into bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += value.description.utf8
        case .double(let value): bytes += (value.isFinite ? value.description : "null").utf8
        case .unsigned(let value): bytes += value.description.utf8
        case .string(let text): Self.write(text, into: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, into: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, into bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x20: bytes += "\\u00".utf8 + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONValue {
    /// A number as JavaScript encodes it: without a fraction if it is an integer.
    static func number(_ value: Double) -> JSONValue {
        value == value.rounded() && value.magnitude < 0x1p53 ? .integer(Int64(saturating: value)) : .double(value)
    }

    /// A number with the shortest text that identifies an `f32`: `-23.4`, where the same value widened is -23.399999618530273.
    static func float(_ value: Float) -> JSONValue { .double(Double(value.description) ?? Double(value)) }

    /// A string; null for nil.
    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// An integer; null for nil.
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

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
