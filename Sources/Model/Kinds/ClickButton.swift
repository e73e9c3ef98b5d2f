/// A pointer button on a line, with the number that X11 and the bars use.
public enum ClickButton: String, Hashable, Sendable, CaseIterable {
    case left, middle, right
    /// The wheel.
    case up, down
    /// The horizontal wheel.
    case scrollLeft, scrollRight
    /// The thumb buttons.
    case back, forward

    /// The button's number, 1 to 9.
    public var number: Int {
        switch self {
        case .left: 1
        case .middle: 2
        case .right: 3
        case .up: 4
        case .down: 5
        case .scrollLeft: 6
        case .scrollRight: 7
        case .back: 8
        case .forward: 9
        }
    }

    /// Creates the button with that number; nil for any other number.
    public init?(number: Int) {
        guard let button = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = button
    }
}
