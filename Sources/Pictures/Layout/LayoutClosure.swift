/// Code of a view that the layout calls with the sizes that it finds.
///
/// It is called on the thread of the layout, which for views in Swift is the main one. A placed tree has none, and can be drawn anywhere.
public final class LayoutClosure<Input, Output>: Hashable, @unchecked Sendable {
    private let body: (Input) -> Output

    /// Creates code for the layout.
    public init(_ body: @escaping (Input) -> Output) { self.body = body }

    func callAsFunction(_ input: Input) -> Output { body(input) }

    /// True for the same code.
    public static func == (first: LayoutClosure, second: LayoutClosure) -> Bool { first === second }

    /// Hashes the identity of the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A view whose content depends on its frame: a geometry reader, or a shape that computes its path.
public struct GeometryContent: Hashable, Sendable {
    /// The name in trees: `GeometryReader`, or that of a shape's type.
    public var name: String
    /// The size without a proposal, in points; 10 in SwiftUI.
    public var idealLength: Double
    /// The size for a proposal; nil to fill it.
    public var size: LayoutClosure<ProposedSize, Size>?
    /// The nodes in a frame, which is in the coordinates of the canvas.
    public var content: LayoutClosure<Rect, [Node]>

    /// Creates a view that fills its proposal.
    public init(
        _ name: String, idealLength: Double = 10, size: LayoutClosure<ProposedSize, Size>? = nil, content: LayoutClosure<Rect, [Node]>
    ) {
        self.name = name
        self.idealLength = idealLength
        self.size = size
        self.content = content
    }
}

/// An arrangement of the user's: SwiftUI's `Layout`.
public struct CustomLayout: Hashable, Sendable {
    /// A child of the arrangement.
    public struct Subview {
        /// The dimensions of the child for a proposal.
        public let measure: (ProposedSize) -> Dimensions
        /// The layout priority.
        public let priority: Double
        /// The preferred distances to neighbours.
        public let spacing: () -> Spacing
        /// The default distance to a child that follows along an axis.
        public let distance: (Subview, Axis) -> Double
        /// The index among the nodes, which identifies the child.
        public let index: Int
    }

    /// The question that a layout asks.
    public struct Request {
        /// The proposed size.
        public let proposal: ProposedSize
        /// The children.
        public let subviews: [Subview]
        /// The size that the layout has answered; nil while it is measured.
        public let size: Size?
    }

    /// The question where a vertical guide is.
    public struct VerticalGuideRequest {
        /// The arrangement, with its size.
        public let request: Request
        /// The guide.
        public let alignment: VerticalAlignment
    }

    /// The question where a horizontal guide is.
    public struct HorizontalGuideRequest {
        /// The arrangement, with its size.
        public let request: Request
        /// The guide.
        public let alignment: HorizontalAlignment
    }

    /// A child's place in the arrangement.
    public struct Place: Hashable, Sendable {
        /// The point from the top leading corner.
        public var position: Point
        /// The point of the child, in fractions of its size, that is at ``position``.
        public var anchor: Point
        /// The proposal to the child.
        public var proposal: ProposedSize

        /// Creates a place.
        public init(position: Point, anchor: Point = .zero, proposal: ProposedSize = .unspecified) {
            self.position = position
            self.anchor = anchor
            self.proposal = proposal
        }
    }

    /// The name in trees.
    public var name: String
    /// The size for a proposal.
    public var size: LayoutClosure<Request, Size>
    /// The place of each child, by its index; a child without one is at the centre.
    public var places: LayoutClosure<Request, [Int: Place]>
    /// The preferred distances to neighbours; nil for those of all children.
    public var spacing: LayoutClosure<Request, Spacing>?
    /// The distance of a guide from the top, or nil in place of it for that of the children; nil for those of the children.
    public var verticalGuide: LayoutClosure<VerticalGuideRequest, Double?>?
    /// The distance of a guide from the leading edge, or nil in place of it for that of the children; nil for those of the children.
    public var horizontalGuide: LayoutClosure<HorizontalGuideRequest, Double?>?

    /// Creates an arrangement.
    public init(_ name: String, size: LayoutClosure<Request, Size>, places: LayoutClosure<Request, [Int: Place]>) {
        self.name = name
        self.size = size
        self.places = places
    }
}
