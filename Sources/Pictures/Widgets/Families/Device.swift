import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialExpressions
import SubdialLayout

/// A device and the size of each widget family on it.
public struct Device: Hashable, Sendable {
    /// The source of a size.
    public enum Provenance: String, Hashable, Sendable, CaseIterable {
        /// Apple's Human Interface Guidelines.
        case apple
        /// Measured on a device.
        case measured
        /// Stated by the manufacturer of a panel.
        case maker
        /// Defined by Subdial.
        case own
        /// Estimated, as no number is published.
        case estimated
    }

    /// The platform that defines the text styles.
    public enum Typography: String, Hashable, Sendable {
        case ios, watchos
    }

    /// The size of a family in points.
    public struct Place: Hashable, Sendable {
        /// The size on the screen.
        public var size: Size
        /// The layout size, which is scaled to `size`; differs from `size` only on iPads.
        public var canvas: Size
        /// The source of the size.
        public var provenance: Provenance
    }

    /// The value for `--device`: `iphone-15`.
    public let id: String
    /// The display name.
    public let name: String
    /// The size of the screen in points, in portrait orientation.
    public let screen: Size
    /// Device pixels per point.
    public let scale: Double
    /// The platform that defines the text styles.
    public let typography: Typography
    /// The default type size.
    public let typeSize: TypeSize
    /// The size of each family; families that the device does not have are missing.
    public let places: [WidgetFamily: Place]
    /// The colours and conversion options of an e-ink panel; nil for other devices.
    public let panel: PanelOptions?

    /// True for an Apple Watch.
    public var isWatch: Bool { typography == .watchos }
}

extension Device {
    /// The valid keys of a panel in `devices.yaml`.
    private static let panelKeys = ["name", "size", "scale", "depth", "palette", "dither", "rotation", "limit"]

    /// Reads a panel of `devices.yaml`: a device with one family, whose size is given in pixels.
    init(panel id: String, _ json: JSONValue, _ palettes: InkPalettes) throws(InkError) {
        guard case .object(let members) = json else {
            throw .option("a map", reason: "should stand here, such as { size: [800, 480], depth: 1 }")
        }
        for member in members where !Self.panelKeys.contains(member.key) {
            let hint = Suggestion.hint(for: member.key, among: Self.panelKeys)
            throw .option(
                "'\(member.key)'",
                reason: "is no key of a panel\(hint.isEmpty ? "; there are \(Self.panelKeys.joined(separator: ", "))" : hint)")
        }
        func integer(_ key: String) throws(InkError) -> Int? {
            guard let value = json[key] else { return nil }
            guard case .integer(let number) = value else { throw .option(key, reason: "takes a whole number") }
            return Int(clamping: number)
        }
        guard case .array(let edges)? = json["size"], edges.count == 2, case .integer(let width) = edges[0],
            case .integer(let height) = edges[1],
            let size = InkSize(width: Int(clamping: width), height: Int(clamping: height))
        else { throw .option("size", reason: "takes pixels such as [800, 480], at most \(InkSize.maximumSide) on an edge") }
        let scale = json["scale"]?.number ?? (json["scale"] == nil ? 1 : .nan)
        guard scale >= 0.25, scale <= 16 else { throw .option("scale", reason: "takes the pixels of a point, 0.25 to 16") }
        var options = PanelOptions()
        options.depth = try integer("depth")
        if let depth = options.depth, !PanelOptions.depths.contains(depth) {
            throw .option("depth", reason: "takes 1, 2, 4 or 8, the bits of a pixel, not \(depth)")
        }
        if let palette = json["palette"] { options.palette = try palettes.palette(palette.string ?? "") }
        if let method = json["dither"] {
            options.dither = try PanelOptions(dither: method.string ?? "", palettes: palettes).dither
        }
        if let rotation = try integer("rotation") {
            options.rotation = try PanelOptions(rotate: "\(rotation)", palettes: palettes).rotation
        }
        options.maximumBytes = try integer("limit")
        if let limit = options.maximumBytes, limit < 1 { throw .option("limit", reason: "takes bytes, 1 or more, not \(limit)") }
        _ = try options.colors()
        self.init(panel: id, name: json["name"]?.string ?? id, size, scale: scale, options)
    }

    /// A panel of that size with the ID, name and options of this device.
    ///
    /// - Parameter scale: Pixels per point.
    public func panel(_ size: InkSize, scale: Double) -> Device {
        Device(panel: id, name: name, size, scale: scale, panel ?? PanelOptions())
    }

    private init(panel id: String, name: String, _ size: InkSize, scale: Double, _ options: PanelOptions) {
        let points = Size(Double(size.width) / scale, Double(size.height) / scale)
        self.init(
            id: id, name: name, screen: points, scale: scale, typography: .ios, typeSize: .large,
            places: [.panel: Place(size: points, canvas: points, provenance: .maker)], panel: options)
    }
}

extension DeviceCatalog {
    /// The size in points for which panel templates are designed.
    private static let measure = Size(800, 480)

    /// The default scale of a panel of that size, in pixels per point.
    ///
    /// A panel of a known size has the scale of that device. Any other has the scale at which it measures at least 800 by 480 points, limited
    /// to 0.25 to 16.
    public func scale(ofPanel size: InkSize) -> Double {
        let (long, short) = (Double(max(size.width, size.height)), Double(min(size.width, size.height)))
        let known = devices.first { device in
            guard device.panel != nil, let points = device.places[.panel]?.size else { return false }
            let edges = [points.width, points.height].map { ($0 * device.scale).rounded() }.sorted()
            return edges == [short, long]
        }
        return known?.scale ?? min(16, max(0.25, min(long / Self.measure.width, short / Self.measure.height)))
    }
}
