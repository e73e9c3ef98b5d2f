import Layout
import Timeline

/// Where a widget or a part of a live activity stands: its size, its margins, its corners.
struct WidgetPlace: Equatable {
    /// What it measures on the screen, in points.
    var size: Layout.Size
    /// What it is laid out in, to be scaled to `size`.
    var canvas: Layout.Size
    /// What content keeps from the edges where the template does not say.
    var margins: Insets
    /// The radius of its corners; 0 for none.
    var cornerRadius: Double
    /// The heights that it may have, where its content decides.
    var heights: ClosedRange<Double>?
    /// How many times as large as it is laid out it is shown: StandBy shows a banner twice as large.
    var magnification = 1.0

    /// Distances from the edges where the placement has its own.
    private static let standByMargin = 4.0
    private static let smartStackMargin = 9.0
    /// What of a corner's width its circle takes, and how far that stands from the edges.
    private static let cornerCircle = 0.5
    private static let cornerMargin = 0.05
    /// Estimated from pictures: Apple publishes none.
    private static let smartStackRadius = 20.0

    init(_ environment: WidgetEnvironment) throws(WidgetError) {
        if let presentation = environment.presentation {
            try self.init(presentation, environment)
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
            // The widget itself is the circle towards the corner; the rest is its label's.
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
        let margin: Double =
            switch presentation {
            case .expanded: 18
            case .compactLeading, .compactTrailing: 6
            case .minimal, .island: 0
            default: presentation.contentMargin ?? Self.smartStackMargin
            }
        self.init(size: size, margins: Insets(all: margin), cornerRadius: radius)
        if extent.heights.lowerBound < extent.heights.upperBound { heights = extent.heights }
        if presentation == .lockScreen, environment.placement == .standBy {
            magnification = 2
            self.size = Size(canvas.width * magnification, canvas.height * magnification)
        }
    }

    private init(size: Layout.Size, margins: Insets, cornerRadius: Double) {
        self.size = size
        canvas = size
        self.margins = margins
        self.cornerRadius = cornerRadius
    }
}

extension ActivityScreen {
    /// The class of a device's screen; nil where live activities are not shown on it.
    ///
    /// Phones between the two classes of Apple's table count as the one that they are nearer to; a watch's class is that of its family
    /// sizes, the 42 mm of 2024 as 41 mm and the 46 mm as 45 mm.
    public init?(_ device: Device, for presentation: ActivityPresentation? = nil) {
        // A video picture and a panel show none.
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
