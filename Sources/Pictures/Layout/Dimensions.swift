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
        case .custom(let guide): guide.position(in: self)
        }
    }

    /// The distance of the guide of `alignment` from the leading edge.
    public subscript(alignment: HorizontalAlignment) -> Double {
        if let guide = guides?.horizontal[alignment] { return guide }
        return switch alignment {
        case .leading: 0
        case .center: size.width / 2
        case .trailing: size.width
        case .custom(let guide): guide.position(in: self)
        }
    }
}
