/// A loss of a picture that is drawn.
public enum ImageWarning: Hashable, Sendable, CustomStringConvertible {
    /// The data ends before the last rows; they are grey or transparent.
    case missingRows(ImageFormat, Int, of: Int)
    /// The data of a progressive picture ends before its last details.
    case missingDetails(ImageFormat)
    /// Only the end mark is missing, or what follows the pixels.
    case missingEnd(ImageFormat)
    /// The colours are drawn as sRGB, although the picture says otherwise; with the reason.
    case unconvertedColors(ImageFormat, String)

    /// The message.
    public var description: String {
        switch self {
        case .missingRows(let format, let count, let height):
            "the \(format.rawValue) picture ends too early: the last \(count) of \(height) rows are missing"
        case .missingDetails(let format): "the \(format.rawValue) picture ends too early: fine details are missing"
        case .missingEnd(let format): "the \(format.rawValue) picture ends too early, after its last row"
        case .unconvertedColors(let format, let reason): "the colours of the \(format.rawValue) picture are drawn as sRGB: \(reason)"
        }
    }
}
