/// Why a picture could not be decoded or encoded.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are no picture of a kind that is decoded.
    case unknownFormat(ImageFormat)
    /// More bytes than the limit.
    case tooManyBytes(Int, limit: Int)
    /// More pixels than the limit, by what the header says.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// More scans of a JPEG than the limit for its size; the count is the least that there are.
    case tooManyScans(Int, limit: Int)
    /// More bytes of memory to decode it than the limit.
    case tooMuchMemory(Int, limit: Int)
    /// Texts and profiles of a PNG that unpack to more bytes than the limit.
    case tooMuchMetadata(limit: Int)
    /// Nobody wants the picture any longer.
    case cancelled
    /// The bytes end before the picture does.
    case truncated(ImageFormat)
    /// The bytes are damaged; the detail is the decoder's.
    case corrupt(ImageFormat, String)
    /// A picture of a known kind that is not decoded, such as an animation.
    case unsupported(ImageFormat, String)
    /// There is not enough memory, or a codec fails for no fault of the picture's.
    case codec(ImageFormat, String)

    /// The message.
    public var description: String {
        switch self {
        case .unknownFormat(.unknown): "not a picture that can be decoded; JPEG, PNG and WebP can"
        case .unknownFormat(let format): "\(format.rawValue) pictures are not decoded; JPEG, PNG and WebP are"
        case .tooManyBytes(let count, let limit): "the picture has \(count) bytes, more than the limit of \(limit)"
        case .tooManyPixels(let width, let height, let limit):
            "the picture has \(width)×\(height) pixels, more than the limit of \(limit) in all"
        case .tooManyScans(let count, let limit): "the picture has \(count) scans, more than the limit of \(limit) for its size"
        case .tooMuchMemory(let count, let limit):
            "the picture takes \(count) bytes of memory to decode, more than the limit of \(limit)"
        case .tooMuchMetadata(let limit): "a text or profile in the png picture unpacks to more than the limit of \(limit) bytes"
        case .cancelled: "the picture is not wanted any longer"
        case .truncated(let format): "the \(format.rawValue) picture ends too early"
        case .corrupt(let format, let detail): "the \(format.rawValue) picture is damaged: \(detail)"
        case .unsupported(let format, let detail): "this kind of \(format.rawValue) picture is not decoded: \(detail)"
        case .codec(let format, let detail): "the \(format.rawValue) codec failed: \(detail)"
        }
    }
}
