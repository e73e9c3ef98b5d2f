/// Where the children of a container stand in it, as if its leading edge were on the left.
struct Arrangement {
    var dimensions: Dimensions
    /// From the container's top leading corner.
    var origins: [Point]
    /// What each child is to be placed with.
    var proposals: [ProposedSize]

    static let empty = Arrangement(dimensions: Dimensions(.zero), origins: [], proposals: [])
}

/// The room that views take together when their lines of alignment are laid on each other.
struct GuideSpan {
    /// The most that any view has before the line; nil where there is none yet.
    private(set) var before: Double?
    private var behind = 0.0

    /// Lays a view of `length` with its line at `guide` on the others.
    mutating func add(length: Double, guide: Double) {
        let rest = length.isFinite ? length - guide : .infinity
        behind = before == nil ? rest : max(behind, rest)
        before = max(before ?? guide, guide)
    }

    /// From the first edge to the last.
    var length: Double {
        guard let before else { return 0 }
        return before.distance(from: -behind)
    }

    /// How far a view with its line at `guide` stands from the first edge.
    func offset(guide: Double) -> Double { (before ?? 0).distance(from: guide) }
}

extension Dimensions {
    /// Carries the guides of children outwards, each child with its place in the container.
    ///
    /// Of baselines the topmost first and the lowest last one count; of other lines only those that `alignmentGuide` set, and where it set
    /// several, their mean.
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

    /// Whether `alignmentGuide` set any line.
    var hasGuides: Bool { !verticalGuides.isEmpty || !horizontalGuides.isEmpty }
}
