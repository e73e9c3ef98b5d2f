/// The numeric result of a comparison.
package struct DifferenceCounts: Hashable, Sendable, Codable {
    /// The number of compared pixels: all of the larger size except the masked ones.
    package var compared: Int
    /// The number of different pixels.
    package var different: Int
    /// The number of pixels that differ only in antialiasing, and do not count as different.
    package var smoothed: Int
    /// The number of masked pixels, which never count as different.
    package var masked: Int
    /// The maximum difference of two colours, 0…1 on the scale of the threshold, whether it counts or not.
    ///
    /// Antialiased and masked pixels are excluded: if no pixel counts, the value shows the distance from the threshold.
    package var maximumDelta: Double
    /// The bounding boxes of the differences, neighbouring ones merged, from the top; at most ``maximumRegions``.
    package var regions: [PixelRect]
    /// The window with the most different pixels, the topmost of several; nil if no pixels differ.
    package var densestWindow: DenseWindow?

    /// The maximum number of regions.
    package static let maximumRegions = 20

    /// Creates counts.
    package init(
        compared: Int, different: Int = 0, smoothed: Int = 0, masked: Int = 0, maximumDelta: Double = 0, regions: [PixelRect] = [],
        densestWindow: DenseWindow? = nil
    ) {
        self.compared = compared
        self.different = different
        self.smoothed = smoothed
        self.masked = masked
        self.maximumDelta = maximumDelta
        self.regions = regions
        self.densestWindow = densestWindow
    }

    /// The share of the compared pixels that differ, 0…1.
    package var ratio: Double { compared > 0 ? Double(different) / Double(compared) : 0 }
}

/// A square window and the differing pixels in it.
package struct DenseWindow: Hashable, Sendable, Codable {
    /// The window's position; it is clipped to the picture.
    package var place: PixelRect
    /// The number of different pixels in it.
    package var count: Int

    /// Creates a window.
    package init(place: PixelRect, count: Int) {
        self.place = place
        self.count = count
    }
}
