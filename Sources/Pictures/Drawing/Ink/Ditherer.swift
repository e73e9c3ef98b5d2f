import Glibc

/// Converts pictures to the colours of a panel: letters, symbols and flat areas to the nearest colour, photographs by dithering.
///
/// The nearest colour is that of the colours that are sent, so that white stays white. Dithering works in linear light with the colours as
/// they appear on the panel.
package struct Ditherer: Sendable {
    /// The palette.
    private let palette: InkPalette
    /// The method for photographs.
    private let method: DitherMethod

    private let colors: NearestColors
    private let seen: [LinearLight]
    /// The grays of the palette by linear light in steps of 1/4096; empty for a palette with hues.
    private let steps: [GrayStep]
    /// The lowest and the highest luminance of the palette.
    private let black: Float
    private let white: Float

    /// The range of each channel during error diffusion: half of the palette's range beyond its ends.
    ///
    /// It lets dots compensate each other, but keeps errors that no colour can represent from spreading.
    private let bounds: (least: LinearLight, most: LinearLight)

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

extension Ditherer {
    /// A neighbour as an offset in the error buffer, with its weight.
    private struct Target {
        var offset: Int
        var weight: Float
    }

    /// Error diffusion in linear light, with rows in alternating directions.
    ///
    /// Pixels that are exactly black or white, or exactly a colour of a palette with hues, stay unchanged and pass on no error.
    private func diffuse(_ source: InkPixels, _ area: InkArea, _ kernel: DitherKernel, to target: UnsafeMutableBufferPointer<UInt8>) {
        let channels = palette.isGray ? 1 : 3
        let stride = (area.columns.count + 2 * DitherKernel.reach) * channels
        // The errors of this row and of the two below, with a margin on either side.
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * stride) { errors in
            errors.initialize(repeating: 0)
            guard var row = errors.baseAddress else { return }
            var (below, last) = (row + stride, row + 2 * stride)
            for y in area.rows {
                let isLeftward = (y - area.rows.lowerBound) % 2 == 1
                let targets = kernel.shares.map { share in
                    let line = share.y == 0 ? row : share.y == 1 ? below : last
                    return Target(
                        offset: line - row + (isLeftward ? -share.x : share.x) * channels,
                        weight: Float(share.numerator) / Float(kernel.divisor))
                }
                targets.withUnsafeBufferPointer { targets in
                    let errors = row + DitherKernel.reach * channels
                    if palette.isGray {
                        diffuseGray(source, area.columns, y, isLeftward, errors, targets, to: target)
                    } else {
                        diffuseColor(source, area.columns, y, isLeftward, errors, targets, to: target)
                    }
                }
                row.update(repeating: 0, count: stride)
                (row, below, last) = (below, last, row)
            }
        }
    }

    private func diffuseGray(
        _ source: InkPixels, _ columns: Range<Int>, _ y: Int, _ isLeftward: Bool, _ errors: UnsafeMutablePointer<Float>,
        _ targets: UnsafeBufferPointer<Target>, to target: UnsafeMutableBufferPointer<UInt8>
    ) {
        let count = columns.count
        let start = y * source.width + columns.lowerBound
        let (black, white) = (colors.exactly(0, 0, 0), colors.exactly(255, 255, 255))
        LinearLight.ofSRGB.withUnsafeBufferPointer { light in
            steps.withUnsafeBufferPointer { steps in
                for step in 0..<count {
                    let x = isLeftward ? count - 1 - step : step
                    let color = source.color(start + x)
                    if color.red & color.green & color.blue == 255, let white {
                        target[start + x] = white
                        continue
                    }
                    if color.red | color.green | color.blue == 0, let black {
                        target[start + x] = black
                        continue
                    }
                    let own = 0.2126 * light[Int(color.red)] + 0.7152 * light[Int(color.green)] + 0.0722 * light[Int(color.blue)]
                    let wanted = squeezed(own) + errors[x]
                    let gray = steps[Self.step(wanted)]
                    target[start + x] = gray.nearest
                    let error = wanted - gray.light
                    for target in targets { errors[x + target.offset] += error * target.weight }
                }
            }
        }
    }

    private func diffuseColor(
        _ source: InkPixels, _ columns: Range<Int>, _ y: Int, _ isLeftward: Bool, _ errors: UnsafeMutablePointer<Float>,
        _ targets: UnsafeBufferPointer<Target>, to target: UnsafeMutableBufferPointer<UInt8>
    ) {
        let count = columns.count
        let start = y * source.width + columns.lowerBound
        let (least, most) = bounds
        LinearLight.ofSRGB.withUnsafeBufferPointer { light in
            seen.withUnsafeBufferPointer { seen in
                for step in 0..<count {
                    let x = isLeftward ? count - 1 - step : step
                    let color = source.color(start + x)
                    if let index = colors.exactly(color.red, color.green, color.blue) {
                        target[start + x] = index
                        continue
                    }
                    let own = errors + 3 * x
                    let red = min(max(squeezed(light[Int(color.red)]) + own[0], least.red), most.red)
                    let green = min(max(squeezed(light[Int(color.green)]) + own[1], least.green), most.green)
                    let blue = min(max(squeezed(light[Int(color.blue)]) + own[2], least.blue), most.blue)
                    let index = Self.nearest(red, green, blue, seen)
                    target[start + x] = UInt8(truncatingIfNeeded: index)
                    let shown = seen[index]
                    let (redError, greenError, blueError) = (red - shown.red, green - shown.green, blue - shown.blue)
                    for target in targets {
                        let other = own + target.offset
                        other[0] += redError * target.weight
                        other[1] += greenError * target.weight
                        other[2] += blueError * target.weight
                    }
                }
            }
        }
    }

    /// The index of the palette's nearest colour in linear light.
    @inline(__always)
    static func nearest(_ red: Float, _ green: Float, _ blue: Float, _ seen: UnsafeBufferPointer<LinearLight>) -> Int {
        var best = (index: 0, distance: Float.infinity)
        for index in 0..<seen.count {
            let other = seen[index]
            let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
            // Green has the highest weight in luminance, blue the lowest.
            let distance = 0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }
}

extension Ditherer {
    /// Ordered dithering: the result of a pixel is independent of all others, so that redrawn areas have the same dots.
    private func threshold(_ source: InkPixels, _ area: InkArea, to target: UnsafeMutableBufferPointer<UInt8>) {
        let mask = method == .bayer ? ThresholdMask.bayer : .blueNoise
        // The amplitude for a palette with hues: a threshold changes the light of a pixel by up to half of it.
        let spread = palette.isGray ? 0 : spread
        let (black, white) = (colors.exactly(0, 0, 0), colors.exactly(255, 255, 255))
        LinearLight.ofSRGB.withUnsafeBufferPointer { light in
            for y in area.rows {
                for x in area.columns {
                    let place = y * source.width + x
                    let color = source.color(place)
                    if color.red & color.green & color.blue == 255, let white {
                        target[place] = white
                        continue
                    }
                    if color.red | color.green | color.blue == 0, let black {
                        target[place] = black
                        continue
                    }
                    let threshold = mask[x, y]
                    if palette.isGray {
                        let own = squeezed(
                            0.2126 * light[Int(color.red)] + 0.7152 * light[Int(color.green)] + 0.0722 * light[Int(color.blue)])
                        let step = steps[Self.step(own)]
                        target[place] = own - step.lowLight > threshold * (step.highLight - step.lowLight) ? step.high : step.low
                    } else if let index = colors.exactly(color.red, color.green, color.blue) {
                        target[place] = index
                    } else {
                        let offset = (threshold - 0.5) * spread
                        let index = seen.withUnsafeBufferPointer {
                            Self.nearest(
                                squeezed(light[Int(color.red)]) + offset, squeezed(light[Int(color.green)]) + offset,
                                squeezed(light[Int(color.blue)]) + offset, $0)
                        }
                        target[place] = UInt8(truncatingIfNeeded: index)
                    }
                }
            }
        }
    }

    /// The largest difference between adjacent luminances of the palette.
    private var spread: Float {
        let lights = seen.map(\.luminance).sorted()
        return zip(lights, lights.dropFirst()).map { $1 - $0 }.max() ?? 1
    }
}

/// A mask of thresholds above 0 and below 1, repeated over a picture.
struct ThresholdMask {
    /// The edge of the mask, a power of two.
    private let side: Int
    private let thresholds: [Float]

    @inline(__always)
    subscript(x: Int, y: Int) -> Float { thresholds[(y & (side - 1)) * side + (x & (side - 1))] }

    fileprivate static let blueNoise = ThresholdMask(side: BlueNoise.side, thresholds: BlueNoise.thresholds)

    /// Bayer's matrix (1973) of 8 by 8.
    fileprivate static let bayer = ThresholdMask(
        side: 8,
        thresholds: (0..<64).map { index in
            let (x, y) = (index % 8, index / 8)
            // The interleaved bits of x xor y and of y, lowest first.
            let rank = (0..<3).reduce(0) { rank, bit in rank << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1) }
            return (Float(rank) + 0.5) / 64
        })
}

