import Glibc

/// The structural similarity of two pictures (SSIM; Wang, Bovik, Sheikh and Simoncelli, 2004): the mean over all windows, of brightness.
///
/// A window has 11 × 11 pixels with Gaussian weights of 1.5 pixels, and lies within the picture. A picture that is smaller is one window.
struct StructuralSimilarity {
    private static let radius = 5
    private static let weights: [Float] = {
        let raw = (-radius...radius).map { exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
        return raw.map { Float($0 / raw.reduce(0, +)) }
    }()
    /// The constants that keep dark and even windows stable: (0.01 · 255)² and (0.03 · 255)².
    private static let (c1, c2): (Float, Float) = (6.5025, 58.5225)

    /// The similarity, 1 for equal pictures; at least -1.
    let value: Double

    /// Compares two pictures of equal size.
    ///
    /// - Parameter masks: The areas that count as equal.
    init(_ expected: StraightPixels, _ actual: StraightPixels, masks: [PixelRect] = [], on ground: ColorGround) {
        let (width, height) = (expected.width, expected.height)
        let first = Self.brightness(expected, on: ground)
        var second = Self.brightness(actual, on: ground)
        for mask in masks {
            for row in mask.rows(within: height) {
                for column in mask.columns(within: width) { second[row * width + column] = first[row * width + column] }
            }
        }
        let products = [zip(first, first).map { $0 * $1 }, zip(second, second).map { $0 * $1 }, zip(first, second).map { $0 * $1 }]
        let means = ([first, second] + products).map { Self.means($0, width, height) }
        var sum = 0.0
        for index in means[0].indices {
            let (x, y) = (means[0][index], means[1][index])
            let (varianceX, varianceY, covariance) = (means[2][index] - x * x, means[3][index] - y * y, means[4][index] - x * y)
            let (above, below) = (
                (2 * x * y + Self.c1) * (2 * covariance + Self.c2), (x * x + y * y + Self.c1) * (varianceX + varianceY + Self.c2)
            )
            sum += Double(above / below)
        }
        value = sum / Double(max(1, means[0].count))
    }

    /// The brightness of each pixel, 0…255.
    private static func brightness(_ picture: StraightPixels, on ground: ColorGround) -> [Float] {
        picture.withWords { words in
            words.indices.map { index in
                let color = ground.blended(words[index], at: index)
                return Float(255 * (0.299 * color.red + 0.587 * color.green + 0.114 * color.blue))
            }
        }
    }

    /// The weighted means of all windows.
    private static func means(_ values: [Float], _ width: Int, _ height: Int) -> [Float] {
        let span = 2 * radius + 1
        guard width >= span, height >= span else { return [values.reduce(0, +) / Float(max(1, values.count))] }
        let columns = width - span + 1
        var across = [Float](repeating: 0, count: columns * height)
        for row in 0..<height {
            for (offset, weight) in weights.enumerated() {
                for column in 0..<columns { across[row * columns + column] += weight * values[row * width + column + offset] }
            }
        }
        var means = [Float](repeating: 0, count: columns * (height - span + 1))
        for row in 0..<height - span + 1 {
            for (offset, weight) in weights.enumerated() {
                for column in 0..<columns { means[row * columns + column] += weight * across[(row + offset) * columns + column] }
            }
        }
        return means
    }
}
