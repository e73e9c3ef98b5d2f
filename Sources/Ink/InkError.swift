import Expressions

/// Why there is no picture for a panel.
public enum InkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An option has a value that it does not take; the name as in `PanelOptions`.
    case option(_ name: String, reason: String)
    /// A palette has more colours than bits of a pixel can tell.
    case tooManyColors(palette: String, count: Int, depth: Int)
    /// A file was asked for that has one bit a pixel, and the picture has more.
    case notOneBit(depth: Int)
    /// Something is asked of colours where nobody said which.
    case noDepth(option: String)
    /// The smallest file is larger than it may be, in bytes.
    case tooLarge(Int, limit: Int)

    /// An option has a name that nothing has.
    static func unknown(_ option: String, _ name: String, among names: [String]) -> InkError {
        let hint = Suggestion.hint(for: name, among: names)
        return .option(option, reason: "does not know '\(name)'\(hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)")
    }

    /// The fault and its remedy, on one line.
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