/// A lookup of a palette's nearest colour for letters, symbols and flat areas.
struct NearestColors: Sendable {
    private let wire: [InkColor]
    /// The nearest colour by the upper five bits of red, green and blue.
    private let table: [UInt8]
    /// The exact colour at each of those keys: its index plus 1, 0 for none, `several` for more than one.
    private let exact: [UInt16]
    private static let several = UInt16.max
    /// The nearest gray by luma; empty for a palette with hues.
    private let grays: [UInt8]

    /// The channel difference below which a colour counts as gray and never becomes a hue.
    private static let grayTolerance = 20
    /// The angle between two hues from which one does not stand for the other.
    ///
    /// Orange may be red, and purple blue; but blue is not red, nor is red or a dark green yellow.
    private static let maximumHueDifference: Float = 41 * .pi / 180

    /// The lightness in Oklab from which a colour without an ink may be white, as a darker one would vanish on white.
    private static let paleLightness: Float = 0.8

    init(_ palette: InkPalette) {
        wire = palette.wire
        // Compared with the sent colours: white in a picture is white on the panel, and black is black, whatever their measured values.
        let known = wire.map { LinearLight($0).oklab }
        let (lumas, hues) = (wire.map(\.luma), known.map(\.hue))
        let (neutral, hued) = (wire.indices.filter { palette.wire[$0].isGray }, wire.indices.filter { !palette.wire[$0].isGray })
        // The threshold is halfway in coverage, so that strokes keep their width.
        func nearestGray(_ luma: Int, among grays: [Int]) -> Int { grays.min { abs(lumas[$0] - luma) < abs(lumas[$1] - luma) } ?? 0 }
        let dark = neutral.filter { lumas[$0] < 255 }
        grays = palette.isGray ? (0...255).map { UInt8(nearestGray($0, among: neutral)) } : []
        func level(_ step: Int) -> UInt8 { UInt8(step << 3 | step >> 2) }
        table =
            palette.isGray
            ? []
            : (0..<1 << 15).map { key in
                let color = InkColor(level(key >> 10), level(key >> 5 & 31), level(key & 31))
                let spread = max(color.red, color.green, color.blue) - min(color.red, color.green, color.blue)
                if spread < Self.grayTolerance, !neutral.isEmpty { return UInt8(nearestGray(color.luma, among: neutral)) }
                let own = LinearLight(color).oklab
                func distance(_ index: Int) -> Float {
                    let (l, a, b) = (own.lightness - known[index].lightness, own.a - known[index].a, own.b - known[index].b)
                    return l * l + a * a + b * b
                }
                let hue = own.hue
                func isOfHue(_ index: Int) -> Bool {
                    let turn = abs(hue - hues[index])
                    return min(turn, 2 * .pi - turn) <= Self.maximumHueDifference
                }
                let inks = hued.filter(isOfHue)
                // Without an ink of about its hue, a colour is a gray, and only a pale one is white.
                if inks.isEmpty, !neutral.isEmpty {
                    let isPale = own.lightness > Self.paleLightness || dark.isEmpty
                    return UInt8(nearestGray(color.luma, among: isPale ? neutral : dark))
                }
                return UInt8((inks + neutral).sorted().min { distance($0) < distance($1) } ?? 0)
            }
        var exact = [UInt16](repeating: 0, count: 1 << 15)
        for (index, color) in wire.enumerated() {
            let key = Self.key(color.red, color.green, color.blue)
            exact[key] = exact[key] == 0 ? UInt16(index + 1) : Self.several
        }
        self.exact = exact
    }

