import SubdialBasics
import SubdialLayout
import SubdialTimeline

/// The geometry of a widget or a part of a live activity: its size, margins and corners.
struct WidgetPlace: Equatable {
    /// The size on the screen, in points.
    var size: Size
    /// The layout size, which is scaled to `size`.
    var canvas: Size
    /// The margins of the content if the template sets none.
    var margins: Insets
    /// The radius of its corners; 0 for none.
    var cornerRadius: Double
    /// The allowed range of heights if the content decides the height; nil for a fixed one.
    private var heights: ClosedRange<Double>?
    /// True if the content decides both lengths, up to `size`.
    private var fits = false
    /// The ratio of `size` to `canvas`: StandBy doubles the size of a banner.
    private var magnification = 1.0

    /// Margins of placements that define their own.
    private static let standByMargin = 4.0
    fileprivate static let smartStackMargin = 9.0
    /// The diameter of a corner widget's circle and its distance from the edges, as fractions of the width.
    private static let cornerCircle = 0.5
    private static let cornerMargin = 0.05
    /// Estimated from pictures, as Apple publishes none.
    private static let smartStackRadius = 20.0

    init(_ environment: WidgetEnvironment) throws(WidgetError) {
        if let presentation = environment.presentation {
            try self.init(presentation, environment)
            return
        }
        if let frame = environment.frame {
            self.init(size: frame.size(on: environment.device), margins: Insets(), cornerRadius: 0)
            fits = frame == .fits
            return
        }
        if environment.placement == .smartStack {
            guard let screen = ActivityScreen(environment.device), let extent = ActivityPresentation.smartStack.extent(on: screen) else {
                throw .noStack(device: environment.device.id)
            }
            self.init(
                size: Size(extent.widths.upperBound, extent.heights.upperBound), margins: Insets(all: Self.smartStackMargin),
                cornerRadius: Self.smartStackRadius)
            return
        }
        guard let place = environment.device.places[environment.family] else {
            throw .noPlace(family: environment.family, device: environment.device.id)
        }
        self.init(
            size: place.size, margins: environment.placement == .standBy ? Insets(all: Self.standByMargin) : environment.family.margins,
            cornerRadius: environment.family.isSystem ? WidgetFamily.cornerRadius : 0)
        canvas = place.canvas
        if environment.family == .accessoryCorner {
            // The widget itself is the circle near the corner; the rest belongs to its label.
            let edge = canvas.width * Self.cornerMargin
            let rest = canvas.width * (1 - Self.cornerCircle) - edge
            margins = Insets(top: edge, leading: edge, bottom: rest, trailing: rest)
        }
    }

    private init(_ presentation: ActivityPresentation, _ environment: WidgetEnvironment) throws(WidgetError) {
        guard let screen = ActivityScreen(environment.device, for: presentation), let extent = presentation.extent(on: screen) else {
            throw .noPresentation(presentation.rawValue, device: environment.device.id)
        }
        let size = Size(extent.widths.upperBound, extent.heights.upperBound)
        let radius: Double =
            switch presentation {
            case .lockScreen: WidgetFamily.cornerRadius
            case .expanded: ActivityPresentation.expandedCornerRadius
            case .smartStack: Self.smartStackRadius
            case .carPlay: 12
            case .compactLeading, .compactTrailing, .minimal, .island: size.height / 2
            }
        self.init(size: size, margins: Insets(all: presentation.standardMargin), cornerRadius: radius)
        if extent.heights.lowerBound < extent.heights.upperBound { heights = extent.heights }
        if presentation == .lockScreen, environment.placement == .standBy {
            magnification = 2
            self.size = Size(canvas.width * magnification, canvas.height * magnification)
        }
    }

    private init(size: Size, margins: Insets, cornerRadius: Double) {
        self.size = size
        canvas = size
        self.margins = margins
        self.cornerRadius = cornerRadius
    }
}

