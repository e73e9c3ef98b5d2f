extension Bitmap {
    /// Returns the picture at another size; sides below 1 count as 1.
    ///
    /// When a side becomes shorter, a new pixel is the mean of the area it covers. When it becomes longer, a new pixel is interpolated
    /// between its two neighbours. Both use premultiplied colours, so that transparent pixels have no influence on the colour of others.
    public func resized(width: Int, height: Int) -> Bitmap {
        resized(AspectCrop(whole: self), width: max(1, width), height: max(1, height))
    }

    /// Returns the largest centred part with the aspect ratio of `width` to `height`, at that size; sides below 1 count as 1.
    ///
    /// The part is not copied before it is resized.
    public func filling(width: Int, height: Int) -> Bitmap {
        let (width, height) = (max(1, width), max(1, height))
        return resized(
            AspectCrop(sourceWidth: self.width, sourceHeight: self.height, width: width, height: height), width: width, height: height)
    }

    private func resized(_ crop: AspectCrop, width: Int, height: Int) -> Bitmap {
        guard width != crop.width || height != crop.height else {
            return cropped(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
        }
        let columns = ResamplingTable(from: crop.width, to: width)
        let rows = ResamplingTable(from: crop.height, to: height)
        let start = (crop.y * self.width + crop.x) * 4
        let resized = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            pixels.withUnsafeBufferPointer { source in
                let part = UnsafeBufferPointer(rebasing: source[start...])
                Self.resample(part, rowStep: self.width * 4, rowLength: crop.width * 4, rows: rows, columns: columns, into: target)
            }
            count = width * height * 4
        }
        return Bitmap(unchecked: resized, width: width, height: height)
    }

    private static func resample(
        _ source: UnsafeBufferPointer<UInt8>,
        rowStep: Int,
        rowLength: Int,
        rows: ResamplingTable,
        columns: ResamplingTable,
        into target: UnsafeMutableBufferPointer<UInt8>
    ) {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: rowLength / 4) { sums in
            guard let base = source.baseAddress, let target = UnsafeMutableRawPointer(target.baseAddress) else { return }
            var output = 0
            for row in rows.taps {
                // The weighted sums of the source rows that the new row covers …
                for index in 0..<row.count {
                    let line = UnsafeRawPointer(base + (row.first + index) * rowStep)
                    let weight = rows.weights[row.offset + index]
                    if index == 0 {
                        for x in 0..<rowLength / 4 {
                            sums[x] = pixel(line, x) * weight
                        }
                    } else {
                        for x in 0..<rowLength / 4 {
                            sums[x] += pixel(line, x) * weight
                        }
                    }
                }
                // … and the new pixels from these sums.
                columns.weights.withUnsafeBufferPointer { weights in
                    for column in columns.taps {
                        var sum = SIMD4<Float>.zero
                        for index in 0..<column.count {
                            sum += sums[column.first + index] * weights[column.offset + index]
                        }
                        let bytes = rounded(sum)
                        target.storeBytes(of: bytes, toByteOffset: output, as: SIMD4<UInt8>.self)
                        output += 4
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func pixel(_ line: UnsafeRawPointer, _ x: Int) -> SIMD4<Float> {
        SIMD4<Float>(line.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self))
    }

    /// Rounds numbers of 0…255: after the addition of 2²³ there are no bits for a fraction, and the integer is in the lowest bits.
    @inline(__always)
    private static func rounded(_ values: SIMD4<Float>) -> SIMD4<UInt8> {
        SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(values + 0x1p23, to: SIMD4<UInt32>.self))
    }
}
