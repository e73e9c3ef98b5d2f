/// A text and how it may be broken, shortened and shrunk.
public struct TextContent: Hashable, Sendable {
    /// Where the ellipsis stands in a text that is too long.
    public enum Truncation: String, Hashable, Sendable, CaseIterable {
        case head, middle, tail
    }

    /// What is written.
    public var text: String
    /// The widest text that will ever stand here, where the text changes by itself: its width is kept free, so that nothing jumps.
    public var widest: String?
    /// The font before any shrinking.
    public var font: Font
    /// The colour of the letters.
    public var color: ColorName
    /// nil: as many lines as it takes.
    public var lineLimit: Int?
    /// 0 to 1: how far a text may be shrunk before it is cut.
    public var minimumScaleFactor: Double
    /// Where the ellipsis stands when it does not fit.
    public var truncation: Truncation
    /// How lines of unequal length stand to each other.
    public var alignment: HorizontalAlignment

    /// Makes a text; what is left out is as SwiftUI has it.
    public init(
        _ text: String, widest: String? = nil, font: Font = Font(), color: ColorName = .primary, lineLimit: Int? = nil,
        minimumScaleFactor: Double = 1, truncation: Truncation = .tail, alignment: HorizontalAlignment = .leading
    ) {
        self.text = text
        self.widest = widest
        self.font = font
        self.color = color
        self.lineLimit = lineLimit
        self.minimumScaleFactor = minimumScaleFactor
        self.truncation = truncation
        self.alignment = alignment
    }
}

/// A picture or a symbol.
public struct ImageContent: Hashable, Sendable {
    /// Where a picture comes from.
    public enum Source: Hashable, Sendable {
        /// The cover of what plays, filling the frame; without one a ground of its own with the symbol named here on it.
        ///
        /// `of`: the work whose cover it is, where it is not the entry's own.
        case artwork(placeholder: String?, of: CoverOwner? = nil)
        /// A symbol of the library by its name, in the size and weight of the text beside it.
        case symbol(String)
    }

    /// A work that is not the entry's own, by what its cover is found or made from.
    public struct CoverOwner: Hashable, Sendable {
        /// Where the cover is; nil where there is none.
        public var artwork: String?
        /// What the work is called.
        public var title: String
        /// The text that decides the hues of the placeholder.
        public var seed: String

        /// Makes the owner of a cover.
        public init(artwork: String?, title: String, seed: String) {
            self.artwork = artwork
            self.title = title
            self.seed = seed
        }
    }

    /// Which picture it is.
    public var source: Source
    /// The colour of a symbol.
    public var color: ColorName
    /// What a symbol is as large as.
    public var font: Font
    /// The height of a symbol in points, in place of the font's.
    public var symbolSize: Double?
    /// What becomes of it in a tinted widget; nil for its opacity in its group's colour.
    public var accentedRendering: AccentedRendering?

    /// What becomes of a picture in a tinted widget: WidgetKit's `WidgetAccentedRenderingMode`.
    public enum AccentedRendering: String, Hashable, Sendable, CaseIterable {
        /// In the accent group, by its opacity.
        case accented
        /// In the accent group, by how bright it is.
        case accentedDesaturated
        /// In the primary group, by how bright it is.
        case desaturated
        /// As it is.
        case fullColor
    }

    /// How a symbol moves where pictures move; stills show it at rest.
    public var effect: SymbolEffect?

    /// A movement of a symbol: one of SwiftUI's symbol effects.
    public enum SymbolEffect: String, Hashable, Sendable, CaseIterable {
        /// Its strokes grow and shrink one after the other, each from its foot.
        case breathe
    }

    /// Makes a picture; a symbol is as large as its font unless `symbolSize` says more.
    public init(
        _ source: Source, color: ColorName = .primary, font: Font = Font(), symbolSize: Double? = nil,
        accentedRendering: AccentedRendering? = nil, effect: SymbolEffect? = nil
    ) {
        self.source = source
        self.color = color
        self.font = font
        self.symbolSize = symbolSize
        self.accentedRendering = accentedRendering
        self.effect = effect
    }
}

