import Drawing
import Testing

/// Pictures of each kind that the writer distinguishes.
enum SamplePicture: CaseIterable {
    /// Noise.
    case opaque, translucent, gray, grayAlpha, table, translucentTable, twoColors
    /// A single colour.
    case white, clear
    /// Smooth, with rounded corners, like widgets.
    case slope, rounded

    /// The bit depth and the colour type of a large picture's file.
    var depthAndType: [UInt8] {
        switch self {
        case .opaque, .slope: [8, 2]
        case .translucent, .rounded: [8, 6]
        case .gray: [8, 0]
        case .grayAlpha: [8, 4]
        case .table, .translucentTable: [8, 3]
        case .twoColors, .white, .clear: [1, 3]
        }
    }

    /// Returns the picture, with the same noise each time.
    func bitmap(width: Int, height: Int) throws -> Bitmap {
        var state = UInt64(width * 7919 + height)
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { pixels += pixel(x, y, width, height, random).map { UInt8(truncatingIfNeeded: $0) } }
        }
        return try #require(Bitmap(width: width, height: height, pixels: pixels))
    }

    private func pixel(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ random: (Int) -> Int) -> [Int] {
        switch self {
        case .opaque: return [random(256), random(256), random(256), 255]
        case .translucent:
            // Includes runs of opaque and transparent pixels.
            let alpha = [0, 255, random(256)][(x / 11 + y) % 3]
            return (0..<3).map { _ in random(alpha + 1) } + [alpha]
        case .gray:
            let gray = random(256)
            return [gray, gray, gray, 255]
        case .grayAlpha:
            let alpha = random(256)
            let gray = random(alpha + 1)
            return [gray, gray, gray, alpha]
        case .table:
            let number = random(200)
            return [number, 255 - number, number / 2, 255]
        case .translucentTable:
            let alpha = random(256)
            return [alpha, alpha / 2, 0, alpha]
        case .twoColors: return random(2) == 0 ? [0, 0, 0, 0] : [20, 40, 80, 100]
        case .white: return [255, 255, 255, 255]
        case .clear: return [0, 0, 0, 0]
        case .slope: return [x, y, x + y, 255]
        case .rounded:
            let distance = min(x, width - 1 - x) + min(y, height - 1 - y)
            let alpha = min(distance * 32, 255)
            return [x % 256, y % 256, (x + y) % 256].map { $0 * alpha / 255 } + [alpha]
        }
    }
}
