import Glibc
import SubdialBasics

/// A change of colours: each component is a weighted sum of all three, plus a constant.
package struct ColorMatrix: Hashable, Sendable {
    /// The weights of red, green and blue, and the constant, for each of red, green and blue.
    private let rows: [[Double]]
    /// The factor of the opacity.
    private let alpha: Double

    private init(_ rows: [[Double]], alpha: Double = 1) { (self.rows, self.alpha) = (rows, alpha) }

    /// The weights of red, green and blue in the luminance of a colour in sRGB, as filter effects of the W3C have them.
    static let luminance = (red: 0.213, green: 0.715, blue: 0.072)

    /// The number within the range in which sums of products have a value; nil if it is infinite or none.
    private static func limited(_ value: Double) -> Double? { value.isFinite ? min(max(value, -1e6), 1e6) : nil }

    /// Adds a constant to each component.
    package static func brightness(_ amount: Double) -> ColorMatrix {
        let amount = limited(amount) ?? 0
        return ColorMatrix([[1, 0, 0, amount], [0, 1, 0, amount], [0, 0, 1, amount]])
    }

    /// Multiplies the distance of each component from the middle.
    package static func contrast(_ factor: Double) -> ColorMatrix {
        let factor = limited(factor) ?? 1
        let constant = 0.5 - 0.5 * factor
        return ColorMatrix([[factor, 0, 0, constant], [0, factor, 0, constant], [0, 0, factor, constant]])
    }

    /// Multiplies the distance of each colour from its gray.
    package static func saturation(_ factor: Double) -> ColorMatrix {
        let s = limited(factor) ?? 1
        let (red, green, blue) = luminance
        return ColorMatrix([
            [red + (1 - red) * s, green - green * s, blue - blue * s, 0], [red - red * s, green + (1 - green) * s, blue - blue * s, 0],
            [red - red * s, green - green * s, blue + (1 - blue) * s, 0],
        ])
    }

    /// Turns the hue of each colour, with its luminance kept: `hueRotate` of the W3C's filter effects.
    package static func hueRotation(degrees: Double) -> ColorMatrix {
        let angle = (degrees.isFinite ? degrees : 0) * .pi / 180
        let (c, s) = (cos(angle), sin(angle))
        return ColorMatrix([
            [0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0],
            [0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0],
            [0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0],
        ])
    }

    /// Multiplies each component, and the opacity, with that of a colour.
    package static func multiply(_ color: Color) -> ColorMatrix {
        ColorMatrix([[color.red, 0, 0, 0], [0, color.green, 0, 0], [0, 0, color.blue, 0]], alpha: color.alpha)
    }

    /// Replaces each component by its opposite.
    package static let invert = ColorMatrix([[-1, 0, 0, 1], [0, -1, 0, 1], [0, 0, -1, 1]])
}

extension ColorMatrix {
    /// The weights and the constant for 8 bits, by the order of the bytes: blue, green, red.
    fileprivate var floats: [Float] {
        [2, 1, 0].flatMap { row in [rows[row][2], rows[row][1], rows[row][0], rows[row][3]].map { Float($0) } }
    }

    fileprivate var strength: Float { Float(alpha) }
}

extension Bitmap {
    /// The picture with each colour changed by a matrix; transparent pixels stay so.
    package func changed(by matrix: ColorMatrix) -> Bitmap {
        var pixels = self.pixels
        let (m, strength) = (matrix.floats, matrix.strength)
        pixels.withUnsafeMutableBufferPointer { pixels in
            m.withUnsafeBufferPointer { m in
                for index in stride(from: 0, to: pixels.count, by: 4) where pixels[index + 3] != 0 {
                    // The components are premultiplied, and so is the constant.
                    let (blue, green, red, alpha) = (
                        Float(pixels[index]), Float(pixels[index + 1]), Float(pixels[index + 2]), Float(pixels[index + 3])
                    )
                    for row in 0..<3 {
                        let value = m[row * 4] * blue + m[row * 4 + 1] * green + m[row * 4 + 2] * red + m[row * 4 + 3] * alpha
                        pixels[index + row] = UInt8(min(max(value, 0), alpha) * strength + 0.5)
                    }
                    pixels[index + 3] = UInt8(min(max(alpha * strength, 0), 255) + 0.5)
                }
            }
        }
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    /// Black, with the luminance of each colour as its opacity.
    package var luminanceAsOpacity: Bitmap {
        var pixels = self.pixels
        let weights = ColorMatrix.luminance
        let (red, green, blue) = (Float(weights.red), Float(weights.green), Float(weights.blue))
        pixels.withUnsafeMutableBufferPointer { pixels in
            for index in stride(from: 0, to: pixels.count, by: 4) {
                let luminance = blue * Float(pixels[index]) + green * Float(pixels[index + 1]) + red * Float(pixels[index + 2])
                (pixels[index], pixels[index + 1], pixels[index + 2]) = (0, 0, 0)
                pixels[index + 3] = UInt8(min(luminance, 255) + 0.5)
            }
        }
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    /// Mixes another picture of the same size with this one, as Core Graphics' `plusDarker`: the sum of the colours, less white.
    package mutating func addDarker(_ other: Bitmap) {
        guard other.pixels.count == pixels.count else { return }
        for index in stride(from: 0, to: pixels.count, by: 4) where other.pixels[index + 3] != 0 {
            let (below, above) = (Int(pixels[index + 3]), Int(other.pixels[index + 3]))
            let alpha = min(255, below + above)
            for component in index..<index + 3 {
                let darkness = (below - Int(pixels[component])) + (above - Int(other.pixels[component]))
                pixels[component] = UInt8(min(max(0, alpha - darkness), alpha))
            }
            pixels[index + 3] = UInt8(alpha)
        }
    }
}
