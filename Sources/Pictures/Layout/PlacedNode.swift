/// A view with its final frame.
public struct PlacedNode: Hashable, Sendable {
    /// The drawn content of a node.
    public enum Drawn: Hashable, Sendable {
        /// Draws nothing itself: a container or empty space.
        case nothing
        /// A text at `scale` times its font size, with at most `maximumLines` lines.
        case text(TextContent, scale: Double, maximumLines: Int?, metrics: TextMetrics)
        case image(ImageContent)
        case shape(Shape, Paint)
        case progress(ProgressContent)
        case divider(ColorName)
        case levels(LevelsContent)
        case fader(FaderContent)
        case pianoRoll(PianoRollContent)
        /// The plot of a chart; its labels are separate children.
        case chart(ChartContent)
        case qrCode(QRCodeContent)
        /// A modifier applied to the children.
        case effect(Modifier)
    }

    /// The frame in canvas coordinates, with its edges on device pixels.
    public var frame: Rect
    /// The content of the frame.
    public var drawn: Drawn
    /// The children in drawing order.
    public var children: [PlacedNode]
    /// The ID set in the template; nil for none.
    public var id: String?
    /// The location of the node in its template.
    public var path: String
    /// The name of the element: `HStack`, `Text`, `padding`.
    public var name: String
    /// The reading direction inside the node; progress begins at its leading edge.
    ///
    /// The alignment of a text is already relative to the left.
    public var direction: LayoutDirection
}