    @inline(__always)
    private static func key(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
    }

    /// The index of a colour of the palette; nil for any other colour.
    @inline(__always)
    func exactly(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8? {
        let entry = exact[Self.key(red, green, blue)]
        guard entry != 0 else { return nil }
        let color = InkColor(red, green, blue)
        if entry == Self.several { return wire.firstIndex(of: color).map { UInt8(truncatingIfNeeded: $0) } }
        return wire[Int(entry) - 1] == color ? UInt8(truncatingIfNeeded: entry - 1) : nil
    }

    /// The index of the nearest colour.
    @inline(__always)
    func nearest(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        if !grays.isEmpty { return grays[Int(InkColor.luma(red, green, blue))] }
        return exactly(red, green, blue) ?? table[Self.key(red, green, blue)]
    }
}

/// A colour in linear light, in which the pixels of a panel mix in the eye.
struct LinearLight: Hashable {
    fileprivate var red: Float
    fileprivate var green: Float
    fileprivate var blue: Float

    /// The linear light, 0 to 1, of each sRGB value (IEC 61966-2-1).
    fileprivate static let ofSRGB: [Float] = (0...255).map { value in
        let share = Double(value) / 255
        return Float(share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4))
    }

    init(_ color: InkColor) {
        (red, green, blue) = (Self.ofSRGB[Int(color.red)], Self.ofSRGB[Int(color.green)], Self.ofSRGB[Int(color.blue)])
    }

