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
    /// The topmost first baseline and the lowest last baseline are used, and of guides of the user's the mean of those that are set. Other
    /// guides end at the container.
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
        var (down, across): ([VerticalAlignment: [Double]], [HorizontalAlignment: [Double]]) = ([:], [:])
        for (child, origin) in zip(children, origins) {
            guard let guides = child.guides?.moved(by: origin) else { continue }
            for (alignment, line) in guides.vertical where alignment.isCustom { down[alignment, default: []].append(line) }
            for (alignment, line) in guides.horizontal where alignment.isCustom { across[alignment, default: []].append(line) }
        }
        guard !down.isEmpty || !across.isEmpty else { return }
        var guides = guides ?? AlignmentGuides()
        for (alignment, lines) in down { guides.vertical[alignment] = lines.reduce(0, +) / Double(lines.count) }
        for (alignment, lines) in across { guides.horizontal[alignment] = lines.reduce(0, +) / Double(lines.count) }
        self.guides = guides
    }
}
