/// One message between a front and the engine.
///
/// On the wire: one byte for the kind, four for the payload's length (big-endian), the payload. This much stays the same in every
/// protocol, so that a front and an engine of different releases can still tell each other that they do not match.
public enum WireFrame: Equatable, Sendable {
    /// Front to engine, first and once: what is asked for.
    case request(FrontRequest)
    /// Front to engine: bytes that came on the front's stdin.
    case input([UInt8])
    /// Engine to front, first: it runs, and takes requests.
    case hello
    /// Engine to front, instead of ``hello`` and all else: why it takes no request now, in one line without a newline.
    case refusal([UInt8])
    /// Engine to front: a line with its newline, which takes the place of the line before it.
    case line([UInt8])
    /// Engine to front: bytes for stdout, none of which may be left out.
    case output([UInt8])
    /// Engine to front: bytes for stderr.
    case error([UInt8])
    /// Engine to front, last: the code to end with.
    case exit(Int32)

    /// The byte that begins a frame.
    public enum Kind: UInt8, Sendable {
        case request = 0x51
        case input = 0x49
        case hello = 0x48
        case refusal = 0x52
        case line = 0x4C
        case output = 0x4F
        case error = 0x45
        case exit = 0x58

        /// Who sends frames of this kind.
        public var sender: WireSide {
            switch self {
            case .request, .input: .front
            case .hello, .refusal, .line, .output, .error, .exit: .engine
            }
        }
    }

    /// The most bytes that a payload may have.
    public static let maximumPayload = 256 * 1024

    /// The bytes before the payload.
    static let headerLength = 5
}

/// The two ends of the engine's socket.
public enum WireSide: Sendable {
    case front
    case engine
}

extension WireFrame {
    /// The frame's kind.
    public var kind: Kind {
        switch self {
        case .request: .request
        case .input: .input
        case .hello: .hello
        case .refusal: .refusal
        case .line: .line
        case .output: .output
        case .error: .error
        case .exit: .exit
        }
    }

    /// The frame as it goes over the wire.
    ///
    /// - Throws: ``WireError/frameTooLong(length:limit:)``.
    public func encoded() throws(WireError) -> [UInt8] {
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
        case .hello: return []
        case .input(let bytes), .refusal(let bytes), .line(let bytes), .output(let bytes), .error(let bytes): return bytes
        case .exit(let code):
            var writer = WireWriter()
            writer.write(UInt32(bitPattern: code))
            return writer.bytes
        }
    }

    /// A frame from its kind and payload.
    init(kind: Kind, payload: [UInt8]) throws(WireError) {
        switch kind {
        case .request: self = .request(try FrontRequest(payload: payload))
        case .input: self = .input(payload)
        case .hello:
            try WireReader(payload).finish()
            self = .hello
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
