/// The layout of an HStack or a VStack.
///
/// The resulting size may exceed the proposal.
struct StackLayout {
    /// The default spacing between two views without preferences, in points.
    static let defaultSpacing = 8.0

    let axis: Axis
    var vertical = VerticalAlignment.center
    var horizontal = HorizontalAlignment.center
    let spacing: Double?
    let children: [LayoutBox]

    func arrange(_ proposal: ProposedSize) -> Arrangement {
        guard !children.isEmpty else { return .empty }
        let across = axis.other
        var proposals = lengths(proposal).map { self.proposal(along: $0, across: proposal[across]) }
        if proposal[across] == nil {
            // Without a proposed width across the stack, each child is proposed the width of the widest one.
            let widest = zip(children, proposals).map { $0.measure($1).size[across] }.max() ?? 0
            if widest.isFinite { for index in proposals.indices { proposals[index][across] = widest } }
        }
        return place(proposals)
    }

    /// Places the children one after the other, with their alignment guides on one line.
    private func place(_ proposals: [ProposedSize]) -> Arrangement {
        let across = axis.other
        let all = zip(children, proposals).map { $0.measure($1) }
        var span = GuideSpan()
        for child in all { span.add(length: child.size[across], guide: guide(child)) }
        var origins: [Point] = []
        origins.reserveCapacity(all.count)
        var position = 0.0
        for (index, child) in all.enumerated() {
            position += gap(before: index)
            var origin = Point.zero
            origin[axis] = position
            origin[across] = span.offset(guide: guide(child))
            origins.append(origin)
            position += child.size[axis]
        }
        var size = Size.zero
        size[axis] = position
        size[across] = span.length
        var result = Dimensions(size)
        result.adoptGuides(from: all, at: origins)
        return Arrangement(dimensions: result, origins: origins, proposals: proposals)
    }

    private func guide(_ child: Dimensions) -> Double {
        axis == .horizontal ? child[vertical] : child[horizontal]
    }

    /// The spacing before a child: an explicit spacing applies between all views.
    private func gap(before index: Int) -> Double {
        guard index > 0 else { return 0 }
        return spacing ?? Self.distance(from: children[index - 1], to: children[index], along: axis)
    }

    /// The default distance between two views along an axis, by their preferences.
    static func distance(from first: LayoutBox, to second: LayoutBox, along axis: Axis) -> Double {
        first.edges(along: axis).last.distance(to: second.edges(along: axis).first)
    }

    private func proposal(along length: Double?, across other: Double?) -> ProposedSize {
        var proposal = ProposedSize.unspecified
        proposal[axis] = length
        proposal[axis.other] = other
        return proposal
    }

    /// The proposed length of each child along the stack.
    private func lengths(_ proposal: ProposedSize) -> [Double?] {
        guard let offered = proposal[axis] else { return children.map { _ in nil } }
        let across = proposal[axis.other]
        let gaps = children.indices.reduce(0) { $0 + gap(before: $1) }
        let sharing = LengthSharing(priorities: children.map(\.priority)) { index, length in
            children[index].measure(self.proposal(along: length, across: across)).size[axis]
        }
        return sharing.shares(of: offered - gaps)
    }
}

/// The line between two views.
public enum Divider {
    /// The thickness in points; drawn as at least one device pixel.
    public static let thickness = 0.5
}
