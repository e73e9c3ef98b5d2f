import SubdialDocuments
import SubdialLayout

extension View {
    // Text

    /// Sets a text style.
    public func font(_ style: TextStyle) -> View { modifier("font", .string(style.rawValue)) }

    /// Sets a font; omitted values are inherited.
    ///
    /// - Parameter size: The size in points.
    public func font(
        _ style: TextStyle? = nil, size: (any TemplateNumber)? = nil, weight: FontWeight? = nil, design: FontDesign? = nil
    ) -> View {
        let font = templateObject([
            ("style", style.map { .string($0.rawValue) }), ("size", size?.templateValue), ("weight", weight.map { .string($0.rawValue) }),
            ("design", design.map { .string($0.rawValue) }),
        ])
        return font.map { modifier("font", $0) } ?? self
    }

    /// Sets the colour of texts, symbols, shapes and progress.
    public func foreground(_ style: ShapeStyle) -> View { modifier("foreground", style.json) }

    /// Sets the maximum number of lines of a text.
    public func lineLimit(_ lines: any TemplateNumber) -> View { modifier("lineLimit", lines.templateValue) }

    /// Sets the minimum factor by which a text may shrink before it is truncated, 0.1 to 1.
    public func minimumScaleFactor(_ factor: any TemplateNumber) -> View { modifier("minimumScaleFactor", factor.templateValue) }

    /// Sets the position of the ellipsis in a truncated text.
    public func truncation(_ mode: TruncationMode) -> View { modifier("truncation", .string(mode.rawValue)) }

    /// Uses digits of equal width, so that times do not move.
    public func monospacedDigit(_ isOn: Bool = true) -> View { modifier("monospacedDigit", .bool(isOn)) }

    /// Sets the height of symbols, in points.
    public func symbolSize(_ points: any TemplateNumber) -> View { modifier("symbolSize", points.templateValue) }

    // Size and place

    /// Fixes the view at its ideal size in both directions, regardless of the proposed size.
    public func fixedSize() -> View { modifier("fixedSize", .bool(true)) }

    /// Fixes the view at its ideal size in one direction.
    public func fixedSize(_ axis: Axis) -> View { modifier("fixedSize", .string(axis.rawValue)) }

    /// Sets the aspect ratio, width divided by height.
    public func aspectRatio(_ ratio: any TemplateNumber, mode: ContentMode = .fit) -> View {
        modifier("aspectRatio", ["ratio": ratio.templateValue, "mode": .string(mode.rawValue)])
    }

    /// Adds padding at all edges, in points.
    public func padding(_ points: any TemplateNumber) -> View { modifier("padding", points.templateValue) }

    /// Adds padding at individual edges, in points.
    public func padding(
        top: (any TemplateNumber)? = nil, leading: (any TemplateNumber)? = nil, bottom: (any TemplateNumber)? = nil,
        trailing: (any TemplateNumber)? = nil, horizontal: (any TemplateNumber)? = nil, vertical: (any TemplateNumber)? = nil
    ) -> View {
        modifier(
            "padding",
            EdgeInsets(top: top, leading: leading, bottom: bottom, trailing: trailing, horizontal: horizontal, vertical: vertical).json)
    }

    /// Sets a frame, in points; a maximum of `.infinity` takes all available space.
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

    /// Moves the view, in points, without affecting the layout.
    public func offset(x: (any TemplateNumber)? = nil, y: (any TemplateNumber)? = nil) -> View {
        templateObject([("x", x?.templateValue), ("y", y?.templateValue)]).map { modifier("offset", $0) } ?? self
    }

    /// Sets a horizontal alignment guide, in points from the leading edge.
    public func alignmentGuide(_ alignment: HorizontalAlignment, _ points: any TemplateNumber) -> View {
        guide(alignment.rawValue, points)
    }

    /// Sets a vertical alignment guide, in points from the top.
    public func alignmentGuide(_ alignment: VerticalAlignment, _ points: any TemplateNumber) -> View { guide(alignment.rawValue, points) }

    private func guide(_ name: String, _ points: any TemplateNumber) -> View {
        let known: JSONValue? = members.first { $0.key == "alignmentGuide" }?.value
        var guides: [JSONMember] = if case .object(let members)? = known { members } else { [] }
        guides.removeAll { $0.key == name }
        return with("alignmentGuide", .object(guides + [JSONMember(name, points.templateValue)]))
    }

    /// Sets the priority when space is short; the default is 0.
    public func layoutPriority(_ priority: any TemplateNumber) -> View { modifier("layoutPriority", priority.templateValue) }

    /// Sets the layout direction of texts and stacks, regardless of the language.
    public func layoutDirection(_ direction: LayoutDirection) -> View { modifier("layoutDirection", .string(direction.rawValue)) }

    /// Sets the number of grid columns that the view spans, 1 to 100.
    public func gridCellColumns(_ columns: any TemplateNumber) -> View { modifier("gridCellColumns", columns.templateValue) }

    /// Sets the alignment of the cells in the view's column.
    public func gridColumnAlignment(_ alignment: HorizontalAlignment) -> View {
        modifier("gridColumnAlignment", .string(alignment.rawValue))
    }

