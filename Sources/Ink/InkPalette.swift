/// The colours of a panel: as they are sent to it, and as they are seen on it.
public struct InkPalette: Hashable, Sendable, Codable {
    /// The most colours: an index is a byte.
    public static let maximumColors = 256

    /// The name that `--palette` takes.
    public let name: String
    /// The colours as a picture's file has them.
    public let wire: [InkColor]
    /// The colours as they were measured on the panel, one for each of `wire`.
    public let seen: [InkColor]

    private enum CodingKeys: String, CodingKey {
        case name, wire, seen
    }

    /// Makes a palette; nil unless it has 2 to 256 colours, all different, and as many measured ones.
    public init?(name: String, wire: [InkColor], seen: [InkColor]? = nil) {
        let seen = seen ?? wire
        guard (2...Self.maximumColors).contains(wire.count), Set(wire).count == wire.count, seen.count == wire.count else { return nil }
        (self.name, self.wire, self.seen) = (name, wire, seen)
    }

    private init(_ name: String, _ wire: [InkColor]) { (self.name, self.wire, self.seen) = (name, wire, wire) }

    /// Reads a palette that was encoded.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        let wire = try container.decode([InkColor].self, forKey: .wire)
        guard let palette = InkPalette(name: name, wire: wire, seen: try container.decode([InkColor].self, forKey: .seen)) else {
            throw DecodingError.dataCorruptedError(forKey: .wire, in: container, debugDescription: "the palette is not complete")
        }
        self = palette
    }

    /// Grays from black to white, evenly apart in sRGB.
    ///
    /// - Parameter depth: Bits of a pixel: 1, 2, 4 or 8.
    public static func gray(depth: Int) -> InkPalette {
        let count = 1 << min(max(1, depth), 8)
        return InkPalette(
            count == 2 ? "bw" : "gray-\(count)",
            (0..<count).map { index in
                let level = UInt8(255 * index / (count - 1))
                return InkColor(level, level, level)
            })
    }

    /// True where no colour is sent as one with a hue.
    public var isGray: Bool { wire.allSatisfy(\.isGray) }

    /// Bits of an index: 1, 2, 4 or 8.
    public var depth: Int { wire.count <= 2 ? 1 : wire.count <= 4 ? 2 : wire.count <= 16 ? 4 : 8 }

    /// True for grays from black to white that a gray PNG can have without a table: 2, 4, 16 or 256, evenly apart.
    public var isEvenGray: Bool { wire == Self.gray(depth: depth).wire }
}
