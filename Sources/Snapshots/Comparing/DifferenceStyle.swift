import Drawing

/// How a picture of what differs is drawn.
public struct DifferenceStyle: Hashable, Sendable {
    /// The colour of a pixel that counts as different.
    public var different: Color
    /// The colour of such a pixel where the actual picture is the darker one; nil for ``different``.
    public var darker: Color?
    /// The colour of a pixel that is smoothed otherwise.
    public var smoothed: Color
    /// How much of the expected picture is seen, in grey, where nothing differs: 0 to 1.
    public var opacity: Double
    /// True to draw only pixels that count as different, on a transparent background.
    public var isMask: Bool

    /// Pixelmatch's own style: red, yellow, and a tenth of the picture.
    public init(
        different: Color = Color(red: 1, green: 0, blue: 0), darker: Color? = nil, smoothed: Color = Color(red: 1, green: 1, blue: 0),
        opacity: Double = 0.1, isMask: Bool = false
    ) {
        self.different = different
        self.darker = darker
        self.smoothed = smoothed
        self.opacity = opacity
        self.isMask = isMask
    }
}
