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
    /// Takes over the guides of the children, whose origins in the container are given.
    ///
    /// The topmost first baseline and the lowest last baseline are used. Of the other guides, only those set by `alignmentGuide` are used; if
    /// there are several, their mean.
    mutating func adoptGuides(from children: [Dimensions], at origins: [Point]) {
        for (child, origin) in zip(children, origins) {
            if let line = child.guides?.vertical[.firstTextBaseline] ?? child.firstBaseline {
                firstBaseline = min(firstBaseline ?? .infinity, line + origin.y)
            }
            if let line = child.guides?.vertical[.lastTextBaseline] ?? child.lastBaseline {
                lastBaseline = max(lastBaseline ?? -.infinity, line + origin.y)
            }
        }
        guard children.contains(where: { $0.guides != nil }) else { return }
        var guides = guides ?? AlignmentGuides()
        let moved = zip(children, origins).compactMap { child, origin in child.guides?.moved(by: origin) }
        for alignment in [VerticalAlignment.top, .center, .bottom] {
            let lines = moved.compactMap { $0.vertical[alignment] }
            if !lines.isEmpty { guides.vertical[alignment] = lines.reduce(0, +) / Double(lines.count) }
        }
        for alignment in HorizontalAlignment.allCases {
            let lines = moved.compactMap { $0.horizontal[alignment] }
            if !lines.isEmpty { guides.horizontal[alignment] = lines.reduce(0, +) / Double(lines.count) }
        }
        if guides != AlignmentGuides() { self.guides = guides }
    }
}
