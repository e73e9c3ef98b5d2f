extension Ditherer {
    /// A neighbour as an offset in the error buffer, with its weight.
    private struct Target {
        var offset: Int
        var weight: Float
    }

    /// Error diffusion in linear light, with rows in alternating directions.
    ///
    /// Pixels that are exactly black or white, or exactly a colour of a palette with hues, stay unchanged and pass on no error.
    func diffuse(_ source: InkPixels, _ area: InkArea, _ kernel: DitherKernel, to target: UnsafeMutableBufferPointer<UInt8>) {
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
