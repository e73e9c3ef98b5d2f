/// The options of a picture for a panel; nil for the default of the panel.
public struct PanelOptions: Hashable, Sendable, Codable {
    /// The size of the picture before rotation.
    package var size: InkSize?
    /// The bits per pixel: 1, 2, 4 or 8.
    package var depth: Int?
    /// The colours.
    package var palette: InkPalette?
    /// The dithering method for photographs; by default Floyd and Steinberg's, or one that leaves fewer dots where the file would exceed the limit.
    package var dither: DitherMethod?
    /// The clockwise rotation of the finished picture.
    package var rotation: InkRotation?
    /// The maximum size of the file, in bytes.
    package var maximumBytes: Int?

    /// The valid depths, in bits per pixel.
    package static let depths = [1, 2, 4, 8]

    /// Creates options without any value.
    package init() {}

    /// Parses options from a command line or a URL; nil for those that are not given.
    ///
    /// - Parameters:
    ///   - size: `800x480`.
    ///   - depth: 1, 2, 4 or 8.
    ///   - palette: A name among `palettes`.
    ///   - dither: The name of a method.
    ///   - rotate: 0, 90, 180 or 270.
    ///   - maximumBytes: 1 or more.
    /// - Throws: `InkError.option` with the name `size`, `depth`, `palette`, `dither`, `rotate` or `max-bytes`.
    package init(
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

    /// These options, completed by the panel's defaults.
    ///
    /// Depth and palette belong together: if either is set, the panel's defaults of both are ignored.
    package func over(_ defaults: PanelOptions?) -> PanelOptions {
        guard let defaults else { return self }
        var result = self
        result.size = size ?? defaults.size
        if depth == nil, palette == nil { (result.depth, result.palette) = (defaults.depth, defaults.palette) }
        result.dither = dither ?? defaults.dither
        result.rotation = rotation ?? defaults.rotation
        result.maximumBytes = maximumBytes ?? defaults.maximumBytes
        return result
    }

    /// The name of the first option that is set, as in `init`; nil for none.
    package var firstSet: String? {
        size != nil
            ? "size"
            : depth != nil
                ? "depth"
                : palette != nil
                    ? "palette" : dither != nil ? "dither" : rotation != nil ? "rotate" : maximumBytes != nil ? "max-bytes" : nil
    }

    /// The palette and the bit depth.
    ///
    /// - Throws: `InkError` if neither is set, or if the palette has more colours than the depth allows.
    package func colors() throws(InkError) -> (palette: InkPalette, depth: Int) {
        guard let palette = palette ?? depth.map(InkPalette.gray) else { throw .noDepth(option: firstSet ?? "depth") }
        let depth = depth ?? palette.depth
        guard Self.depths.contains(depth), palette.wire.count <= 1 << depth else {
            throw .tooManyColors(palette: palette.name, count: palette.wire.count, depth: depth)
        }
        return (palette, depth)
    }
}

/// A dithering method for photographs.
package enum DitherMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// The nearest colour of each pixel.
    case none
    /// Floyd and Steinberg's error diffusion (1976).
    case floydSteinberg = "floyd-steinberg"
    /// Bill Atkinson's error diffusion, which drops a quarter of the error: more contrast, and a clean background.
    case atkinson
    /// Burkes' error diffusion (1988).
    case burkes
    /// Stucki's error diffusion (1981).
    case stucki
    /// Jarvis, Judice and Ninke's error diffusion (1976).
    case jarvis
    /// Frankie Sierra's error diffusion over three rows (1989).
    case sierra
    /// Sierra's smallest error diffusion.
    case sierraLite = "sierra-lite"
    /// An ordered dither with a blue-noise mask; its dots do not move between similar pictures.
    case blueNoise = "blue-noise"
    /// An ordered dither with Bayer's matrix of 8 by 8.
    case bayer

    /// The error diffusion kernel; nil for the other methods.
    package var kernel: DitherKernel? {
        switch self {
        case .none, .blueNoise, .bayer: nil
        case .floydSteinberg: .floydSteinberg
        case .atkinson: .atkinson
        case .burkes: .burkes
        case .stucki: .stucki
        case .jarvis: .jarvis
        case .sierra: .sierra
        case .sierraLite: .sierraLite
        }
    }
}
