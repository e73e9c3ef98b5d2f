import JSON
import Layout

extension View {
    // Text

    /// A text style.
    public func font(_ style: TextStyle) -> View { modifier("font", .string(style.rawValue)) }

    /// A font; what is left out is as in what stands around the view.
    ///
    /// - Parameter size: In points.
    public func font(
        _ style: TextStyle? = nil, size: (any TemplateNumber)? = nil, weight: FontWeight? = nil, design: FontDesign? = nil
    ) -> View {
        let font = templateObject([
            ("style", style.map { .string($0.rawValue) }), ("size", size?.templateValue), ("weight", weight.map { .string($0.rawValue) }),
            ("design", design.map { .string($0.rawValue) }),
        ])
        return font.map { modifier("font", $0) } ?? self
    }

    /// The colour of texts, symbols, shapes and progress.
    public func foreground(_ style: ShapeStyle) -> View { modifier("foreground", style.json) }

    /// How many lines a text may have.
    public func lineLimit(_ lines: any TemplateNumber) -> View { modifier("lineLimit", lines.templateValue) }

    /// The smallest factor by which a text may shrink before it is cut, 0.1 to 1.
    public func minimumScaleFactor(_ factor: any TemplateNumber) -> View { modifier("minimumScaleFactor", factor.templateValue) }

    /// Where the ellipsis of a text stands that is cut.
    public func truncation(_ mode: TruncationMode) -> View { modifier("truncation", .string(mode.rawValue)) }

    /// Digits of one width, so that times do not move.
    public func monospacedDigit(_ isOn: Bool = true) -> View { modifier("monospacedDigit", .bool(isOn)) }

    /// The height of symbols in points.
    public func symbolSize(_ points: any TemplateNumber) -> View { modifier("symbolSize", points.templateValue) }

    // Size and place

    /// The ideal size in both directions, whatever is proposed.
    public func fixedSize() -> View { modifier("fixedSize", .bool(true)) }

    /// The ideal size in one direction.
    public func fixedSize(_ axis: Axis) -> View { modifier("fixedSize", .string(axis.rawValue)) }

    /// Width by height.
    public func aspectRatio(_ ratio: any TemplateNumber, mode: ContentMode = .fit) -> View {
        modifier("aspectRatio", ["ratio": ratio.templateValue, "mode": .string(mode.rawValue)])
    }

    /// Room around the view, in points.
    public func padding(_ points: any TemplateNumber) -> View { modifier("padding", points.templateValue) }

    /// Room at some edges, in points.
    public func padding(
        top: (any TemplateNumber)? = nil, leading: (any TemplateNumber)? = nil, bottom: (any TemplateNumber)? = nil,
        trailing: (any TemplateNumber)? = nil, horizontal: (any TemplateNumber)? = nil, vertical: (any TemplateNumber)? = nil
    ) -> View {
        modifier(
            "padding",
            EdgeInsets(top: top, leading: leading, bottom: bottom, trailing: trailing, horizontal: horizontal, vertical: vertical).json)
    }

    /// A frame, in points; `.infinity` for a maximum takes all there is.
    public func frame(
        width: (any TemplateNumber)? = nil, height: (any TemplateNumber)? = nil, minWidth: (any TemplateNumber)? = nil,
        idealWidth: (any TemplateNumber)? = nil, maxWidth: Double? = nil, minHeight: (any TemplateNumber)? = nil,
        idealHeight: (any TemplateNumber)? = nil, maxHeight: Double? = nil, alignment: Alignment? = nil
    ) -> View {
        let frame = templateObject([
            ("width", width?.templateValue), ("height", height?.templateValue), ("minWidth", minWidth?.templateValue),
            ("idealWidth", idealWidth?.templateValue), ("maxWidth", maxWidth?.templateValue), ("minHeight", minHeight?.templateValue),
            ("idealHeight", idealHeight?.templateValue), ("maxHeight", maxHeight?.templateValue),
            ("alignment", alignment.map { .string($0.rawValue) }),
        ])
        return frame.map { modifier("frame", $0) } ?? self
    }

    /// A movement in points that moves nothing else.
    public func offset(x: (any TemplateNumber)? = nil, y: (any TemplateNumber)? = nil) -> View {
        templateObject([("x", x?.templateValue), ("y", y?.templateValue)]).map { modifier("offset", $0) } ?? self
    }

    /// Lines to align by, in points from the leading edge.
    public func alignmentGuide(_ alignment: HorizontalAlignment, _ points: any TemplateNumber) -> View {
        guide(alignment.rawValue, points)
    }

    /// Lines to align by, in points from the top.
    public func alignmentGuide(_ alignment: VerticalAlignment, _ points: any TemplateNumber) -> View { guide(alignment.rawValue, points) }

    private func guide(_ name: String, _ points: any TemplateNumber) -> View {
        let known: JSONValue? = members.first { $0.key == "alignmentGuide" }?.value
        var guides: [JSONMember] = if case .object(let members)? = known { members } else { [] }
        guides.removeAll { $0.key == name }
        return with("alignmentGuide", .object(guides + [JSONMember(name, points.templateValue)]))
    }

