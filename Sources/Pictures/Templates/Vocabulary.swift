import SubdialExpressions
import SubdialLayout

/// The elements and modifiers of the template language: all keys with the types of their values.
enum Vocabulary {
    struct Element: Sendable {
        /// The type of the value at the element's own key.
        let content: ArgumentType
        /// The types of the additional keys, other than modifiers.
        var arguments: [String: ArgumentType] = [:]
    }

    private static let textArguments: [String: ArgumentType] = [
        "widest": .text, "alignment": .words(HorizontalAlignment.self),
    ]

    /// A mark of a chart: its position and its look.
    private static let mark = Element(
        content: .object(["x": .text, "y": .text, "yStart": .text]),
        arguments: [
            "label": .text, "fill": fill, "lineWidth": .positive, "width": .ratio,
            "interpolation": .words(ChartContent.Interpolation.self),
        ])

    private static let progressContent = ArgumentType.either([
        .ratio, .object(interval),
    ])

    /// A running time, with the date of a pause.
    private static let interval: [String: ArgumentType] = ["from": .text, "to": .text, "pausedAt": .text]

    /// The regions of the Dynamic Island: those of the expanded and those of the compact presentation.
    static let islandRegions: [String: ArgumentType] = Dictionary(
        uniqueKeysWithValues: ["leading", "trailing", "center", "bottom", "compactLeading", "compactTrailing", "minimal"].map {
            ($0, .node)
        })

    static let elements: [String: Element] = [
        "Text": Element(content: .text, arguments: textArguments),
        "Label": Element(
            content: .text, arguments: textArguments.merging(["systemImage": .symbol, "spacing": .anyNumber]) { $1 }),
        "Image": Element(
            content: .image,
            arguments: [
                "placeholder": .symbol, "of": .text, "renderingMode": .words(ImageContent.AccentedRendering.self),
                "symbolEffect": .words(ImageContent.SymbolEffect.self),
            ]),
        "Spacer": Element(content: .either([.nothing, .object(["minLength": .positive])])),
        "Divider": Element(content: .nothing),
        "HStack": Element(content: .nodes, arguments: ["alignment": .words(VerticalAlignment.self), "spacing": .anyNumber]),
        "VStack": Element(content: .nodes, arguments: ["alignment": .words(HorizontalAlignment.self), "spacing": .anyNumber]),
        "ZStack": Element(content: .nodes, arguments: ["alignment": .word(Array(Alignment.named.keys))]),
        "Grid": Element(
            content: .nodes,
            arguments: [
                "alignment": .word(Array(Alignment.named.keys)), "horizontalSpacing": .anyNumber, "verticalSpacing": .anyNumber,
            ]),
        "GridRow": Element(content: .nodes, arguments: ["alignment": .words(VerticalAlignment.self)]),
        "ViewThatFits": Element(content: .nodes, arguments: ["axes": .word(["horizontal", "vertical", "both"])]),
        "Progress": Element(
            content: progressContent,
            arguments: ["style": .words(ProgressContent.Style.self), "lineWidth": .positive, "track": .color, "tint": fill]),
        "Gauge": Element(
            content: .either([.anyNumber, .object(interval)]),
            arguments: [
                "in": .numbers, "style": .words(GaugeStyle.self), "lineWidth": .positive, "track": .color, "tint": fill,
                "value": label, "minimum": label, "maximum": label, "label": label,
            ]),
        "Chart": Element(
            content: .nodes,
            arguments: [
                "axes": .word(["none", "x", "y", "both"]), "xAxis": .object(["marks": .integer(0...50)]),
                "yAxis": .object(["domain": .numbers, "includesZero": .truth, "marks": .integer(0...20), "unit": .text]),
            ]),
        "Line": Element(
            content: .either([.text, .numbers]),
            arguments: ["lineWidth": .positive, "interpolation": .words(ChartContent.Interpolation.self)]),
        "SectorMark": Element(
            content: .object(["angle": .text]), arguments: ["fill": fill, "innerRadius": .ratio, "angularInset": .positive]),
        "QRCode": Element(
            content: .text,
            arguments: ["correction": .words(QRCodeContent.Correction.self), "quietZone": .integer(0...10), "ground": .color]),
        "BarMark": mark, "LineMark": mark, "AreaMark": mark, "PointMark": mark, "RuleMark": mark,
        "Timer": Element(
            content: .object(interval.merging(["countsDown": .truth, "showsHours": .truth]) { $1 }),
            arguments: ["alignment": .words(HorizontalAlignment.self)]),
        "Levels": Element(
            content: .either([.text, .numbers]),
            arguments: [
                "unit": .words(LevelUnit.self), "axis": .words(Axis.self), "spacing": .positive, "track": .color, "isMeter": .truth,
                "peaks": .either([.text, .numbers]),
            ]),
        "Fader": Element(content: .ratio, arguments: ["axis": .words(Axis.self), "track": .color]),
        "PianoRoll": Element(
            content: .text,
            arguments: ["from": .anyNumber, "to": .anyNumber, "pitches": .numbers, "playhead": .anyNumber, "track": .color]),
        "Path": Element(content: .path, arguments: ["fill": fill, "viewBox": .numbers]),
        "DynamicIsland": Element(content: .object(islandRegions), arguments: ["spacing": .positive]),
        "Rectangle": Element(content: .nothing, arguments: ["fill": fill]),
        "RoundedRectangle": Element(content: .nothing, arguments: ["fill": fill, "radius": radius]),
        "Circle": Element(content: .nothing, arguments: ["fill": fill]),
        "Capsule": Element(content: .nothing, arguments: ["fill": fill]),
        "Button": Element(content: label),
        "Part": Element(content: .part, arguments: ["with": .values]),
    ]

