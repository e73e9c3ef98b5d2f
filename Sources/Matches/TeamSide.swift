/// One of the two teams.
public enum TeamSide: String, Hashable, Sendable, Codable, CaseIterable {
    case home, away

    /// The opponent.
    public var other: TeamSide { self == .home ? .away : .home }
}

/// A value for each team.
public struct BothSides<Element> {
    /// The home team's.
    public var home: Element
    /// The away team's.
    public var away: Element

    /// Makes a pair.
    public init(home: Element, away: Element) {
        self.home = home
        self.away = away
    }

    /// Makes a pair of equal values.
    public init(both element: Element) {
        self.init(home: element, away: element)
    }

    /// The value of one team.
    public subscript(side: TeamSide) -> Element {
        get { side == .home ? home : away }
        set { if side == .home { home = newValue } else { away = newValue } }
    }
}

extension BothSides: Equatable where Element: Equatable {}
extension BothSides: Hashable where Element: Hashable {}
extension BothSides: Sendable where Element: Sendable {}
extension BothSides: Codable where Element: Codable {}
