/// The reading direction, which decides the side of the leading edge.
public enum LayoutDirection: String, Hashable, Sendable, Codable, CaseIterable {
    case leftToRight, rightToLeft
}

/// A guide of the user's, with its position in a view that sets none.
///
/// Two guides are equal if their code is the same object: whoever makes one keeps it.
public struct CustomGuide: Hashable, Sendable {
    /// The name in messages.
    public let name: String
    /// The distance from the top or the leading edge of a view that sets none; nil for 0, as after a layout.
    public let position: LayoutClosure<Dimensions, Double>?

    /// Creates a guide.
    public init(_ name: String, position: LayoutClosure<Dimensions, Double>?) {
        self.name = name
        self.position = position
    }

    /// The position in a view that sets none.
    func position(in dimensions: Dimensions) -> Double {
        let value = position?(dimensions) ?? 0
        return value.isFinite ? value : 0
    }
}

/// The vertical guides at which views side by side are aligned.
public enum VerticalAlignment: Hashable, Sendable, CaseIterable {
    case top, center, bottom, firstTextBaseline, lastTextBaseline
    case custom(CustomGuide)

    /// The guides that a template can name.
    public static let allCases: [VerticalAlignment] = [.top, .center, .bottom, .firstTextBaseline, .lastTextBaseline]

    /// The name, as in a template.
    public var rawValue: String {
        switch self {
        case .top: "top"
        case .center: "center"
        case .bottom: "bottom"
        case .firstTextBaseline: "firstTextBaseline"
        case .lastTextBaseline: "lastTextBaseline"
        case .custom(let guide): guide.name
        }
    }
}

/// The horizontal guides at which views in a column are aligned.
public enum HorizontalAlignment: Hashable, Sendable, CaseIterable {
    case leading, center, trailing
    case custom(CustomGuide)

    /// The guides that a template can name.
    public static let allCases: [HorizontalAlignment] = [.leading, .center, .trailing]

    /// The name, as in a template.
    public var rawValue: String {
        switch self {
        case .leading: "leading"
        case .center: "center"
        case .trailing: "trailing"
        case .custom(let guide): guide.name
        }
    }
}

extension VerticalAlignment: RawRepresentable {
    /// The guide of a name; nil if a template can name no such guide.
    public init?(rawValue: String) {
        guard let named = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = named
    }
}

extension HorizontalAlignment: RawRepresentable {
    /// The guide of a name; nil if a template can name no such guide.
    public init?(rawValue: String) {
        guard let named = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = named
    }
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
