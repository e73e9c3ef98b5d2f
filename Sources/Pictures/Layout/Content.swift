/// A text with its rules for wrapping, truncation and shrinking.
public struct TextContent: Hashable, Sendable {
    /// The position of the ellipsis in a truncated text.
    public enum Truncation: String, Hashable, Sendable, CaseIterable {
        case head, middle, tail
    }

    /// The text to draw, of all runs.
    public private(set) var text: String
    /// The parts with attributes of their own, whose texts make up ``text``; empty for a text that is uniform.
    public private(set) var runs: [TextRun]
    /// The widest value of a text that changes by itself; its width is reserved, so that the layout does not move.
    public var widest: String?
    /// The font before shrinking.
    public var font: Font
    /// The fill of the glyphs.
    public var paint: Paint
    /// The maximum number of lines; nil for no limit.
    public var lineLimit: Int?
    /// The number of lines whose height is reserved; 0 for that of the text.
    public var reservedLines: Int
    /// The distance between two lines beside that of the font, in points.
    public var lineSpacing: Double
    /// The smallest scale, 0 to 1, to which the text may shrink before it is truncated.
    public var minimumScaleFactor: Double
    /// The position of the ellipsis in a truncated text.
    public var truncation: Truncation
    /// The alignment of lines of unequal length.
    public var alignment: HorizontalAlignment
    /// True if a text that changes by itself takes all the width that it is offered.
    public var fillsWidth: Bool
    /// True for a frame from the ascent of the first line to the descent of the last, as in SwiftUI, and for the font's own distance between
    /// lines; false for lines of the height that the platform's guidelines state, whose leading is part of the frame.
    public var hasFontBox = false

    /// Creates a uniform text; the defaults are those of SwiftUI.
    public init(
        _ text: String, widest: String? = nil, font: Font = Font(), paint: Paint = .color(.primary), lineLimit: Int? = nil,
        minimumScaleFactor: Double = 1, truncation: Truncation = .tail, alignment: HorizontalAlignment = .leading
    ) {
        self.text = text
        runs = []
        self.widest = widest
        self.font = font
        self.paint = paint
        self.lineLimit = lineLimit
        reservedLines = 0
        lineSpacing = 0
        self.minimumScaleFactor = minimumScaleFactor
        self.truncation = truncation
        self.alignment = alignment
        fillsWidth = false
    }

    /// Creates a text of runs; runs without attributes make a uniform text.
    public init(_ runs: [TextRun], font: Font = Font(), paint: Paint = .color(.primary)) {
        self.init(runs.map(\.text).joined(), font: font, paint: paint)
        if runs.contains(where: { !$0.isPlain }) { self.runs = runs }
    }

    /// Changes the attributes of the runs; their texts stay.
    package mutating func changeRuns(_ change: (inout TextRun) -> Void) {
        for index in runs.indices {
            let text = runs[index].text
            change(&runs[index])
            runs[index].text = text
        }
        if runs.allSatisfy(\.isPlain) { runs = [] }
    }
}

/// An image or a symbol.
public struct ImageContent: Hashable, Sendable {
    /// The kind of an image.
    public enum Kind: Hashable, Sendable {
        /// The cover of the playing item, which fills the frame; without a cover, a placeholder background with the named symbol on it.
        ///
        /// `of`: the owner of the cover, if it is not the entry itself.
        case artwork(placeholder: String?, of: CoverOwner? = nil)
        /// A symbol of the library by its name, in the size and weight of the adjacent text.
        case symbol(String)
        /// A picture of its own size, or of any size if it is resizable.
        case picture(PictureContent)
    }

    /// The owner of a cover other than the entry itself, with the data to find or generate the cover.
    public struct CoverOwner: Hashable, Sendable {
        /// The location of the cover; nil for none.
        public var artwork: String?
        /// The title of the work.
        public var title: String
        /// The string from which the hues of the placeholder are derived.
        public var seed: String

        /// Creates the owner of a cover.
        public init(artwork: String?, title: String, seed: String) {
            self.artwork = artwork
            self.title = title
            self.seed = seed
        }
    }

    /// The kind of the image.
    public var kind: Kind
    /// The fills of a symbol's layers, of which the last is that of all further ones; the first is also that of a template picture.
    public var paints: [Paint]
    /// The colours of a symbol's layers.
    public var symbolRenderingMode = SymbolRenderingMode.monochrome

    /// The colours of a symbol's layers: SwiftUI's `SymbolRenderingMode`; hierarchies and palettes are several ``paints``.
    public enum SymbolRenderingMode: String, Hashable, Sendable, CaseIterable {
        /// Those of ``paints``.
        case monochrome
        /// Their own, such as the yellow of a sun; layers without one have that of ``paints``.
        case multicolor
    }

