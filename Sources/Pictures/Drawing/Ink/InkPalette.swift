/// The colours of a panel: those that are sent to it, and those that appear on it.
public struct InkPalette: Hashable, Sendable, Codable {
    /// The maximum number of colours, as an index is a byte.
    package static let maximumColors = 256

    /// The value for `--palette`.
    package let name: String
    /// The colours in the picture file.
    package let wire: [InkColor]
    /// The colours measured on the panel, one for each of `wire`.
    package let seen: [InkColor]

    private enum CodingKeys: String, CodingKey {
        case name, wire, seen
    }

    /// Creates a palette; nil unless it has 2 to 256 different colours and as many measured ones.
    package init?(name: String, wire: [InkColor], seen: [InkColor]? = nil) {
        let seen = seen ?? wire
        guard (2...Self.maximumColors).contains(wire.count), Set(wire).count == wire.count, seen.count == wire.count else { return nil }
        (self.name, self.wire, self.seen) = (name, wire, seen)
    }

    private init(_ name: String, _ wire: [InkColor]) { (self.name, self.wire, self.seen) = (name, wire, wire) }

    /// Decodes a palette.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        let wire = try container.decode([InkColor].self, forKey: .wire)
        guard let palette = InkPalette(name: name, wire: wire, seen: try container.decode([InkColor].self, forKey: .seen)) else {
            throw DecodingError.dataCorruptedError(forKey: .wire, in: container, debugDescription: "the palette is not complete")
        }
        self = palette
    }

    /// The grays from black to white, equidistant in sRGB.
    ///
    /// - Parameter depth: The bits per pixel: 1, 2, 4 or 8.
    package static func gray(depth: Int) -> InkPalette {
        let count = 1 << min(max(1, depth), 8)
        return InkPalette(
            count == 2 ? "bw" : "gray-\(count)",
            (0..<count).map { index in
                let level = UInt8(255 * index / (count - 1))
                return InkColor(level, level, level)
            })
    }

    /// True if all sent colours are gray.
    package var isGray: Bool { wire.allSatisfy(\.isGray) }

    /// The bits per index: 1, 2, 4 or 8.
    package var depth: Int { wire.count <= 2 ? 1 : wire.count <= 4 ? 2 : wire.count <= 16 ? 4 : 8 }

    /// True for the grays of a PNG without a palette: 2, 4, 16 or 256, equidistant from black to white.
    package var isEvenGray: Bool { wire == Self.gray(depth: depth).wire }
}