    /// The view's priority when room is short; 0 where nothing is said.
    public func layoutPriority(_ priority: any TemplateNumber) -> View { modifier("layoutPriority", priority.templateValue) }

    /// The side on which texts and stacks begin, whatever the language.
    public func layoutDirection(_ direction: LayoutDirection) -> View { modifier("layoutDirection", .string(direction.rawValue)) }

    /// How many columns of its grid the view takes, 1 to 100.
    public func gridCellColumns(_ columns: any TemplateNumber) -> View { modifier("gridCellColumns", columns.templateValue) }

    /// Where the cells of the view's column stand.
    public func gridColumnAlignment(_ alignment: HorizontalAlignment) -> View {
        modifier("gridColumnAlignment", .string(alignment.rawValue))
    }

    /// In a Dynamic Island, below the camera where there is too little room beside it.
    public func belowIfTooWide(_ isOn: Bool = true) -> View { modifier("belowIfTooWide", .bool(isOn)) }

    // Surfaces

    /// A colour, a material or a gradient behind the view.
    public func background(_ style: ShapeStyle) -> View { modifier("background", style.json) }

    /// Views behind the view.
    public func background(alignment: Alignment? = nil, @ViewBuilder _ content: () -> [View]) -> View {
        layer("background", alignment, content())
    }

    /// A colour, a material or a gradient over the view.
    public func overlay(_ style: ShapeStyle) -> View { modifier("overlay", style.json) }

    /// Views over the view.
    public func overlay(alignment: Alignment? = nil, @ViewBuilder _ content: () -> [View]) -> View {
        layer("overlay", alignment, content())
    }

    /// The view is shown where the mask is opaque, and as strongly.
    public func mask(_ style: ShapeStyle) -> View { modifier("mask", style.json) }

    /// The view is shown where the mask is opaque, and as strongly.
    public func mask(alignment: Alignment? = nil, @ViewBuilder _ content: () -> [View]) -> View { layer("mask", alignment, content()) }

    private func layer(_ key: String, _ alignment: Alignment?, _ views: [View]) -> View {
        owningLayer(key).with(key, views).with("\(key)Alignment", alignment)
    }

    /// Round corners, in points.
    public func cornerRadius(_ radius: CornerRadius) -> View { modifier("cornerRadius", radius.json) }

    /// A shape that the view is cut to.
    public func clip(_ shape: ClipShape) -> View { modifier("clip", .string(shape.rawValue)) }

    /// A line along what the view is cut to, in points.
    public func border(_ color: ShapeStyle, width: (any TemplateNumber)? = nil) -> View {
        modifier("border", templateObject([("color", color.json), ("width", width?.templateValue)]) ?? .null)
    }

    // Effects

    /// How bright the view is, 0 to 1.
    public func brightness(_ amount: any TemplateNumber) -> View { modifier("brightness", amount.templateValue) }

    /// A blur with this radius, in points.
    public func blur(_ radius: any TemplateNumber) -> View { modifier("blur", radius.templateValue) }

    /// A shadow; black at a third and 4 points where nothing is said.
    public func shadow(
        color: ShapeStyle? = nil, radius: (any TemplateNumber)? = nil, x: (any TemplateNumber)? = nil, y: (any TemplateNumber)? = nil
    ) -> View {
        let shadow = templateObject([
            ("color", color?.json), ("radius", radius?.templateValue), ("x", x?.templateValue), ("y", y?.templateValue),
        ])
        return modifier("shadow", shadow ?? .object([]))
    }

    /// A turn in degrees, clockwise.
    public func rotation(_ degrees: any TemplateNumber) -> View { modifier("rotation", degrees.templateValue) }

    /// A factor by which the view is drawn larger.
    public func scale(_ factor: any TemplateNumber) -> View { modifier("scale", factor.templateValue) }

    /// How opaque the view is, 0 to 1.
    public func opacity(_ amount: any TemplateNumber) -> View { modifier("opacity", amount.templateValue) }

    /// The theme's colours for a light or a dark surface, whatever the appearance.
    public func colorScheme(_ scheme: ColorScheme) -> View { modifier("colorScheme", .string(scheme.rawValue)) }

    // System

    /// The action of a tap on the view, such as `playPause`.
    public func intent(_ name: String) -> View { modifier("intent", .string(name)) }

    /// Hidden where someone else may look.
    public func privacySensitive(_ isOn: Bool = true) -> View { modifier("privacySensitive", .bool(isOn)) }

    /// Shown although the rest is a placeholder.
    public func unredacted(_ isOn: Bool = true) -> View { modifier("unredacted", .bool(isOn)) }

    /// In the accent group of a tinted widget.
    public func accented(_ isOn: Bool = true) -> View { modifier("accented", .bool(isOn)) }

    /// A name by which reports and masks call the view.
    public func id(_ name: String) -> View { modifier("id", .string(name)) }

    /// Leaves the view out where an expression, written without braces, is not true.
    public func `if`(_ expression: String) -> View { modifier("if", .string(expression)) }

    /// Repeats the view for each item of a list: `.for("track", in: "queue")`.
    public func `for`(_ variable: String, in list: String) -> View { modifier("for", .string("\(variable) in \(list)")) }
}