    /// A text, or a node in its place, such as a symbol.
    private static let label = ArgumentType.either([.text, .node])

    private static let radius = ArgumentType.either([.positive, .word(["concentric"])])

    /// A colour or a gradient.
    private static let fill = ArgumentType.either([
        .color,
        .object([
            "gradient": .nodes, "type": .word(["linear", "radial", "angular"]), "from": .word(sides), "to": .word(sides),
            "center": .word(sides), "startRadius": .positive, "endRadius": .positive, "startAngle": .anyNumber, "endAngle": .anyNumber,
        ]),
    ])

    /// The required key of a map under a key.
    static let needed = [
        "aspectRatio": "ratio", "fill": "gradient", "background": "gradient", "overlay": "gradient", "mask": "gradient",
        "gradient": "color", "Timer": "from", "intent": "name",
    ]

    /// The sides and corners between which a gradient runs.
    private static let sides = [
        "top", "bottom", "leading", "trailing", "topLeading", "topTrailing", "bottomLeading", "bottomTrailing", "center",
    ]

    private static let fontKeys: [String: ArgumentType] = [
        "style": .words(TextStyle.self), "size": .number(1...500), "weight": .words(FontWeight.self), "design": .words(FontDesign.self),
    ]

    private static let lengths: [String: ArgumentType] = [
        "width": .positive, "height": .positive, "minWidth": .positive, "idealWidth": .positive, "maxWidth": .length,
        "minHeight": .positive, "idealHeight": .positive, "maxHeight": .length, "alignment": .word(Array(Alignment.named.keys)),
    ]

    private static let edges: [String: ArgumentType] = [
        "top": .anyNumber, "leading": .anyNumber, "bottom": .anyNumber, "trailing": .anyNumber, "horizontal": .anyNumber,
        "vertical": .anyNumber,
    ]

    /// The modifiers that contain nodes.
    static let layers: Set = ["background", "overlay", "mask"]

    private static let layer = ArgumentType.either([fill, .node])

    private static let guides = ArgumentType.object(
        Dictionary(
            uniqueKeysWithValues: Set(VerticalAlignment.allCases.map(\.rawValue) + HorizontalAlignment.allCases.map(\.rawValue))
                .map { ($0, ArgumentType.anyNumber) }))

    /// All modifiers.
    ///
    /// `Expander.modifiers(of:)` defines the order in which they apply.
    static let modifiers: [String: ArgumentType] = [
        "font": .either([.words(TextStyle.self), .object(fontKeys)]),
        "fontWeight": .words(FontWeight.self),
        "fontDesign": .words(FontDesign.self),
        "bold": .truth,
        "foreground": .color,
        "lineLimit": .integer(1...1000),
        "minimumScaleFactor": .number(0.1...1),
        "truncation": .words(TextContent.Truncation.self),
        "monospacedDigit": .truth,
        "symbolSize": .positive,
        "symbolRenderingMode": .words(ImageContent.SymbolRenderingMode.self),
        "fixedSize": .either([.truth, .words(Axis.self)]),
        "aspectRatio": .either([.positive, .object(["ratio": .positive, "mode": .words(Modifier.ContentMode.self)])]),
        "padding": .either([.anyNumber, .object(edges)]),
        "frame": .object(lengths),
        "background": layer,
        "cornerRadius": radius,
        "clip": .word(["circle", "capsule", "rectangle"]),
        "backgroundAlignment": .word(Array(Alignment.named.keys)),
        "overlayAlignment": .word(Array(Alignment.named.keys)),
        "border": .object(["color": .color, "width": .positive]),
        "overlay": layer,
        "mask": layer,
        "maskAlignment": .word(Array(Alignment.named.keys)),
        "brightness": .ratio,
        "opacity": .ratio,
        "shadow": .object(["color": .color, "radius": .positive, "x": .anyNumber, "y": .anyNumber]),
        "blur": .positive,
        "rotation": .anyNumber,
        "scale": .positive,
        "offset": .object(["x": .anyNumber, "y": .anyNumber]),
        "alignmentGuide": guides,
        "layoutPriority": .anyNumber,
        "layoutDirection": .words(LayoutDirection.self),
        "gridCellColumns": .integer(1...100),
        "gridColumnAlignment": .words(HorizontalAlignment.self),
        "belowIfTooWide": .truth,
        "scalesTogether": .truth,
        "intent": .either([.text, .object(["name": .text, "from": .anyNumber, "to": .anyNumber, "value": .anyNumber])]),
        "privacySensitive": .truth,
        "unredacted": .truth,
        "accented": .truth,
        "colorScheme": .words(ColorScheme.self),
        "id": .text,
        "if": .expression,
        "for": .expression,
    ]

    /// The keys at the top level of a file.
    static let file: [String: ArgumentType] = [
        "background": layer, "margins": .either([.anyNumber, .object(edges)]), "foreground": .color, "font": modifiers["font"] ?? .text,
        "label": .node, "body": .node,
    ]
}
