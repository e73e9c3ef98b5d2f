import SubdialCPixels

extension Bitmap {
    /// Returns the picture at another size; sides below 1 count as 1.
    ///
    /// When a side becomes shorter, a new pixel is the mean of the area it covers. When it becomes longer, a new pixel is interpolated
    /// between its two neighbours. Both use premultiplied colours, so that transparent pixels have no influence on the colour of others.
    package func resized(width: Int, height: Int) -> Bitmap {
        resized(AspectCrop(whole: self), width: max(1, width), height: max(1, height))
    }

    /// Returns the largest centred part with the aspect ratio of `width` to `height`, at that size; sides below 1 count as 1.
    ///
    /// The part is not copied before it is resized.
    package func filling(width: Int, height: Int) -> Bitmap {
        let (width, height) = (max(1, width), max(1, height))
        return resized(
            AspectCrop(sourceWidth: self.width, sourceHeight: self.height, width: width, height: height), width: width, height: height)
    }

    private func resized(_ crop: AspectCrop, width: Int, height: Int) -> Bitmap {
        guard width != crop.width || height != crop.height else {
            return cropped(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
        }
        let resized = pixels.withUnsafeBufferPointer { source -> Bitmap? in
            guard let source = source.baseAddress else { return nil }
            var rows = subdial_memory_rows(start: source + (crop.y * self.width + crop.x) * 4, step: self.width * 4)
            return withUnsafeMutablePointer(to: &rows) {
                Bitmap(resampling: subdial_row_source(row: subdial_memory_row, context: $0), crop, width: width, height: height)
            }
        }
        // All rows are in memory.
        return resized ?? self
    }

    /// Resamples the rows of a part of a picture, which is not of the given size.
    ///
    /// - Parameter source: The rows of the part: row 0 is its first one, and begins with its first pixel.
    /// - Returns: nil if a row is missing.
    init?(resampling source: subdial_row_source, _ part: AspectCrop, width: Int, height: Int) {
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            guard let target = target.baseAddress else { return }
            if Self.resample(source, part, width: width, height: height, into: target) { count = width * height * 4 }
        }
        guard !pixels.isEmpty else { return nil }
        self.init(unchecked: pixels, width: width, height: height)
    }

    /// Resamples the rows of a part of a picture into `width` × `height` × 4 bytes.
    ///
    /// - Returns: False if a row is missing.
    static func resample(
        _ source: subdial_row_source, _ part: AspectCrop, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let columns = ResamplingTable(from: part.width, to: width)
        let rows = ResamplingTable(from: part.height, to: height)
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: part.width * 4) { sums in
            var isComplete = false
            columns.withSamples { columns in
                rows.withSamples { rows in
                    guard let sums = sums.baseAddress, let columns, let rows else { return }
                    isComplete = subdial_resample(source, part.width, columns, rows, sums, target)
                }
            }
            return isComplete
        }
    }
}
