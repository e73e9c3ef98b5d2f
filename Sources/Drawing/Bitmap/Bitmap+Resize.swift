import CResampling

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
            withUnsafeTemporaryAllocation(of: Float.self, capacity: crop.width * 4) { sums in
                guard let sums = sums.baseAddress, let target = target.baseAddress else { return }
                pixels.withUnsafeBufferPointer { source in
                    columns.withSamples { columns in
                        rows.withSamples { rows in
                            guard let source = source.baseAddress, let columns, let rows else { return }
                            subdial_resample(source + start, self.width * 4, crop.width, columns, rows, sums, target)
                            count = width * height * 4
                        }
                    }
                }
            }
        }
        return Bitmap(unchecked: resized, width: width, height: height)
    }
}
