/// What a pointer does on a line, by the numbers that X11 and the bars give it.
public enum ClickButton: String, Hashable, Sendable, CaseIterable {
    case left, middle, right
    /// The wheel.
    case up, down
    /// The wheel pushed sideways.
    case scrollLeft, scrollRight
    /// The buttons at the thumb.
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

    /// The button of that number; nil for all others.
    public init?(number: Int) {
        guard let button = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = button
    }
}
