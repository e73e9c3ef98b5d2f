import SubdialBasics

/// An error in the conversion of a picture for a panel.
public enum InkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An invalid value of an option; the name is that in `PanelOptions`.
    case option(_ name: String, reason: String)
    /// A palette with more colours than the bit depth can represent.
    case tooManyColors(palette: String, count: Int, depth: Int)
    /// A file format of one bit per pixel for a picture with a higher depth.
    case notOneBit(depth: Int)
    /// An option that requires a depth or a palette.
    case noDepth(option: String)
    /// The smallest possible file exceeds the limit; both sizes are in bytes.
    case tooLarge(Int, limit: Int)

    /// An unknown name as the value of an option.
    static func unknown(_ option: String, _ name: String, among names: [String]) -> InkError {
        let hint = Suggestion.hint(for: name, among: names)
        return .option(option, reason: "does not know '\(name)'\(hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)")
    }

    /// The problem and its solution, on one line.
    public var description: String {
        switch self {
        case .option(let name, let reason): "\(name) \(reason)"
        case .tooManyColors(let palette, let count, let depth):
            "depth \(depth) has room for \(1 << depth) colours, and the palette '\(palette)' has \(count): leave the depth out, or choose another palette"
        case .notOneBit(let depth): "a BMP for panels has 1 bit a pixel, and this picture has \(depth): choose depth 1, or write a PNG"
        case .noDepth(let option): "\(option) is for pictures in few colours: say in which, with a depth or a palette"
        case .tooLarge(let count, let limit):
            "the picture has \(count) bytes at its smallest, more than the limit of \(limit): choose a smaller depth, dither atkinson or none, "
                + "or a smaller size"
        }
    }
}
