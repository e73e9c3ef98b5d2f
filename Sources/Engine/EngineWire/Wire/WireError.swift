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
