import SubdialBasics
import SubdialDrawing

/// Draws the picture of a comparison's differences, with the larger width and the larger height of the two pictures.
struct DifferencePicture {
    private let expected: StraightPixels
    private let actual: StraightPixels
    private let different: PixelBits
    private let smoothed: PixelBits
    private let ground: ColorGround
    private let masks: MaskedRows?
    private let width: Int
    private let height: Int

    /// Takes two pictures of equal size, and the pixels in which they differ.
    init(
        _ expected: StraightPixels, _ actual: StraightPixels, _ different: PixelBits, _ smoothed: PixelBits, _ ground: ColorGround,
        masks: [PixelRect] = []
    ) {
        self.expected = expected
        self.actual = actual
        self.different = different
        self.smoothed = smoothed
        self.ground = ground
        (width, height) = (expected.width, expected.height)
        self.masks = masks.isEmpty ? nil : MaskedRows(masks, width: width, height: height)
    }

    /// The picture exactly as pixelmatch draws it, with masked areas tinted magenta at 50 %.
    func bitmap(_ style: DifferenceStyle) -> Bitmap {
        var words = style.isMask ? [UInt32](repeating: 0, count: width * height) : paleGreys(style.opacity)
        let (one, other) = (Self.word(style.different), Self.word(style.darker ?? style.different))
        expected.withWords { expected in
            actual.withWords { actual in
                different.forEachRun { row, columns in
                    for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
                        let isDarker = one != other && YIQ(expected[index], actual[index], at: index, on: ground).y > 0
                        words[index] = isDarker ? other : one
                    }
                }
            }
        }
        if !style.isMask {
            let word = Self.word(style.smoothed)
            smoothed.forEachRun { row, columns in
                for index in row * width + columns.lowerBound..<row * width + columns.upperBound { words[index] = word }
            }
            forEachMaskedRun { row, columns in
                for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
                    words[index] = Self.average(words[index], 0xFFFF_00FF)
                }
            }
        }
        let bytes = words.withUnsafeBytes { [UInt8]($0) }
        return Bitmap(width: width, height: height, pixels: bytes) ?? Bitmap(width: width, height: height)
    }

    /// The picture in sixteen colours, which is several times as fast to draw and encode; it has fewer greys.
    fileprivate var sketch: IndexedBitmap? {
        var indices = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            expected.withWords { Self.writePaleGreys(of: $0, to: target) }
            count = width * height
        }
        func fill(_ row: Int, _ columns: Range<Int>, _ color: UInt8) {
            for index in row * width + columns.lowerBound..<row * width + columns.upperBound { indices[index] = color }
        }
        forEachMaskedRun { row, columns in
            for index in row * width + columns.lowerBound..<row * width + columns.upperBound { indices[index] = 10 + indices[index] / 2 }
        }
        different.forEachRun { fill($0, $1, 8) }
        smoothed.forEachRun { fill($0, $1, 9) }
        return IndexedBitmap(width: width, height: height, depth: 4, colors: Self.colors, indices: indices)
    }

    /// Writes the number of each pixel's grey in ``colors``: the brightness on white.
    @_optimize(speed) @inline(never)
    private static func writePaleGreys(of words: UnsafeBufferPointer<UInt32>, to target: UnsafeMutableBufferPointer<UInt8>) {
        for index in 0..<words.count {
            let word = words[index]
            let (red, green, blue) = (word >> 16 & 0xFF, word >> 8 & 0xFF, word & 0xFF)
            // The brightness on a scale to 65535 with the usual weights; the darkest grey is a tenth, as in ``bitmap(_:)``.
            let darkness = 65535 &- (red &* 77 &+ green &* 151 &+ blue &* 29)
            target[index] = UInt8(truncatingIfNeeded: (darkness >> 8) &* (word >> 24) >> 13)
        }
    }

    /// Eight greys, red, yellow, and four greys under magenta.
    private static let colors: [IndexedBitmap.Entry] = {
        func grey(_ value: UInt8) -> IndexedBitmap.Entry { .init(red: value, green: value, blue: value) }
        let greys = (0..<8).map { grey(UInt8(255 - $0 * 25 / 7)) }
        let masked = (0..<4).map { step -> IndexedBitmap.Entry in
            let light = UInt8(255 - step * 4)
            return .init(red: light, green: light / 2, blue: light)
        }
        return greys + [.init(red: 255, green: 0, blue: 0), .init(red: 255, green: 255, blue: 0)] + masked
    }()

    private func forEachMaskedRun(_ visit: (_ row: Int, _ columns: Range<Int>) -> Void) {
        guard let masks else { return }
        for row in 0..<height {
            var begin = 0
            masks.forEachOpenRun(in: row) { columns in
                if begin < columns.lowerBound { visit(row, begin..<columns.lowerBound) }
                begin = columns.upperBound
            }
            if begin < width { visit(row, begin..<width) }
        }
    }

    /// The bytewise average of both.
    private static func average(_ first: UInt32, _ second: UInt32) -> UInt32 {
        (first & second) &+ ((first ^ second) & 0xFEFE_FEFE) >> 1
    }

    /// A colour as alpha, red, green and blue; it is opaque, so straight and premultiplied values are equal.
    private static func word(_ color: Color) -> UInt32 {
        func byte(_ component: Double) -> UInt32 { UInt32(saturating: (component * 255).rounded()) }
        return 0xFF00_0000 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
    }

    /// Each pixel's brightness on white, at an opacity.
    private func paleGreys(_ opacity: Double) -> [UInt32] {
        expected.withWords { words in
            words.map { word in
                let brightness =
                    Double(word >> 16 & 0xFF) * YIQ.weights.red + Double(word >> 8 & 0xFF) * YIQ.weights.green
                    + Double(word & 0xFF) * YIQ.weights.blue
                let grey = UInt32(saturating: max(0, min(255, 255 + (brightness - 255) * opacity * Double(word >> 24) / 255)))
                return 0xFF00_0000 | grey << 16 | grey << 8 | grey
            }
        }
    }
}

extension PictureComparison {
    /// The expected picture in pale grey, with differences in red, differences in antialiasing in yellow, and masked areas tinted magenta.
    ///
    /// It has the size of both pictures combined, within limits.
    ///
    /// - Parameters:
    ///   - expected: The first of the compared pictures.
    ///   - actual: The second.
    ///   - style: The colours, and whether the background is drawn.
    package func difference(_ expected: StraightPixels, _ actual: StraightPixels, style: DifferenceStyle = DifferenceStyle()) -> Bitmap {
        drawing(expected, actual).bitmap(style)
    }

    /// The same picture in sixteen colours for a report: several times as fast to draw and encode.
    func sketch(_ expected: StraightPixels, _ actual: StraightPixels) -> IndexedBitmap? { drawing(expected, actual).sketch }

    private func drawing(_ expected: StraightPixels, _ actual: StraightPixels) -> DifferencePicture {
        DifferencePicture(expected.fitted(to: size), actual.fitted(to: size), different, smoothed, ground, masks: masks)
    }
}
