/// The positions of the children in a container, computed as if its leading edge were on the left.
struct Arrangement {
    var dimensions: Dimensions
    /// The positions of the children, relative to the container's top leading corner.
    var origins: [Point]
    /// The final proposal for each child.
    var proposals: [ProposedSize]

    static let empty = Arrangement(dimensions: Dimensions(.zero), origins: [], proposals: [])
}

/// The total extent of views whose alignment guides lie on one line.
struct GuideSpan {
    /// The greatest extent of any view before the line; nil before the first view is added.
    private(set) var before: Double?
    private var behind = 0.0

    /// Adds a view of `length` whose guide is at `guide`.
    mutating func add(length: Double, guide: Double) {
        let rest = length.isFinite ? length - guide : .infinity
        behind = before == nil ? rest : max(behind, rest)
        before = max(before ?? guide, guide)
    }

    /// The distance between the outermost edges.
    var length: Double {
        guard let before else { return 0 }
        return before.distance(from: -behind)
    }

    /// The distance of a view with its guide at `guide` from the first edge.
    func offset(guide: Double) -> Double { (before ?? 0).distance(from: guide) }
}

extension Dimensions {
    /// Takes over the guides of the children, each with its origin in the container.
    ///
    /// The topmost first baseline and the lowest last baseline are used. Of the other guides, only those set by `alignmentGuide` are used; if
    /// there are several, their mean.
    mutating func takeGuides(from children: [(Dimensions, Point)]) {
        for (child, origin) in children {
            if let line = child.verticalGuides[.firstTextBaseline] ?? child.firstBaseline {
                firstBaseline = min(firstBaseline ?? .infinity, line + origin.y)
            }
            if let line = child.verticalGuides[.lastTextBaseline] ?? child.lastBaseline {
                lastBaseline = max(lastBaseline ?? -.infinity, line + origin.y)
            }
        }
        guard children.contains(where: { $0.0.hasGuides }) else { return }
        for alignment in [VerticalAlignment.top, .center, .bottom] {
            let lines = children.compactMap { child, origin in child.verticalGuides[alignment].map { $0 + origin.y } }
            if !lines.isEmpty { verticalGuides[alignment] = lines.reduce(0, +) / Double(lines.count) }
        }
        for alignment in HorizontalAlignment.allCases {
            let lines = children.compactMap { child, origin in child.horizontalGuides[alignment].map { $0 + origin.x } }
            if !lines.isEmpty { horizontalGuides[alignment] = lines.reduce(0, +) / Double(lines.count) }
        }
    }

    /// True if `alignmentGuide` set a guide.
    var hasGuides: Bool { !verticalGuides.isEmpty || !horizontalGuides.isEmpty }
}
