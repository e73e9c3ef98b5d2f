/// The error of two pictures that cannot be compared.
package enum PixelComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sizes differ; in pixels, width before height.
    case sizes(expected: [Int], actual: [Int])

    /// The message with both sizes.
    package var description: String {
        switch self {
        case .sizes(let expected, let actual):
            "the picture should be \(Self.text(expected)) pixels large, and is \(Self.text(actual))"
        }
    }

    private static func text(_ size: [Int]) -> String { size.map(String.init).joined(separator: " × ") }
}
