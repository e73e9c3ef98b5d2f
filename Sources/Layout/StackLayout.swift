/// How an HStack or a VStack shares out its length.
///
/// The least flexible views are asked first, those of a higher layout priority before all others, and each is offered an equal share of
/// what is left. What the stack takes may be more than it was offered.
struct StackLayout {
    /// Between two views where nothing else is said.
    static let defaultSpacing = 8.0

    let axis: Axis
    var vertical = VerticalAlignment.center
    var horizontal = HorizontalAlignment.center
    let spacing: Double?
    let children: [LayoutBox]

    struct Result {
        var dimensions: Dimensions
        /// From the stack's top left corner.
        var origins: [Point]
        /// What each child is to be placed with.
        var proposals: [ProposedSize]
    }

    func measure(_ proposal: ProposedSize) -> Dimensions { layOut(proposal).dimensions }

    func layOut(_ proposal: ProposedSize) -> Result {
        guard !children.isEmpty else { return Result(dimensions: Dimensions(.zero), origins: [], proposals: []) }
        let across = axis.other
        let shares = lengths(proposal)
        var proposals = shares.map { self.proposal(along: $0, across: proposal[across]) }
        if proposal[across] == nil {
            // Nothing was said of the width across: each child gets what the widest one took.
            let widest = zip(children, proposals).map { $0.measure($1).size[across] }.max() ?? 0
            if widest.isFinite { for index in proposals.indices { proposals[index][across] = widest } }
        }
        return place(proposals)
    }

    /// Sets the children one behind the other, their lines of alignment on one line.
    private func place(_ proposals: [ProposedSize]) -> Result {
        let across = axis.other
        let all = zip(children, proposals).map { $0.measure($1) }
        let guides = all.map { guide($0) }
        let before = guides.max() ?? 0
        let behind = zip(all, guides).map { $0.size[across].isFinite ? $0.size[across] - $1 : .infinity }.max() ?? 0
        var origins: [Point] = []
        var position = 0.0
        for (index, child) in all.enumerated() {
            if index > 0 { position += gap(before: index) }
            var origin = Point.zero
            origin[axis] = position
            origin[across] = before.distance(from: guides[index])
            origins.append(origin)
            position += child.size[axis]
        }
        var size = Size.zero
        size[axis] = position
        size[across] = before.distance(from: -behind)
        var result = Dimensions(size)
        result.takeBaselines(from: zip(all, origins).map { ($0, $1.y) })
        return Result(dimensions: result, origins: origins, proposals: proposals)
    }

    private func guide(_ child: Dimensions) -> Double {
        axis == .horizontal ? child[vertical] : child[horizontal]
    }

    /// A spacer is its own distance.
    private func gap(before index: Int) -> Double {
        children[index].isSpacer || children[index - 1].isSpacer ? 0 : spacing ?? Self.defaultSpacing
    }

    private var totalGaps: Double {
        children.indices.dropFirst().reduce(0) { $0 + gap(before: $1) }
    }

    private func proposal(along length: Double?, across other: Double?) -> ProposedSize {
        var proposal = ProposedSize.unspecified
        proposal[axis] = length
        proposal[axis.other] = other
        return proposal
    }

    /// What each child is offered along the stack.
    private func lengths(_ proposal: ProposedSize) -> [Double?] {
        guard let offered = proposal[axis] else { return children.map { _ in nil } }
        guard offered.isFinite else { return children.map { _ in offered } }
        let across = proposal[axis.other]
        let least = children.map { $0.measure(self.proposal(along: 0, across: across)).size[axis] }
        let most = children.map { $0.measure(self.proposal(along: .infinity, across: across)).size[axis] }
        var shares = [Double?](repeating: nil, count: children.count)
        var left = offered - totalGaps
        for priority in Set(children.map(\.priority)).sorted(by: >) {
            let group = children.indices.filter { children[$0].priority == priority }
            let reserved = children.indices.filter { children[$0].priority < priority }.reduce(0) { $0 + least[$1] }
            var waiting = group.count
            for index in group.sortedByFlexibility(least: least, most: most) {
                let share = max(0, (left - reserved) / Double(waiting))
                shares[index] = share
                left -= children[index].measure(self.proposal(along: share, across: across)).size[axis]
                waiting -= 1
            }
        }
        return shares
    }
}

/// The line between two views.
public enum Divider {
    /// Points; drawn as one device pixel or more.
    public static let thickness = 0.5
}

extension Array where Element == Int {
    /// The least flexible first; of the endlessly flexible those that need most; otherwise in their own order.
    fileprivate func sortedByFlexibility(least: [Double], most: [Double]) -> [Int] {
        enumerated().sorted { left, right in
            let first = most[left.element].distance(from: least[left.element])
            let second = most[right.element].distance(from: least[right.element])
            if first == second, first.isInfinite, least[left.element] != least[right.element] {
                return least[left.element] > least[right.element]
            }
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }
}
