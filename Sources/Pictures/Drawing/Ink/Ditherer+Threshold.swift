extension Ditherer {
    /// Ordered dithering: the result of a pixel is independent of all others, so that redrawn areas have the same dots.
    func threshold(_ source: InkPixels, _ area: InkArea, to target: UnsafeMutableBufferPointer<UInt8>) {
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

    static let blueNoise = ThresholdMask(side: BlueNoise.side, thresholds: BlueNoise.thresholds)

    /// Bayer's matrix (1973) of 8 by 8.
    static let bayer = ThresholdMask(
        side: 8,
        thresholds: (0..<64).map { index in
            let (x, y) = (index % 8, index / 8)
            // The interleaved bits of x xor y and of y, lowest first.
            let rank = (0..<3).reduce(0) { rank, bit in rank << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1) }
            return (Float(rank) + 0.5) / 64
        })
}
