/// Views at the places that code has computed: what a layout leaves of a geometry reader or an arrangement of the user's.
public struct ArrangedContent: Hashable, Sendable {
    /// The name in trees: that of the geometry reader or the arrangement.
    public var name: String
    /// The size; nil to fill the proposal.
    public var size: Size?
    /// The views in drawing order.
    public var children: [Node]
    /// The place of each view; nil for all at the top leading corner, with the whole size as proposal.
    public var places: [CustomLayout.Place]?

    /// Creates an arrangement.
    public init(_ name: String, size: Size? = nil, _ children: [Node], places: [CustomLayout.Place]? = nil) {
        self.name = name
        self.size = size
        self.children = children
        self.places = places
    }
}
