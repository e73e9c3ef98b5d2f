/// The size of a panel in pixels.
public struct InkSize: Hashable, Sendable, Codable {
    /// The width, 1 to ``maximumSide``.
    package let width: Int
    /// The height, 1 to ``maximumSide``.
    package let height: Int

    /// The maximum edge of a panel, in pixels.
    package static let maximumSide = 8192

    /// Creates a size; nil if an edge is outside of 1 to ``maximumSide``.
    package init?(width: Int, height: Int) {
        guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else { return nil }
        (self.width, self.height) = (width, height)
    }

    /// Parses `800x480`, also with `×`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { "xX×".contains($0) }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let width = Int(parts[0]), let height = Int(parts[1])
        else { return nil }
        self.init(width: width, height: height)
    }
}
