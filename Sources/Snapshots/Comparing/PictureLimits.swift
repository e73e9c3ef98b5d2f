/// How much two pictures may differ and still pass.
///
/// Every limit that is set is judged. Where none is, not one pixel may differ.
public struct PictureLimits: Hashable, Sendable, Codable {
    /// The number of pixels that may differ.
    public var maxDifferentPixels: Int?
    /// The share of the compared pixels that may differ, 0…1.
    public var maxDifferentRatio: Double?
    /// How many pixels may differ close together.
    public var densestWindow: WindowLimit?

    /// Creates limits; without any, pictures must not differ.
    public init(maxDifferentPixels: Int? = nil, maxDifferentRatio: Double? = nil, densestWindow: WindowLimit? = nil) {
        self.maxDifferentPixels = maxDifferentPixels
        self.maxDifferentRatio = maxDifferentRatio
        self.densestWindow = densestWindow
    }

    /// What `counts` exceed.
    func violations(of counts: DifferenceCounts) -> [LimitViolation] {
        var violations: [LimitViolation] = []
        let isOnlyLimit = maxDifferentRatio == nil && densestWindow == nil
        // A limit below zero, or one that is no number, allows nothing.
        if let limit = (maxDifferentPixels ?? (isOnlyLimit ? 0 : nil)).map({ max(0, $0) }), counts.different > limit {
            violations.append(.pixels(counts.different, limit: limit))
        }
        if let limit = maxDifferentRatio.map({ $0 > 0 ? $0 : 0 }), counts.ratio > limit {
            violations.append(.ratio(counts.ratio, limit: limit))
        }
        if let limit = densestWindow.map({ max(0, $0.limit) }), let window = counts.densestWindow, window.count > limit {
            violations.append(.window(window, limit: limit))
        }
        return violations
    }
}

/// A limit for what a ratio of the whole picture is blind to: many differing pixels in one small place.
public struct WindowLimit: Hashable, Sendable, Codable {
    /// The side of the square window, in pixels.
    public var size: Int
    /// The number of pixels that may differ in any such window.
    public var limit: Int

    /// Creates a limit; a size below 1 counts as 1.
    public init(size: Int, limit: Int) {
        self.size = max(1, size)
        self.limit = limit
    }
}
