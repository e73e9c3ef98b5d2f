/// How a picture is made for a panel; what is nil is the panel's own, or left out.
public struct PanelOptions: Hashable, Sendable, Codable {
    /// The pixels of the picture as it is looked at, before it is turned.
    public var size: InkSize?
    /// Bits of a pixel: 1, 2, 4 or 8.
    public var depth: Int?
    /// The colours.
    public var palette: InkPalette?
    /// How photographs are shown.
    public var dither: DitherMethod?
    /// The clockwise rotation of the finished picture.
    public var rotation: InkRotation?
    /// The most bytes that the file may have.
    public var maximumBytes: Int?

    /// The bits of a pixel that there are.
    public static let depths = [1, 2, 4, 8]

    /// Makes options of which none is set.
    public init() {}

    /// Reads options as people write them, in a command line or an address; nil for those that nobody wrote.
    ///
    /// - Parameters:
    ///   - size: `800x480`.
    ///   - depth: 1, 2, 4 or 8.
    ///   - palette: A name among `palettes`.
    ///   - dither: A method's name.
    ///   - rotate: 0, 90, 180 or 270.
    ///   - maximumBytes: 1 or more.
    /// - Throws: `InkError.option` with the name `size`, `depth`, `palette`, `dither`, `rotate` or `max-bytes`.
    public init(
        size: String? = nil, depth: String? = nil, palette: String? = nil, dither: String? = nil, rotate: String? = nil,
        maximumBytes: String? = nil, palettes: InkPalettes
    ) throws(InkError) {
        if let size {
            guard let parsed = InkSize(size) else {
                throw .option("size", reason: "takes pixels such as 800x480, at most \(InkSize.maximumSide) on an edge, not '\(size)'")
            }
            self.size = parsed
        }
        if let depth {
            guard let bits = Int(depth), Self.depths.contains(bits) else {
                throw .option("depth", reason: "takes 1, 2, 4 or 8, the bits of a pixel, not '\(depth)'")
            }
            self.depth = bits
        }
        if let palette { self.palette = try palettes.palette(palette) }
        if let dither {
            guard let method = DitherMethod(rawValue: dither) else {
                throw .unknown("dither", dither, among: DitherMethod.allCases.map(\.rawValue))
            }
            self.dither = method
        }
        if let rotate {
            guard let rotation = Int(rotate).flatMap(InkRotation.init) else {
                throw .option("rotate", reason: "takes 0, 90, 180 or 270, degrees clockwise, not '\(rotate)'")
            }
            self.rotation = rotation
        }
        if let maximumBytes {
            guard let count = Int(maximumBytes), count > 0 else {
                throw .option("max-bytes", reason: "takes a number of 1 or more, not '\(maximumBytes)'")
            }
            self.maximumBytes = count
        }
    }

    /// These options, and a panel's own for those that are not set.
    ///
    /// Depth and palette belong together: where one is set, the panel's other one does not count.
    public func over(_ defaults: PanelOptions?) -> PanelOptions {
        guard let defaults else { return self }
        var result = self
        result.size = size ?? defaults.size
        if depth == nil, palette == nil { (result.depth, result.palette) = (defaults.depth, defaults.palette) }
        result.dither = dither ?? defaults.dither
        result.rotation = rotation ?? defaults.rotation
        result.maximumBytes = maximumBytes ?? defaults.maximumBytes
        return result
    }

    /// The name of the first option that is set, as `init` takes it; nil where none is.
    public var firstSet: String? {
        size != nil
            ? "size"
            : depth != nil
                ? "depth"
                : palette != nil
                    ? "palette" : dither != nil ? "dither" : rotation != nil ? "rotate" : maximumBytes != nil ? "max-bytes" : nil
    }

    /// The colours, and the bits of a pixel that tell them.
    ///
    /// - Throws: `InkError` where nobody said which, or there are more colours than the bits can tell.
    public func colors() throws(InkError) -> (palette: InkPalette, depth: Int) {
        guard let palette = palette ?? depth.map(InkPalette.gray) else { throw .noDepth(option: firstSet ?? "depth") }
        let depth = depth ?? palette.depth
        guard Self.depths.contains(depth), palette.wire.count <= 1 << depth else {
            throw .tooManyColors(palette: palette.name, count: palette.wire.count, depth: depth)
        }
        return (palette, depth)
    }

    /// The ditherer for these colours: Floyd and Steinberg's where nobody chose a method.
    public func ditherer() throws(InkError) -> Ditherer { Ditherer(try colors().palette, dither ?? .floydSteinberg) }
}
