/// The reading direction, which decides the side of the leading edge.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
    case leftToRight, rightToLeft
}

/// The vertical guides at which views side by side are aligned.
public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    case top, center, bottom, firstTextBaseline, lastTextBaseline
}

/// The horizontal guides at which views in a column are aligned.
public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable {
    case leading, center, trailing
}

/// The position of a view in a larger area.
public struct Alignment: Hashable, Sendable {
    /// The position between the leading and the trailing edge.
    public var horizontal: HorizontalAlignment
    /// The position between the top and the bottom edge.
    public var vertical: VerticalAlignment

    /// Creates an alignment from its two parts.
    public init(_ horizontal: HorizontalAlignment, _ vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The centre on both axes.
    public static let center = Alignment(.center, .center)
    /// The corner at the origin of the coordinates.
    public static let topLeading = Alignment(.leading, .top)

    /// SwiftUI's names for the pairs.
    public static let named: [String: Alignment] = [
        "center": .center,
        "leading": Alignment(.leading, .center), "trailing": Alignment(.trailing, .center),
        "top": Alignment(.center, .top), "bottom": Alignment(.center, .bottom),
        "topLeading": .topLeading, "topTrailing": Alignment(.trailing, .top),
        "bottomLeading": Alignment(.leading, .bottom), "bottomTrailing": Alignment(.trailing, .bottom),
        "centerFirstTextBaseline": Alignment(.center, .firstTextBaseline),
        "centerLastTextBaseline": Alignment(.center, .lastTextBaseline),
        "leadingFirstTextBaseline": Alignment(.leading, .firstTextBaseline),
        "leadingLastTextBaseline": Alignment(.leading, .lastTextBaseline),
        "trailingFirstTextBaseline": Alignment(.trailing, .firstTextBaseline),
        "trailingLastTextBaseline": Alignment(.trailing, .lastTextBaseline),
    ]
}

/// The guides of a view set by `alignmentGuide`.
public struct AlignmentGuides: Hashable, Sendable {
    /// The distances from the top.
    public var vertical: [VerticalAlignment: Double] = [:]
    /// The distances from the leading edge.
    public var horizontal: [HorizontalAlignment: Double] = [:]

    /// Creates the guides of a view.
    public init(vertical: [VerticalAlignment: Double] = [:], horizontal: [HorizontalAlignment: Double] = [:]) {
        self.vertical = vertical
        self.horizontal = horizontal
    }

    /// The guides moved by the position of their view in another.
    func moved(by origin: Point) -> AlignmentGuides {
        AlignmentGuides(vertical: vertical.mapValues { $0 + origin.y }, horizontal: horizontal.mapValues { $0 + origin.x })
    }
}

/// The size of a view and the positions of its alignment guides.
public struct Dimensions: Hashable, Sendable {
    /// The size in points.
    public var size: Size
    /// The distance of the first baseline from the top; nil without text.
    public var firstBaseline: Double?
    /// The distance of the last baseline from the top; nil without text.
    public var lastBaseline: Double?
    /// The guides set by `alignmentGuide`; nil for none, as in most views.
    public var guides: AlignmentGuides?

    /// Creates dimensions without explicit guides.
    public init(_ size: Size, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
        self.size = size
        self.firstBaseline = firstBaseline
        self.lastBaseline = lastBaseline
    }

    /// The distance of the guide of `alignment` from the top.
    ///
    /// Without text, a baseline is the bottom edge.
    public subscript(alignment: VerticalAlignment) -> Double {
        if let guide = guides?.vertical[alignment] { return guide }
        return switch alignment {
        case .top: 0
        case .center: size.height / 2
        case .bottom: size.height
        case .firstTextBaseline: firstBaseline ?? size.height
        case .lastTextBaseline: lastBaseline ?? size.height
        }
    }

    /// The distance of the guide of `alignment` from the leading edge.
    public subscript(alignment: HorizontalAlignment) -> Double {
        if let guide = guides?.horizontal[alignment] { return guide }
        return switch alignment {
        case .leading: 0
        case .center: size.width / 2
        case .trailing: size.width
        }
    }
}
