/// A view in its place.
public struct PlacedNode: Hashable, Sendable {
    /// What is to be drawn there.
    public enum Drawn: Hashable, Sendable {
        /// Nothing of its own: a container, or room.
        case nothing
        /// `scale` times its font's size, in no more than `maximumLines`.
        case text(TextContent, scale: Double, maximumLines: Int?, metrics: TextMetrics)
        case image(ImageContent)
        case shape(Shape, Paint)
        case progress(ProgressContent)
        case divider(ColorName)
        case levels(LevelsContent)
        case fader(FaderContent)
        case pianoRoll(PianoRollContent)
        /// The plot of a chart; its names are children of their own.
        case chart(ChartContent)
        case qrCode(QRCodeContent)
        /// Something that is done to the children.
        case effect(Modifier)
    }

    /// In the coordinates of the whole, its edges on device pixels.
    public var frame: Rect
    /// What is to be drawn in the frame.
    public var drawn: Drawn
    /// In the order in which they are drawn.
    public var children: [PlacedNode]
    /// The name that the template gave it; nil where it gave none.
    public var id: String?
    /// Where the node stands in its template.
    public var path: String
    /// What the element is called: `HStack`, `Text`, `padding`.
    public var name: String
    /// Which side is the leading one in it, where progress begins.
    ///
    /// A text's alignment is told from the left already.
    public var direction: LayoutDirection
}
