/// How much two pictures differ, in numbers.
public struct DifferenceCounts: Hashable, Sendable, Codable {
    /// The pixels that were compared: all of the larger size but the masked.
    public var compared: Int
    /// The pixels that count as different.
    public var different: Int
    /// The pixels that differ as smoothed edges do, and do not count.
    public var smoothed: Int
    /// The pixels under a mask, which never count.
    public var masked: Int
    /// The greatest difference of two colours, 0…1 as the threshold has it, whether it counts or not.
    ///
    /// Smoothed and masked pixels are left out: where nothing counts, it tells how far the threshold is.
    public var maximumDelta: Double
    /// The boxes around what differs, neighbouring ones merged, from the top; at most ``maximumRegions``.
    public var regions: [PixelRect]
    /// Where the most differing pixels stand close together, the uppermost of such places; nil where none differ.
    public var densestWindow: DenseWindow?

    /// How many regions there can be.
    public static let maximumRegions = 20

    /// Creates counts.
    public init(
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
    public var ratio: Double { compared > 0 ? Double(different) / Double(compared) : 0 }
}

/// A square window and the differing pixels in it.
public struct DenseWindow: Hashable, Sendable, Codable {
    /// Where it lies; smaller than asked for where the picture is.
    public var place: PixelRect
    /// The number of differing pixels in it.
    public var count: Int

    /// Creates a window.
    public init(place: PixelRect, count: Int) {
        self.place = place
        self.count = count
    }
}
