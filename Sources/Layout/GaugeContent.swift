/// A ring with texts in it and in its gap: SwiftUI's circular gauges.
public struct GaugeContent: Hashable, Sendable {
    /// The ring; of its `lineWidth` only ``lineWidth`` counts.
    public var ring: ProgressContent
    /// How thick the ring is, in points; nil for what the platform takes of the diameter.
    public var lineWidth: Double?
    /// The value, in the middle.
    public var value: Node?
    /// The lower bound, left in the gap of an open ring.
    public var minimum: Node?
    /// The higher bound, right in the gap of an open ring.
    public var maximum: Node?
    /// The gauge's name: in the gap of an open ring without bounds, and in the middle of a ring without a value.
    public var label: Node?
    /// True where the texts are as large as the ring's diameter makes them, rather than of their own font.
    public var sizesTexts: Bool

    /// Makes a gauge of a ring; a text left out leaves its place empty.
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
