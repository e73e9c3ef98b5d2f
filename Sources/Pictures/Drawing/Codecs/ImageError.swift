/// An error of decoding or encoding a picture.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The content is not in a supported format.
    case unknownFormat(ImageFormat)
    /// More bytes than the limit.
    case tooManyBytes(Int, limit: Int)
    /// More pixels than the limit, according to the header.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// A side with more pixels than the limit, according to the header.
    case tooLong(width: Int, height: Int, limit: Int)
    /// More scans of a JPEG than the limit for its size; the count is a lower bound.
    case tooManyScans(Int, limit: Int)
    /// More bytes of memory for the decoding than the limit.
    case tooMuchMemory(Int, limit: Int)
    /// Texts or profiles of a PNG with more uncompressed bytes than the limit.
    case tooMuchMetadata(limit: Int)
    /// The decoding was cancelled.
    case cancelled
    /// The data is incomplete.
    case truncated(ImageFormat)
    /// The data is damaged; the detail is the decoder's message.
    case corrupt(ImageFormat, String)
    /// An unsupported variant of a known format, such as arithmetic coding.
    case unsupported(ImageFormat, String)
    /// A library that draws the format is not installed; the remedy is the end of the message.
    case missingLibrary(ImageFormat, remedy: String)
    /// Insufficient memory, or a codec error that the picture did not cause.
    case codec(ImageFormat, String)

    /// The message.
    public var description: String {
        switch self {
        case .unknownFormat(.unknown): "not a picture that can be decoded; JPEG, PNG, WebP, GIF, BMP, AVIF and HEIC can"
        case .unknownFormat(let format): "\(format.rawValue) pictures are not decoded here; JPEG, PNG, WebP, GIF, BMP, AVIF and HEIC are"
        case .tooManyBytes(let count, let limit): "the picture has \(count) bytes, more than the limit of \(limit)"
        case .tooManyPixels(let width, let height, let limit):
            "the picture has \(width)×\(height) pixels, more than the limit of \(limit) in all"
        case .tooLong(let width, let height, let limit):
            "the picture has \(width)×\(height) pixels, more than the limit of \(limit) in a row or column"
        case .tooManyScans(let count, let limit): "the picture has \(count) scans, more than the limit of \(limit) for its size"
        case .tooMuchMemory(let count, let limit):
            "the picture takes \(count) bytes of memory to decode, more than the limit of \(limit)"
        case .tooMuchMetadata(let limit): "a text or profile in the png picture unpacks to more than the limit of \(limit) bytes"
        case .cancelled: "the picture is not wanted any longer"
        case .truncated(let format): "the \(format.rawValue) picture ends too early"
        case .corrupt(let format, let detail): "the \(format.rawValue) picture is damaged: \(detail)"
        case .unsupported(let format, let detail): "this kind of \(format.rawValue) picture is not decoded: \(detail)"
        case .missingLibrary(let format, let remedy):
            "\(format.rawValue) pictures are drawn by a library that is not installed\(remedy)"
        case .codec(let format, let detail): "the \(format.rawValue) codec failed: \(detail)"
        }
    }
}
