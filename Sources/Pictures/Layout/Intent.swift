/// The action of a tap.
public struct Intent: Hashable, Sendable {
    /// The values of a tap on a slider.
    public struct Slider: Hashable, Sendable {
        /// The value at the left edge of the tap region.
        public var from: Double
        /// The value at the right edge of the tap region.
        public var to: Double
        /// The present value.
        public var value: Double

        /// Makes the values.
        public init(from: Double, to: Double, value: Double) {
            self.from = from
            self.to = to
            self.value = value
        }

        /// The values with the edges exchanged.
        var mirrored: Slider { Slider(from: to, to: from, value: value) }
    }

    /// The name, such as `playPause` or `next`.
    public var name: String
    /// The values of a slider, which is read from its leading edge until the tree is placed; nil for a button.
    public var slider: Slider?

    /// Makes an action.
    public init(_ name: String, slider: Slider? = nil) {
        self.name = name
        self.slider = slider
    }
}

extension Intent: ExpressibleByStringLiteral {
    /// Makes the action of a button.
    public init(stringLiteral name: String) { self.init(name) }
}
