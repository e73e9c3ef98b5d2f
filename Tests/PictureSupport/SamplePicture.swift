import SubdialDrawing
import SubdialTestSupport

/// Pictures of each kind that the writer distinguishes.
public enum SamplePicture: CaseIterable, Sendable {
    /// Noise.
    case opaque, translucent, gray, grayAlpha, table, translucentTable, twoColors
    /// A single colour.
    case white, clear
    /// Smooth, with rounded corners, like widgets.
    case slope, rounded

    /// The bit depth and the colour type of a large picture's file.
    public var depthAndType: [UInt8] {
        switch self {
        case .opaque, .slope: [8, 2]
        case .translucent, .rounded: [8, 6]
        case .gray: [8, 0]
        case .grayAlpha: [8, 4]
        case .table, .translucentTable: [8, 3]
        case .twoColors, .white, .clear: [1, 3]
        }
    }

    /// Returns the picture, with the same noise each time; nil for a size that no bitmap has.
    public func bitmap(width: Int, height: Int) -> Bitmap? {
        var random = SplitMix64(seed: UInt64(width * 7919 + height))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width { append(x, y, width, height, &random, to: &pixels) }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    private func append(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ random: inout SplitMix64, to pixels: inout [UInt8]) {
        func add(_ blue: Int, _ green: Int, _ red: Int, _ alpha: Int) {
            for byte in [blue, green, red, alpha] { pixels.append(UInt8(truncatingIfNeeded: byte)) }
        }
        switch self {
        case .opaque: add(random.next(below: 256), random.next(below: 256), random.next(below: 256), 255)
        case .translucent:
            // Includes runs of opaque and transparent pixels.
            let alpha = [0, 255, random.next(below: 256)][(x / 11 + y) % 3]
            add(random.next(below: alpha + 1), random.next(below: alpha + 1), random.next(below: alpha + 1), alpha)
        case .gray:
            let gray = random.next(below: 256)
            add(gray, gray, gray, 255)
        case .grayAlpha:
            let alpha = random.next(below: 256)
            let gray = random.next(below: alpha + 1)
            add(gray, gray, gray, alpha)
        case .table:
            let number = random.next(below: 200)
            add(number, 255 - number, number / 2, 255)
        case .translucentTable:
            let alpha = random.next(below: 256)
            add(alpha, alpha / 2, 0, alpha)
        case .twoColors: random.next(below: 2) == 0 ? add(0, 0, 0, 0) : add(20, 40, 80, 100)
        case .white: add(255, 255, 255, 255)
        case .clear: add(0, 0, 0, 0)
        case .slope: add(x, y, x + y, 255)
        case .rounded:
            let alpha = min((min(x, width - 1 - x) + min(y, height - 1 - y)) * 32, 255)
            add(x % 256 * alpha / 255, y % 256 * alpha / 255, (x + y) % 256 * alpha / 255, alpha)
        }
    }
}
