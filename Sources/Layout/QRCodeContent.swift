/// A text as a QR code: a square of modules, dark on light.
public struct QRCodeContent: Hashable, Sendable {
    /// How much of a code may be damaged and still be read, as ISO/IEC 18004 names it.
    public enum Correction: String, Hashable, Sendable, CaseIterable {
        /// 7 %.
        case low = "L"
        /// 15 %.
        case medium = "M"
        /// 25 %.
        case quartile = "Q"
        /// 30 %.
        case high = "H"

        /// The most bytes of text that a code holds at this level: its largest version, 40.
        public var capacity: Int {
            switch self {
            case .low: 2953
            case .medium: 2331
            case .quartile: 1663
            case .high: 1273
            }
        }
    }

    /// The clear modules around a code that ISO/IEC 18004 asks for.
    public static let standardQuietZone = 4

    /// The text that a reader finds; nothing is drawn where it is empty.
    public var text: String
    /// How much of it may be damaged.
    public var correction: Correction
    /// Clear modules on each side, 0 to 10.
    public var quietZone: Int
    /// The colour of the dark modules.
    public var color: ColorName
    /// The colour of the light ones, and of the quiet zone.
    public var ground: ColorName

    /// Makes a code; what is left out is as readers expect it.
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
