/// Converts pictures to the colours of a panel: letters, symbols and flat areas to the nearest colour, photographs by dithering.
///
/// The nearest colour is that of the colours that are sent, so that white stays white. Dithering works in linear light with the colours as
/// they appear on the panel.
package struct Ditherer: Sendable {
    /// The palette.
    package let palette: InkPalette
    /// The method for photographs.
    package let method: DitherMethod

    let colors: NearestColors
    let seen: [LinearLight]
    /// The grays of the palette by linear light in steps of 1/4096; empty for a palette with hues.
    let steps: [GrayStep]
    /// The lowest and the highest luminance of the palette.
    private let black: Float
    private let white: Float

    /// The range of each channel during error diffusion: half of the palette's range beyond its ends.
    ///
    /// It lets dots compensate each other, but keeps errors that no colour can represent from spreading.
    let bounds: (least: LinearLight, most: LinearLight)

    /// The two grays around a light, and the nearest of them.
    struct GrayStep {
        var nearest: UInt8
        var low: UInt8
        var high: UInt8
        var light: Float
        var lowLight: Float
        var highLight: Float
    }

    /// Creates a ditherer for a palette and a method.
    package init(_ palette: InkPalette, _ method: DitherMethod) {
        (self.palette, self.method) = (palette, method)
        let seen = palette.seen.map { LinearLight($0) }
        self.seen = seen
        (black, white) = (seen.map(\.luminance).min() ?? 0, seen.map(\.luminance).max() ?? 1)
        bounds = LinearLight.bounds(of: seen, headroom: 0.5)
        colors = NearestColors(palette)
        steps = palette.isGray ? Self.steps(seen) : []
    }

    /// Converts a picture to the colours of the palette.
    ///
    /// - Parameters:
    ///   - pixels: Blue, green, red and alpha of each pixel, a byte each, premultiplied; the background is white.
    ///   - photographs: The areas to dither; nil for the whole picture.
    /// - Returns: The picture; nil unless there are exactly `width` × `height` pixels.
    package func picture(_ pixels: [UInt8], width: Int, height: Int, photographs: [InkArea]? = nil) -> InkPicture? {
        guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
        let whole = InkArea(columns: 0..<width, rows: 0..<height)
        let areas = method == .none ? [] : photographs ?? [whole]
        let indices = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            pixels.withUnsafeBytes { source in
                let source = InkPixels(bytes: source, width: width)
                if !areas.contains(whole) { snap(source, target, count: width * height) }
                for area in areas {
                    let (columns, rows) = (area.columns.clamped(to: 0..<width), area.rows.clamped(to: 0..<height))
                    guard !columns.isEmpty, !rows.isEmpty else { continue }
                    let area = InkArea(columns: columns, rows: rows)
                    if let kernel = method.kernel { diffuse(source, area, kernel, to: target) } else { threshold(source, area, to: target) }
                }
            }
            count = width * height
        }
        return InkPicture(width, height, palette, indices)
    }

    /// Converts each pixel to its nearest colour.
    private func snap(_ source: InkPixels, _ target: UnsafeMutableBufferPointer<UInt8>, count: Int) {
        // Most pixels equal their predecessor.
        var (last, index) = (source.color(0), UInt8(0))
        index = colors.nearest(last.red, last.green, last.blue)
        for place in 0..<count {
            let color = source.color(place)
            if color != last {
                last = color
                index = colors.nearest(color.red, color.green, color.blue)
            }
            target[place] = index
        }
    }

    /// A light of the picture, scaled to the range of the panel.
    @inline(__always)
    func squeezed(_ light: Float) -> Float { black + light * (white - black) }

    /// The index of a light in the table of grays.
    @inline(__always)
    static func step(_ light: Float) -> Int { Int(min(max(0, light), 1) * 4096 + 0.5) }

    private static func steps(_ seen: [LinearLight]) -> [GrayStep] {
        let levels = seen.enumerated().map { (index: UInt8($0.offset), light: $0.element.luminance) }.sorted { $0.light < $1.light }
        var high = 0
        return (0...4096).map { step in
            let light = Float(step) / 4096
            while high < levels.count - 1, levels[high].light < light { high += 1 }
            let (above, below) = (levels[high], levels[levels[high].light <= light ? high : max(0, high - 1)])
            let nearest = above.light - light <= light - below.light ? above : below
            return GrayStep(
                nearest: nearest.index, low: below.index, high: above.index, light: nearest.light, lowLight: below.light,
                highLight: above.light)
        }
    }
}

/// The pixels of a picture, composited over white.
struct InkPixels {
    let bytes: UnsafeRawBufferPointer
    let width: Int

    @inline(__always)
    func color(_ place: Int) -> InkColor {
        let white = 255 &- bytes[place * 4 + 3]
        // A colour that exceeds its alpha must not overflow.
        func channel(_ byte: UInt8) -> UInt8 { byte > 255 &- white ? 255 : byte &+ white }
        return InkColor(channel(bytes[place * 4 + 2]), channel(bytes[place * 4 + 1]), channel(bytes[place * 4]))
    }
}