    /// In a Dynamic Island, moves the view below the camera if there is too little space beside it.
    public func belowIfTooWide(_ isOn: Bool = true) -> View { modifier("belowIfTooWide", .bool(isOn)) }

    // Surfaces

    /// Adds a colour, a material or a gradient behind the view.
    public func background(_ style: ShapeStyle) -> View { modifier("background", style.json) }

    /// Adds views behind the view.
    public func background(alignment: Alignment? = nil, @ViewBuilder _ content: () -> [View]) -> View {
        layer("background", alignment, content())
    }

    /// Adds a colour, a material or a gradient in front of the view.
    public func overlay(_ style: ShapeStyle) -> View { modifier("overlay", style.json) }

    /// Adds views in front of the view.
    public func overlay(alignment: Alignment? = nil, @ViewBuilder _ content: () -> [View]) -> View {
        layer("overlay", alignment, content())
    }

    /// Masks the view with the opacity of a style.
    public func mask(_ style: ShapeStyle) -> View { modifier("mask", style.json) }

    /// Masks the view with the opacity of other views.
    public func mask(alignment: Alignment? = nil, @ViewBuilder _ content: () -> [View]) -> View { layer("mask", alignment, content()) }

    private func layer(_ key: String, _ alignment: Alignment?, _ views: [View]) -> View {
        owningLayer(key).with(key, views).with("\(key)Alignment", alignment)
    }

    /// Rounds the corners, in points.
    public func cornerRadius(_ radius: CornerRadius) -> View { modifier("cornerRadius", radius.json) }

    /// Clips the view to a shape.
    public func clip(_ shape: ClipShape) -> View { modifier("clip", .string(shape.rawValue)) }

    /// Adds a border along the view's clip shape; the width is in points.
    public func border(_ color: ShapeStyle, width: (any TemplateNumber)? = nil) -> View {
        modifier("border", templateObject([("color", color.json), ("width", width?.templateValue)]) ?? .null)
    }

    // Effects

    /// Sets the brightness, 0 to 1.
    public func brightness(_ amount: any TemplateNumber) -> View { modifier("brightness", amount.templateValue) }

    /// Blurs the view with a radius, in points.
    public func blur(_ radius: any TemplateNumber) -> View { modifier("blur", radius.templateValue) }

    /// Adds a shadow; by default black at an opacity of one third, with a radius of 4 points.
    public func shadow(
        color: ShapeStyle? = nil, radius: (any TemplateNumber)? = nil, x: (any TemplateNumber)? = nil, y: (any TemplateNumber)? = nil
    ) -> View {
        let shadow = templateObject([
            ("color", color?.json), ("radius", radius?.templateValue), ("x", x?.templateValue), ("y", y?.templateValue),
        ])
        return modifier("shadow", shadow ?? .object([]))
    }

    /// Rotates the view clockwise, in degrees.
    public func rotation(_ degrees: any TemplateNumber) -> View { modifier("rotation", degrees.templateValue) }

    /// Scales the drawing of the view by a factor.
    public func scale(_ factor: any TemplateNumber) -> View { modifier("scale", factor.templateValue) }

    /// Sets the opacity, 0 to 1.
    public func opacity(_ amount: any TemplateNumber) -> View { modifier("opacity", amount.templateValue) }

    /// Uses the theme's colours for a light or a dark surface, regardless of the appearance.
    public func colorScheme(_ scheme: ColorScheme) -> View { modifier("colorScheme", .string(scheme.rawValue)) }

    // System

    /// Sets the action of a tap on the view, such as `playPause`.
    public func intent(_ name: String) -> View { modifier("intent", .string(name)) }

    /// Sets the action of a tap on a slider: its value runs from the leading to the trailing edge of the view.
    ///
    /// - Parameter value: The present value; nil for that of the leading edge.
    public func intent(
        _ name: String, from: any TemplateNumber, to: any TemplateNumber, value: (any TemplateNumber)? = nil
    ) -> View {
        let intent = templateObject([
            ("name", .string(name)), ("from", from.templateValue), ("to", to.templateValue), ("value", value?.templateValue),
        ])
        return intent.map { modifier("intent", $0) } ?? self
    }

    /// Redacts the view where other people may see it.
    public func privacySensitive(_ isOn: Bool = true) -> View { modifier("privacySensitive", .bool(isOn)) }

    /// Exempts the view from redaction as a placeholder.
    public func unredacted(_ isOn: Bool = true) -> View { modifier("unredacted", .bool(isOn)) }

    /// Adds the view to the accent group of a tinted widget.
    public func accented(_ isOn: Bool = true) -> View { modifier("accented", .bool(isOn)) }

    /// Sets the id of the view for reports and masks.
    public func id(_ name: String) -> View { modifier("id", .string(name)) }

    /// Omits the view unless an expression, written without braces, is true.
    public func `if`(_ expression: String) -> View { modifier("if", .string(expression)) }

    /// Repeats the view for each item of a list: `.for("track", in: "queue")`.
    public func `for`(_ variable: String, in list: String) -> View { modifier("for", .string("\(variable) in \(list)")) }
}
