/// A ring with texts inside it and in its gap: SwiftUI's circular gauges.
public struct GaugeContent: Hashable, Sendable {
    /// The ring; its own `lineWidth` is ignored, ``lineWidth`` applies.
    public var ring: ProgressContent
    /// The line width of the ring, in points; nil for the platform's fraction of the diameter.
    public var lineWidth: Double?
    /// The value, at the centre.
    public var value: Node?
    /// The lower bound, on the left in the gap of an open ring.
    public var minimum: Node?
    /// The upper bound, on the right in the gap of an open ring.
    public var maximum: Node?
    /// The label: in the gap of an open ring without bounds, and at the centre of a ring without a value.
    public var label: Node?
    /// True if the diameter of the ring decides the size of the texts; false for the size of their own fonts.
    public var sizesTexts: Bool

    /// Creates a gauge of a ring; an omitted text leaves its place empty.
    public init(
        ring: ProgressContent, lineWidth: Double? = nil, value: Node? = nil, minimum: Node? = nil, maximum: Node? = nil,
        label: Node? = nil, sizesTexts: Bool = true
    ) {
        self.ring = ring
        self.lineWidth = lineWidth
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.label = label
        self.sizesTexts = sizesTexts
    }
}
