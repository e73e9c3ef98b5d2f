/// The permitted differences between two pictures.
///
/// Every limit that is set applies. Without any limit, no pixel may differ.
public struct PictureLimits: Hashable, Sendable, Codable {
    /// The maximum number of different pixels.
    public var maxDifferentPixels: Int?
    /// The maximum share of different pixels, 0…1.
    public var maxDifferentRatio: Double?
    /// The maximum number of different pixels within a window.
    public var densestWindow: WindowLimit?

    /// Creates limits; without any, no pixel may differ.
    public init(maxDifferentPixels: Int? = nil, maxDifferentRatio: Double? = nil, densestWindow: WindowLimit? = nil) {
        self.maxDifferentPixels = maxDifferentPixels
        self.maxDifferentRatio = maxDifferentRatio
        self.densestWindow = densestWindow
    }

    /// The limits that `counts` exceed.
    func violations(of counts: DifferenceCounts) -> [LimitViolation] {
        var violations: [LimitViolation] = []
        let isOnlyLimit = maxDifferentRatio == nil && densestWindow == nil
        // A negative or NaN limit permits nothing.
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

/// A limit for a local concentration of differences, which a ratio of the whole picture does not detect.
public struct WindowLimit: Hashable, Sendable, Codable {
    /// The side length of the square window, in pixels.
    public var size: Int
    /// The maximum number of different pixels in any such window.
    public var limit: Int

    /// Creates a limit; a size below 1 becomes 1.
    public init(size: Int, limit: Int) {
        self.size = max(1, size)
        self.limit = limit
    }
}