/// How loud each channel is, as bars side by side.
public struct LevelsContent: Hashable, Sendable {
    /// 0 to 1, a bar each.
    public var levels: [Double]
    /// The peaks that are held, 0 to 1, a line across each bar; one at 0 is not drawn.
    public var peaks: [Double] = []
    /// The axis along which the bars grow.
    public var axis: Axis
    /// Between two bars, in points.
    public var spacing: Double
    /// The colour of the bars; nil for a meter's own zones: green, and towards full scale yellow, orange and red.
    public var color: ColorName?
    /// The colour of what is above the level.
    public var track: ColorName

    /// Makes bars of `levels`, each 0 to 1, that grow along `axis`.
    public init(
        _ levels: [Double], axis: Axis = .vertical, spacing: Double = 2, color: ColorName? = nil, track: ColorName = ColorName("fill")
    ) {
        self.levels = levels
        self.axis = axis
        self.spacing = spacing
        self.color = color
        self.track = track
    }
}

/// A fader of a mixing desk: a slot with a cap.
public struct FaderContent: Hashable, Sendable {
    /// Where the cap stands, 0 to 1.
    public var value: Double
    /// The axis along which the cap moves.
    public var axis: Axis
    /// The colour of the cap, and of the slot up to it.
    public var color: ColorName
    /// The colour of the slot beyond the cap.
    public var track: ColorName

    /// Makes a fader with its cap at `value`.
    public init(_ value: Double, axis: Axis = .vertical, color: ColorName = .primary, track: ColorName = ColorName("fill")) {
        self.value = value
        self.axis = axis
        self.color = color
        self.track = track
    }
}

/// The regions of an expanded Dynamic Island, around the camera.
public struct IslandContent: Hashable, Sendable {
    /// Left of the camera.
    public var leading: Node?
    /// Right of the camera.
    public var trailing: Node?
    /// Below the camera, between the two.
    public var center: Node?
    /// Below all three, over the full width.
    public var bottom: Node?
    /// What the camera takes, in the middle of the upper edge.
    public var camera: Size
    /// Between two regions, in points.
    public var spacing: Double

    /// Makes an island; a region left out leaves its room to the others.
    public init(
        leading: Node? = nil, trailing: Node? = nil, center: Node? = nil, bottom: Node? = nil, camera: Size = Size(126, 37),
        spacing: Double = 8
    ) {
        self.leading = leading
        self.trailing = trailing
        self.center = center
        self.bottom = bottom
        self.camera = camera
        self.spacing = spacing
    }
}

/// What a node is before any modifier.
public indirect enum Content: Hashable, Sendable {
    case text(TextContent)
    case image(ImageContent)
    case shape(Shape, Paint)
    case progress(ProgressContent)
    /// Marks on two scales; it takes what it is offered.
    case chart(ChartContent)
    /// A square of modules; it takes what it is offered, and stands in the middle of it.
    case qrCode(QRCodeContent)
    /// A ring with its texts; it takes what it is offered, and is round in the middle of it.
    case gauge(GaugeContent)
    /// Takes what nobody else wants, along the stack that it stands in; at least so many points (8 where nothing is said).
    case spacer(minLength: Double?)
    /// A line of one pixel across the stack that it stands in.
    case divider(ColorName)
    case hstack(alignment: VerticalAlignment, spacing: Double?, [Node])
    case vstack(alignment: HorizontalAlignment, spacing: Double?, [Node])
    case zstack(alignment: Alignment, [Node])
    /// Rows whose cells stand in common columns.
    ///
    /// A child that is no `gridRow` is a row of its own over all columns; a row without cells is none. Cells stand in their places as
    /// `alignment` says.
    case grid(alignment: Alignment, horizontalSpacing: Double?, verticalSpacing: Double?, [Node])
    /// A row of a grid; elsewhere it is an HStack.
    ///
    /// `alignment` is the grid's where nil. The row's modifiers are each of its cells'.
    case gridRow(alignment: VerticalAlignment?, [Node])
    case levels(LevelsContent)
    case fader(FaderContent)
    /// Notes over time; it takes what it is offered.
    case pianoRoll(PianoRollContent)
    case island(IslandContent)
    /// The first child whose ideal size fits, along the axes named.
    case viewThatFits(axes: Set<Axis>, [Node])
}
