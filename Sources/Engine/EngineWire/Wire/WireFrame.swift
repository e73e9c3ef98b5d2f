/// A message between a front and the engine.
///
/// Wire format: one byte for the kind, four bytes for the payload's length (big-endian), the payload. This is the same in every protocol
/// version, so that a front and an engine of different releases can report the mismatch to each other.
package enum WireFrame: Equatable, Sendable {
    /// Front to engine, first and once: the request.
    case request(FrontRequest)
    /// Front to engine: bytes from the front's stdin; none for the end of an input that the engine has requested.
    case input([UInt8])
    /// Engine to front, first: the engine runs and accepts requests.
    case hello
    /// Engine to front, instead of ``hello`` and everything else: the reason why it accepts no request now, on one line without a newline.
    case refusal([UInt8])
    /// Engine to front: the command reads stdin, which the front else reads for feeds only.
    case inputRequest
    /// Engine to front: a line with its newline, which replaces the previous line.
    case line([UInt8])
    /// Engine to front: bytes for stdout, all of which must be written.
    case output([UInt8])
    /// Engine to front: bytes for stderr.
    case error([UInt8])
    /// Engine to front, last: the exit code.
    case exit(Int32)

    /// The first byte of a frame.
    package enum Kind: UInt8, Sendable {
        case request = 0x51
        case input = 0x49
        case hello = 0x48
        case refusal = 0x52
        case inputRequest = 0x57
        case line = 0x4C
        case output = 0x4F
        case error = 0x45
        case exit = 0x58

        /// The side that sends frames of this kind.
        package var sender: WireSide {
            switch self {
            case .request, .input: .front
            case .hello, .refusal, .inputRequest, .line, .output, .error, .exit: .engine
            }
        }
    }

    /// The maximum size of a payload, in bytes.
    package static let maximumPayload = 256 * 1024

    /// The size of the header before the payload, in bytes.
    static let headerLength = 5
}

/// The two ends of the engine's socket.
package enum WireSide: Sendable {
    case front
    case engine
}

extension WireFrame {
    /// The frame's kind.
    package var kind: Kind {
        switch self {
        case .request: .request
        case .input: .input
        case .hello: .hello
        case .refusal: .refusal
        case .inputRequest: .inputRequest
        case .line: .line
        case .output: .output
        case .error: .error
        case .exit: .exit
        }
    }

    /// The bytes of the frame.
    ///
    /// - Throws: ``WireError/frameTooLong(length:limit:)``.
    package func encoded() throws(WireError) -> [UInt8] {
        let payload = payload
        guard payload.count <= Self.maximumPayload else {
            throw .frameTooLong(length: payload.count, limit: Self.maximumPayload)
        }
        var writer = WireWriter()
        writer.write(kind.rawValue)
        writer.write(UInt32(payload.count))
        writer.write(payload)
        return writer.bytes
    }

    private var payload: [UInt8] {
        switch self {
        case .request(let request): return request.payload
        case .hello, .inputRequest: return []
        case .input(let bytes), .refusal(let bytes), .line(let bytes), .output(let bytes), .error(let bytes): return bytes
        case .exit(let code):
            var writer = WireWriter()
            writer.write(UInt32(bitPattern: code))
            return writer.bytes
        }
    }

    /// Parses a frame from its kind and payload.
    init(kind: Kind, payload: [UInt8]) throws(WireError) {
        switch kind {
        case .request: self = .request(try FrontRequest(payload: payload))
        case .input: self = .input(payload)
        case .hello:
            try WireReader(payload).finish()
            self = .hello
        case .inputRequest:
            try WireReader(payload).finish()
            self = .inputRequest
        case .refusal: self = .refusal(payload)
        case .line: self = .line(payload)
        case .output: self = .output(payload)
        case .error: self = .error(payload)
        case .exit:
            var reader = WireReader(payload)
            let code = try reader.readUInt32("exit code")
            try reader.finish()
            self = .exit(Int32(bitPattern: code))
        }
    }
}

/// Encodes a payload, field by field.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: UInt8) {
        bytes.append(number)
    }

    mutating func write(_ number: UInt16) {
        write(UInt8(truncatingIfNeeded: number >> 8))
        write(UInt8(truncatingIfNeeded: number))
    }

    mutating func write(_ number: UInt32) {
        write(UInt16(truncatingIfNeeded: number >> 16))
        write(UInt16(truncatingIfNeeded: number))
    }

    mutating func write(_ text: String) {
        write(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ payload: [UInt8]) {
        bytes.append(contentsOf: payload)
    }
}
