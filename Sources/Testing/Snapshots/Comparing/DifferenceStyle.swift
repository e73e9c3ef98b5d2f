import SubdialDrawing

/// The style of a difference picture.
package struct DifferenceStyle: Hashable, Sendable {
    /// The colour of a different pixel.
    package var different: Color
    /// The colour of a different pixel that is darker in the actual picture; nil for ``different``.
    package var darker: Color?
    /// The colour of a pixel that differs only in antialiasing.
    package var smoothed: Color
    /// The opacity of the expected picture, in grey, where nothing differs: 0 to 1.
    package var opacity: Double
    /// True to draw only different pixels, on a transparent background.
    package var isMask: Bool

    /// Makes a style; the default is pixelmatch's own: red, yellow, and an opacity of 0.1.
    package init(
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
