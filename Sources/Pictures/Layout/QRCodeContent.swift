/// A text as a QR code: a square of modules, dark on light.
public struct QRCodeContent: Hashable, Sendable {
    /// The error correction level, as ISO/IEC 18004 names it: the part of a code that may be damaged.
    public enum Correction: String, Hashable, Sendable, CaseIterable {
        /// 7 %.
        case low = "L"
        /// 15 %.
        case medium = "M"
        /// 25 %.
        case quartile = "Q"
        /// 30 %.
        case high = "H"

        /// The maximum number of text bytes at this level, in the largest version, 40.
        public var capacity: Int {
            switch self {
            case .low: 2953
            case .medium: 2331
            case .quartile: 1663
            case .high: 1273
            }
        }
    }

    /// The width of the quiet zone that ISO/IEC 18004 requires, in modules.
    public static let standardQuietZone = 4

    /// The encoded text; an empty text draws nothing.
    public var text: String
    /// The error correction level.
    public var correction: Correction
    /// The width of the quiet zone on each side, 0 to 10 modules.
    public var quietZone: Int
    /// The colour of the dark modules.
    public var color: ColorName
    /// The colour of the light modules and the quiet zone.
    public var ground: ColorName

    /// Creates a code; the defaults suit common readers.
    public init(
        _ text: String, correction: Correction = .medium, quietZone: Int = standardQuietZone, color: ColorName = ColorName("black"),
        ground: ColorName = ColorName("white")
    ) {
        self.text = text
        self.correction = correction
        self.quietZone = quietZone
        self.color = color
        self.ground = ground
    }
}
