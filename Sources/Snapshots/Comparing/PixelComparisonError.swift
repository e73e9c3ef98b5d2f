/// Why two pictures cannot be compared pixel by pixel.
public enum PixelComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They differ in size; in pixels, width before height.
    case sizes(expected: [Int], actual: [Int])

    /// Both sizes.
    public var description: String {
        switch self {
        case .sizes(let expected, let actual):
            "the picture should be \(Self.text(expected)) pixels large, and is \(Self.text(actual))"
        }
    }

    private static func text(_ size: [Int]) -> String { size.map(String.init).joined(separator: " × ") }
}
