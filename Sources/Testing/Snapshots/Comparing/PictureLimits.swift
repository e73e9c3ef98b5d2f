import SubdialBasics

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
    /// The minimum structural similarity (SSIM), up to 1.
    public var minSimilarity: Double?
    /// The maximum difference of two colours by CIEDE2000, where 1 is just noticeable; antialiased pixels that do not count are excluded.
    public var maxDeltaE: Double?

    /// Creates limits; without any, no pixel may differ.
    public init(
        maxDifferentPixels: Int? = nil, maxDifferentRatio: Double? = nil, densestWindow: WindowLimit? = nil,
        minSimilarity: Double? = nil, maxDeltaE: Double? = nil
    ) {
        self.maxDifferentPixels = maxDifferentPixels
        self.maxDifferentRatio = maxDifferentRatio
        self.densestWindow = densestWindow
        self.minSimilarity = minSimilarity
        self.maxDeltaE = maxDeltaE
    }

    /// The limits that `counts` exceed.
    func violations(of counts: DifferenceCounts) -> [LimitViolation] {
        var violations: [LimitViolation] = []
        let isOnlyLimit = maxDifferentRatio == nil && densestWindow == nil && minSimilarity == nil && maxDeltaE == nil
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
        // A limit that is no number permits nothing.
        if let limit = minSimilarity.map({ $0.isNaN ? 1 : $0 }), let value = counts.similarity, !(value >= limit) {
            violations.append(.similarity(value, limit: limit))
        }
        if let limit = maxDeltaE.map({ $0 > 0 ? $0 : 0 }), let value = counts.maximumDeltaE, value > limit {
            violations.append(.deltaE(value, limit: limit))
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

/// An exceeded limit, with the actual value.
package enum LimitViolation: Hashable, Sendable, CustomStringConvertible {
    /// The pictures differ in size, which is never permitted.
    case size(expected: PixelSize, actual: PixelSize)
    /// Too many pixels differ.
    case pixels(Int, limit: Int)
    /// Too large a share of the pixels differs, 0…1.
    case ratio(Double, limit: Double)
    /// Too many pixels differ within one window.
    case window(DenseWindow, limit: Int)
    /// The structural similarity is too low.
    case similarity(Double, limit: Double)
    /// A colour differs too much by CIEDE2000.
    case deltaE(Double, limit: Double)

    /// A sentence without a period.
    package var description: String {
        switch self {
        case .size(let expected, let actual):
            "expected \(expected), received \(actual)"
        case .pixels(let count, 0):
            "\(Self.pixels(count)) where none may"
        case .pixels(let count, let limit):
            "\(Self.pixels(count)), \(count - limit) more than the \(limit) allowed"
        case .ratio(let ratio, let limit):
            "\(Self.percent(ratio)) of the pixels differ, \(Self.digits(ratio - limit)) points more than the \(Self.percent(limit)) allowed"
        case .window(let window, let limit):
            "\(Self.pixels(window.count)) in the window of \(window.place), \(window.count - limit) more than the \(limit) allowed"
        case .similarity(let value, let limit):
            "the structural similarity (SSIM) is \(Self.decimals(value, below: limit)) where \(limit.shortText) is required"
        case .deltaE(let value, let limit):
            "a colour differs by \(Self.decimals(value, below: .infinity)) (CIEDE2000) where \(limit.shortText) is allowed"
        }
    }

    /// A number with as many decimals as show that it is below a limit, three at least; never rounded up.
    private static func decimals(_ value: Double, below limit: Double) -> String {
        var scale = 1000.0
        while scale < 1e9, limit.isFinite, (value * scale).rounded(.down) / scale >= limit { scale *= 10 }
        return ((value * scale).rounded(.down) / scale).shortText
    }

    private static func pixels(_ count: Int) -> String { count == 1 ? "1 pixel differs" : "\(count) pixels differ" }

    private static func percent(_ ratio: Double) -> String { digits(ratio) + " %" }

    /// A percentage with two decimals, or with as many as are necessary to show a non-zero digit.
    private static func digits(_ ratio: Double) -> String {
        var (scale, digits) = (10_000.0, 2)
        while (ratio * scale).rounded() < 1, ratio > 0, digits < 8 {
            scale *= 10
            digits += 1
        }
        let value = Int(saturating: (ratio * scale).rounded())
        let unit = Int(saturating: scale) / 100
        let fraction = String(value % unit)
        return "\(value / unit).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
