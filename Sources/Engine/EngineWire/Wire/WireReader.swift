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

/// The error of an invalid frame or payload.
package enum WireError: Error, Equatable, Sendable {
    /// The first byte of a frame is not a known kind.
    case unknownFrame(kind: UInt8)
    /// Only the other side may send this frame.
    case unexpectedFrame(WireFrame.Kind)
    /// A frame's payload is longer than `limit`, in bytes.
    case frameTooLong(length: Int, limit: Int)
    /// A payload ends inside `field`.
    case truncated(field: String)
    /// A payload has `count` bytes after its last field.
    case trailingBytes(count: Int)
    /// `field` is not UTF-8.
    case notText(field: String)
    /// The front that made the request uses another protocol version.
    case wrongProtocol(theirs: UInt16, ours: UInt16)
}

extension WireError: CustomStringConvertible {
    /// The problem, and the remedy if there is one.
    package var description: String {
        switch self {
        case .unknownFrame(let kind):
            "byte \(kind) begins no frame: what speaks here is not Subdial"
        case .unexpectedFrame(let kind):
            "a frame of the kind '\(kind)' came from the wrong side"
        case .frameTooLong(let length, let limit):
            "\(length) bytes are too many for one frame, the most is \(limit): use shorter arguments"
        case .truncated(let field):
            "the payload ends inside '\(field)'"
        case .trailingBytes(let count):
            "the payload has \(count) bytes too many"
        case .notText(let field):
            "'\(field)' is not UTF-8"
        case .wrongProtocol(let theirs, let ours):
            "the front speaks protocol \(theirs) and the engine \(ours): install both from one release and run 'subdial engine stop'"
        }
    }
}