    /// The fraction of a symbol's layers that are shown at full opacity, 0 to 1; nil for all.
    public var variableValue: Double?
    /// The font that decides the size of a symbol.
    public var font: Font
    /// The height of a symbol in points; overrides the font.
    public var symbolSize: Double?
    /// True for a symbol that takes the size that it is offered, whatever its font.
    public var isResizable = false
    /// The rendering in a tinted widget; nil for the opacity of the image in the colour of its group.
    public var accentedRendering: AccentedRendering?

    /// The rendering of an image in a tinted widget: WidgetKit's `WidgetAccentedRenderingMode`.
    public enum AccentedRendering: String, Hashable, Sendable, CaseIterable {
        /// In the accent group, by its opacity.
        case accented
        /// In the accent group, by its luminance.
        case accentedDesaturated
        /// In the primary group, by its luminance.
        case desaturated
        /// Unchanged.
        case fullColor
    }

    /// The animation of a symbol; still images show it at rest.
    public var effect: SymbolEffect?

    /// An animation of a symbol: one of SwiftUI's symbol effects.
    public enum SymbolEffect: String, Hashable, Sendable, CaseIterable {
        /// The strokes grow and shrink one after the other, each from its base.
        case breathe
    }

    /// Creates an image; a symbol has the size of its font unless `symbolSize` is given.
    public init(
        _ kind: Kind, paint: Paint = .color(.primary), font: Font = Font(), symbolSize: Double? = nil,
        accentedRendering: AccentedRendering? = nil, effect: SymbolEffect? = nil
    ) {
        self.kind = kind
        paints = [paint]
        self.font = font
        self.symbolSize = symbolSize
        self.accentedRendering = accentedRendering
        self.effect = effect
    }
}

/// The levels of the channels, as parallel bars.
public struct LevelsContent: Hashable, Sendable {
    /// The level of each bar, 0 to 1.
    public var levels: [Double]
    /// The peak-hold values, 0 to 1, drawn as a line across each bar; a value of 0 is not drawn.
    public var peaks: [Double] = []
    /// The axis along which the bars grow.
    public var axis: Axis
    /// The distance between two bars, in points.
    public var spacing: Double
    /// The colour of the bars; nil for the zones of a level meter: green, then yellow, orange and red towards full scale.
    public var color: ColorName?
    /// The colour of the bar above the level.
    public var track: ColorName

    /// Creates bars of `levels`, each 0 to 1, that grow along `axis`.
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

/// A fader of a mixing console: a track with a thumb.
public struct FaderContent: Hashable, Sendable {
    /// The position of the thumb, 0 to 1.
    public var value: Double
    /// The axis along which the thumb moves.
    public var axis: Axis
    /// The colour of the thumb, and of the track up to it.
    public var color: ColorName
    /// The colour of the track beyond the thumb.
    public var track: ColorName

    /// Creates a fader with its thumb at `value`.
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
    /// Below the camera, between leading and trailing.
    public var center: Node?
    /// Below the other three regions, over the full width.
    public var bottom: Node?
    /// The area of the camera, at the centre of the top edge.
    public var camera: Size
    /// The distance between two regions, in points.
    public var spacing: Double

    /// Creates an island; an omitted region leaves its space to the others.
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

/// The content of a node without its modifiers.
public indirect enum Content: Hashable, Sendable {
    case text(TextContent)
    case image(ImageContent)
    case shape(ShapeContent)
    case progress(ProgressContent)
    /// Marks on two scales; it fills the proposed size.
    case chart(ChartContent)
    /// A square of modules, centred in the proposed size.
    case qrCode(QRCodeContent)
    /// A ring with texts, centred in the proposed size.
    case gauge(GaugeContent)
    /// Takes the remaining length along its stack; at least `minLength` points, or 8 if nil.
    case spacer(minLength: Double?)
    /// A line of one pixel across its stack.
    case divider(ColorName)
    case hstack(alignment: VerticalAlignment, spacing: Double?, [Node])
    case vstack(alignment: HorizontalAlignment, spacing: Double?, [Node])
    case zstack(alignment: Alignment, [Node])
    /// Rows whose cells share columns.
    ///
    /// A child that is not a `gridRow` is a row that spans all columns. A row without cells is skipped. Cells are aligned by `alignment`.
    case grid(alignment: Alignment, horizontalSpacing: Double?, verticalSpacing: Double?, [Node])
    /// A row of a grid; outside a grid, it is an HStack.
    ///
    /// If `alignment` is nil, the grid's applies. The modifiers of the row apply to each of its cells.
    case gridRow(alignment: VerticalAlignment?, [Node])
    case levels(LevelsContent)
    case fader(FaderContent)
    /// Notes over time; it fills the proposed size.
    case pianoRoll(PianoRollContent)
    case island(IslandContent)
    /// The first child whose ideal size fits along `axes`.
    case viewThatFits(axes: Set<Axis>, [Node])
    /// Nodes that depend on the frame, one above the other at its top leading corner; it fills the proposed size.
    case geometry(GeometryContent)
    /// Children in an arrangement of the user's.
    case custom(CustomLayout, [Node])
    /// What a layout leaves of `geometry` and `custom`: views at fixed places.
    case arranged(ArrangedContent)
}
