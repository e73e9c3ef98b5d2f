/// The range of sizes of a presentation on a screen, in points.
public struct ActivityExtent: Hashable, Sendable {
    /// The range of widths.
    public let widths: ClosedRange<Double>
    /// The range of heights.
    public let heights: ClosedRange<Double>

    init(_ widths: ClosedRange<Double>, _ heights: ClosedRange<Double>) {
        self.widths = widths
        self.heights = heights
    }

    init(_ width: Double, _ height: Double) {
        self.init(width...width, height...height)
    }
}

extension ActivityPresentation {
    /// The range of heights of a banner and of the expanded island, in points.
    private static let bannerHeights = 84.0...160.0
    /// The height of the Dynamic Island, in points.
    private static let islandHeight = 36.67

    /// The size of the presentation on `screen`, from Apple's Human Interface Guidelines; nil if the screen does not have it.
    public func extent(on screen: ActivityScreen) -> ActivityExtent? {
        switch self {
        case .lockScreen: Self.bannerWidth(on: screen).map { ActivityExtent($0...$0, Self.bannerHeights) }
        case .expanded: Self.phone(screen, 371, 408).map { ActivityExtent($0...$0, Self.bannerHeights) }
        case .compactLeading, .compactTrailing: Self.phone(screen, 52.33, 62.33).map { ActivityExtent($0, Self.islandHeight) }
        case .minimal: Self.phone(screen, 45, 45).map { ActivityExtent(Self.islandHeight...$0, Self.islandHeight...Self.islandHeight) }
        case .island: Self.phone(screen, 230, 250).map { ActivityExtent($0, Self.islandHeight) }
        case .smartStack: Self.smartStack(on: screen)
        case .carPlay: Self.carPlay(on: screen)
        }
    }

    private static func phone(_ screen: ActivityScreen, _ regular: Double, _ large: Double) -> Double? {
        switch screen {
        case .phone: regular
        case .phoneLarge: large
        default: nil
        }
    }

    private static func bannerWidth(on screen: ActivityScreen) -> Double? {
        switch screen {
        case .pad: 425
        case .padLarge: 500
        default: phone(screen, 371, 408)
        }
    }

    private static func smartStack(on screen: ActivityScreen) -> ActivityExtent? {
        switch screen {
        case .watch40: ActivityExtent(152, 69.5)
        case .watch41: ActivityExtent(165, 72.5)
        case .watch44: ActivityExtent(173, 76.5)
        case .watch45: ActivityExtent(184, 80.5)
        case .watch49: ActivityExtent(191, 81.5)
        default: nil
        }
    }

    private static func carPlay(on screen: ActivityScreen) -> ActivityExtent? {
        switch screen {
        case .carNarrow: ActivityExtent(170, 78)
        case .carWide: ActivityExtent(240, 78)
        case .carTall: ActivityExtent(240, 100)
        default: nil
        }
    }
}
