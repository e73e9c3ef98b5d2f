/// Which side is the leading one.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
    case leftToRight, rightToLeft
}

/// Which lines of two views meet when they stand side by side.
public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    case top, center, bottom, firstTextBaseline, lastTextBaseline
}

/// Which lines of two views meet when they stand one below the other.
public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable {
    case leading, center, trailing
}

/// Where a view stands in a larger place.
public struct Alignment: Hashable, Sendable {
    /// Where it stands from leading to trailing.
    public var horizontal: HorizontalAlignment
    /// Where it stands from top to bottom.
    public var vertical: VerticalAlignment

    /// Makes the pair.
    public init(_ horizontal: HorizontalAlignment, _ vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// In the middle both ways.
    public static let center = Alignment(.center, .center)
    /// In the corner from which coordinates count.
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

/// A view's size, and where lines to align by run in it.
public struct Dimensions: Hashable, Sendable {
    /// The size in points.
    public var size: Size
    /// From the top; nil where there is no text.
    public var firstBaseline: Double?
    /// From the top; nil where there is no text.
    public var lastBaseline: Double?
    /// What `alignmentGuide` set, from the top.
    public var verticalGuides: [VerticalAlignment: Double] = [:]
    /// What `alignmentGuide` set, from the leading edge.
    public var horizontalGuides: [HorizontalAlignment: Double] = [:]

    /// Makes dimensions without any guides set.
    public init(_ size: Size, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
        self.size = size
        self.firstBaseline = firstBaseline
        self.lastBaseline = lastBaseline
    }

    /// Where the line of `alignment` runs, from the top.
    ///
    /// Without text a baseline is the bottom edge.
    public subscript(alignment: VerticalAlignment) -> Double {
        if let guide = verticalGuides[alignment] { return guide }
        return switch alignment {
        case .top: 0
        case .center: size.height / 2
        case .bottom: size.height
        case .firstTextBaseline: firstBaseline ?? size.height
        case .lastTextBaseline: lastBaseline ?? size.height
        }
    }

    /// Where the line of `alignment` runs, from the leading edge.
    public subscript(alignment: HorizontalAlignment) -> Double {
        if let guide = horizontalGuides[alignment] { return guide }
        return switch alignment {
        case .leading: 0
        case .center: size.width / 2
        case .trailing: size.width
        }
    }
}
