import SubdialDocuments

/// A colour, a material or a gradient, like SwiftUI's protocol of that name.
///
/// A text is the name of a colour, `#RRGGBB[AA]`, or an expression: `"{{ palette.background }}"`.
public struct ShapeStyle: Sendable, Hashable, ExpressibleByStringLiteral {
    let json: JSONValue

    /// Makes a colour from its name or an expression.
    public init(_ color: String) { json = .string(color) }

    /// Makes a colour from its name or an expression.
    public init(stringLiteral color: String) { self.init(color) }

    private init(json: JSONValue) { self.json = json }

    // Colours of the theme and the cover

    /// The colour `primary`.
    public static let primary = ShapeStyle("primary")
    /// The colour `secondary`.
    public static let secondary = ShapeStyle("secondary")
    /// The colour `tertiary`.
    public static let tertiary = ShapeStyle("tertiary")
    /// The colour `fill`.
    public static let fill = ShapeStyle("fill")
    /// The colour `accent`.
    public static let accent = ShapeStyle("accent")
    /// The colour `background`.
    public static let background = ShapeStyle("background")
    /// The colour `border`.
    public static let border = ShapeStyle("border")
    /// The colour `success`.
    public static let success = ShapeStyle("success")
    /// The colour `warning`.
    public static let warning = ShapeStyle("warning")
    /// The colour `error`.
    public static let error = ShapeStyle("error")

    // Colours of the platform

    /// The colour `white`.
    public static let white = ShapeStyle("white")
    /// The colour `black`.
    public static let black = ShapeStyle("black")
    /// The colour `clear`.
    public static let clear = ShapeStyle("clear")
    /// The colour `red`.
    public static let red = ShapeStyle("red")
    /// The colour `orange`.
    public static let orange = ShapeStyle("orange")
    /// The colour `yellow`.
    public static let yellow = ShapeStyle("yellow")
    /// The colour `green`.
    public static let green = ShapeStyle("green")
    /// The colour `mint`.
    public static let mint = ShapeStyle("mint")
    /// The colour `teal`.
    public static let teal = ShapeStyle("teal")
    /// The colour `cyan`.
    public static let cyan = ShapeStyle("cyan")
    /// The colour `blue`.
    public static let blue = ShapeStyle("blue")
    /// The colour `indigo`.
    public static let indigo = ShapeStyle("indigo")
    /// The colour `purple`.
    public static let purple = ShapeStyle("purple")
    /// The colour `pink`.
    public static let pink = ShapeStyle("pink")
    /// The colour `brown`.
    public static let brown = ShapeStyle("brown")
    /// The colour `gray`.
    public static let gray = ShapeStyle("gray")

    // Materials, which blur the content behind them

    /// The material `ultraThinMaterial`.
    public static let ultraThinMaterial = ShapeStyle("ultraThinMaterial")
    /// The material `thinMaterial`.
    public static let thinMaterial = ShapeStyle("thinMaterial")
    /// The material `regularMaterial`.
    public static let regularMaterial = ShapeStyle("regularMaterial")
    /// The material `thickMaterial`.
    public static let thickMaterial = ShapeStyle("thickMaterial")
    /// The material `ultraThickMaterial`.
    public static let ultraThickMaterial = ShapeStyle("ultraThickMaterial")

    // Gradients

    /// A linear gradient between two points.
    public static func linearGradient(
        _ stops: [GradientStop], from start: UnitPoint = .top, to end: UnitPoint = .bottom
    ) -> ShapeStyle {
        gradient("linear", stops, [("from", .string(start.rawValue)), ("to", .string(end.rawValue))])
    }

    /// A radial gradient from a point, between two radii in points.
    public static func radialGradient(
        _ stops: [GradientStop], center: UnitPoint = .center, startRadius: (any TemplateNumber)? = nil,
        endRadius: (any TemplateNumber)? = nil
    ) -> ShapeStyle {
        gradient(
            "radial", stops,
            [
                ("center", .string(center.rawValue)), ("startRadius", startRadius?.templateValue), ("endRadius", endRadius?.templateValue),
            ])
    }

    /// An angular gradient around a point, clockwise between two angles in degrees; 0 is to the right.
    public static func angularGradient(
        _ stops: [GradientStop], center: UnitPoint = .center, startAngle: (any TemplateNumber)? = nil,
        endAngle: (any TemplateNumber)? = nil
    ) -> ShapeStyle {
        gradient(
            "angular", stops,
            [("center", .string(center.rawValue)), ("startAngle", startAngle?.templateValue), ("endAngle", endAngle?.templateValue)])
    }

    private static func gradient(_ type: String, _ stops: [GradientStop], _ others: [(String, JSONValue?)]) -> ShapeStyle {
        let members: [(String, JSONValue?)] = [("gradient", .array(stops.map(\.json))), ("type", .string(type))]
        return ShapeStyle(json: templateObject(members + others) ?? .null)
    }
}

/// A colour of a gradient, with its location.
public struct GradientStop: Sendable, Hashable, ExpressibleByStringLiteral {
    fileprivate let json: JSONValue

    /// Makes a stop.
    ///
    /// - Parameters:
    ///   - location: The location, 0 to 1; nil for equal distances from its neighbours.
    ///   - opacity: The opacity, 0 to 1.
    public init(_ color: ShapeStyle, at location: (any TemplateNumber)? = nil, opacity: (any TemplateNumber)? = nil) {
        json =
            location == nil && opacity == nil
            ? color.json
            : templateObject([("color", color.json), ("at", location?.templateValue), ("opacity", opacity?.templateValue)]) ?? .null
    }

    /// Makes a stop from the name of a colour.
    public init(stringLiteral color: String) { self.init(ShapeStyle(color)) }

    /// A stop of a colour: `.stop(.red, at: 0.3)`.
    public static func stop(
        _ color: ShapeStyle, at location: (any TemplateNumber)? = nil, opacity: (any TemplateNumber)? = nil
    ) -> GradientStop { GradientStop(color, at: location, opacity: opacity) }
}

/// The points between which gradients run.
public enum UnitPoint: String, Sendable, Hashable, CaseIterable {
    case top, bottom, leading, trailing, topLeading, topTrailing, bottomLeading, bottomTrailing, center
}