extension ActivityScreen {
    /// Creates the class of a device's screen; nil for devices without live activities.
    ///
    /// Phones between the two classes of Apple's table have the nearest one. A watch has the class of its widget sizes: the 42 mm of 2024 that of
    /// 41 mm, the 46 mm that of 45 mm.
    public init?(_ device: Device, for presentation: ActivityPresentation? = nil) {
        // Video pictures and panels show no live activities.
        guard device.places[.overlay] == nil, device.places[.panel] == nil else { return nil }
        if presentation == .carPlay {
            self = .carWide
            return
        }
        if device.isWatch {
            switch device.screen.width {
            case ..<170: self = .watch40
            case ..<180: self = .watch41
            case ..<190: self = device.screen.height < 224 ? .watch44 : (device.screen.width > 186 ? .watch41 : .watch44)
            case ..<204: self = .watch45
            case ..<209: self = device.screen.height > 250 ? .watch49 : .watch45
            default: self = .watch49
            }
            return
        }
        let width = min(device.screen.width, device.screen.height)
        if width >= 700 {
            self = width >= 1024 ? .padLarge : .pad
        } else {
            self = width >= 412 ? .phoneLarge : .phone
        }
    }
}

extension WidgetEnvironment {
    /// The greatest size of the picture, in points; nil if the device does not show it.
    package var greatestSize: Size? {
        guard let place = try? WidgetPlace(self) else { return nil }
        return place.greatestSize
    }
}

extension WidgetPlace {
    /// The size on the screen if the content has its maximum height.
    fileprivate var greatestSize: Size { heights.map { Size(size.width, $0.upperBound * magnification) } ?? size }

    /// Sets the lengths that the content decides: its ideal height, within the allowed range, or both lengths of a view alone.
    ///
    /// - Returns: The effect on the content; nil if it gets its ideal height, or if the height is fixed.
    mutating func fit(_ body: Node, measurer: PangoMeasurer, scale: Double) -> ActivityHeight.Diagnostic? {
        if fits {
            let ideal = LayoutEngine(measurer: measurer, scale: scale).size(of: body, in: ProposedSize(canvas.width, canvas.height))
            // A picture has at least one point, and at most the screen's size.
            canvas = Size(
                min(max(ideal.width.rounded(.up), 1), canvas.width), min(max(ideal.height.rounded(.up), 1), canvas.height))
            size = canvas
        }
        guard let heights else { return nil }
        let wanted = LayoutEngine(measurer: measurer, scale: scale).size(of: body, in: ProposedSize(canvas.width, nil)).height
        let height = ActivityHeight(wanted: wanted.rounded(.up), allowed: heights)
        canvas.height = height.points
        size = Size(canvas.width * magnification, canvas.height * magnification)
        return height.diagnostic
    }

    /// The alignment of content that is higher than its place: its upper part is visible.
    var overflowAlignment: Alignment { Alignment(.center, .top) }
}

extension ActivityPresentation {
    /// The margin of the content if nothing sets one, in points; estimated from pictures where Apple publishes none.
    package var standardMargin: Double {
        switch self {
        case .expanded: 18
        case .compactLeading, .compactTrailing: 6
        case .minimal, .island: 0
        case .lockScreen, .smartStack, .carPlay: contentMargin ?? WidgetPlace.smartStackMargin
        }
    }

    /// True for a part of the Dynamic Island.
    package var isIsland: Bool {
        switch self {
        case .compactLeading, .compactTrailing, .minimal, .expanded, .island: true
        case .lockScreen, .smartStack, .carPlay: false
        }
    }

    /// Checks for images larger than their presentation, which prevent an activity from starting.
    ///
    /// - Throws: `WidgetError.tooLarge`.
    func check(_ layout: PlacedNode, in place: WidgetPlace) throws(WidgetError) {
        let limit = place.canvas
        guard let image = layout.firstImage(largerThan: limit) else { return }
        func text(_ value: Double) -> String { value == value.rounded() ? "\(Int(saturating: value))" : "\((value * 100).rounded() / 100)" }
        throw .tooLarge(
            presentation: rawValue, path: image.path, width: image.frame.size.width, height: image.frame.size.height,
            limit: "\(text(limit.width)) × \(text(limit.height)) pt")
    }
}

extension PlacedNode {
    fileprivate func firstImage(largerThan limit: Size) -> PlacedNode? {
        if case .image = drawn, frame.size.width > limit.width + 0.5 || frame.size.height > limit.height + 0.5 { return self }
        for child in children { if let found = child.firstImage(largerThan: limit) { return found } }
        return nil
    }
}
