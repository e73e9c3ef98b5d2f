/// Decodes a payload, field by field.
struct WireReader {
    private let payload: [UInt8]
    private var position = 0

    init(_ payload: [UInt8]) {
        self.payload = payload
    }

    private var remaining: Int { payload.count - position }

    private mutating func readNumber(bytes count: Int, _ field: String) throws(WireError) -> UInt32 {
        guard count <= remaining else { throw .truncated(field: field) }
        var number: UInt32 = 0
        for index in position..<(position + count) {
            number = number << 8 | UInt32(payload[index])
        }
        position += count
        return number
    }

    mutating func readUInt8(_ field: String) throws(WireError) -> UInt8 {
        UInt8(truncatingIfNeeded: try readNumber(bytes: 1, field))
    }

    mutating func readUInt16(_ field: String) throws(WireError) -> UInt16 {
        UInt16(truncatingIfNeeded: try readNumber(bytes: 2, field))
    }

    mutating func readUInt32(_ field: String) throws(WireError) -> UInt32 {
        try readNumber(bytes: 4, field)
    }

    /// The count of items that have at least four bytes each; a count that exceeds the payload is refused before memory is allocated.
    mutating func readCount(_ field: String) throws(WireError) -> Int {
        let count = Int(try readUInt32(field))
        guard count <= remaining / 4 else { throw .truncated(field: field) }
        return count
    }

    mutating func readText(_ field: String) throws(WireError) -> String {
        let length = Int(try readUInt32(field))
        guard length <= remaining else { throw .truncated(field: field) }
        guard let text = String(validating: payload[position..<(position + length)], as: UTF8.self) else { throw .notText(field: field) }
        position += length
        return text
    }

    func finish() throws(WireError) {
        guard remaining == 0 else { throw .trailingBytes(count: remaining) }
    }
}