    /// The range of each channel over all colours, extended at both ends by the fraction `headroom` of its length.
    fileprivate static func bounds(of colors: [LinearLight], headroom: Float) -> (least: LinearLight, most: LinearLight) {
        guard var least = colors.first, var most = colors.first else {
            return (LinearLight(InkColor(0, 0, 0)), LinearLight(InkColor(255, 255, 255)))
        }
        for channel in [\LinearLight.red, \.green, \.blue] {
            let lights = colors.map { $0[keyPath: channel] }
            let (low, high) = (lights.min() ?? 0, lights.max() ?? 1)
            least[keyPath: channel] = low - headroom * (high - low)
            most[keyPath: channel] = high + headroom * (high - low)
        }
        return (least, most)
    }

    /// The luminance by ITU-R BT.709.
    fileprivate var luminance: Float { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// A colour in Oklab.
    fileprivate struct Lab {
        let lightness: Float
        let a: Float
        let b: Float

        /// The angle of the hue, in radians.
        var hue: Float { atan2f(b, a) }
    }

    /// The colour in Oklab (Ottosson, 2020), in which distances approximate perceived differences.
    fileprivate var oklab: Lab {
        let l = cbrtf(0.412_221_47 * red + 0.536_332_54 * green + 0.051_445_993 * blue)
        let m = cbrtf(0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue)
        let s = cbrtf(0.088_302_46 * red + 0.281_718_84 * green + 0.629_978_7 * blue)
        return Lab(
            lightness: 0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s, a: 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            b: 0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s)
    }
}
