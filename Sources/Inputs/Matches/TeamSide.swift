/// One of the two teams.
package enum TeamSide: String, Hashable, Sendable, Codable, CaseIterable {
    case home, away

    /// The opponent.
    package var other: TeamSide { self == .home ? .away : .home }
}

/// A value for each team.
package struct BothSides<Element> {
    /// The home team's.
    package var home: Element
    /// The away team's.
    package var away: Element

    /// Makes a pair.
    package init(home: Element, away: Element) {
        self.home = home
        self.away = away
    }

    /// Makes a pair of equal values.
    package init(both element: Element) {
        self.init(home: element, away: element)
    }

    /// The value of one team.
    package subscript(side: TeamSide) -> Element {
        get { side == .home ? home : away }
        set { if side == .home { home = newValue } else { away = newValue } }
    }
}

extension BothSides: Equatable where Element: Equatable {}
extension BothSides: Hashable where Element: Hashable {}
extension BothSides: Sendable where Element: Sendable {}
extension BothSides: Codable where Element: Codable {}
