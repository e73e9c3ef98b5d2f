/// How a length is shared out among views side by side, as stacks do it, grids for their columns and rows, and islands for their rows.
///
/// Views of a higher priority go first, and what those below need at least is kept back for them. Among equals the least flexible goes
/// first; each is offered an equal share of what is left, and what it does not take is left to those after it.
struct LengthSharing {
    /// Which of the views goes before which.
    let priorities: [Double]
    /// What the view of an index takes of a length, from 0 to infinity.
    let taken: (Int, Double) -> Double

    /// What each view is to be offered of `length`, from which the distances between them are already off.
    func shares(of length: Double) -> [Double] {
        let indices = priorities.indices
        guard length.isFinite else { return indices.map { _ in length } }
        guard indices.count > 1 else { return indices.map { _ in max(0, length) } }
        var shares = [Double](repeating: 0, count: indices.count)
        var left = length
        var waiting = Array(indices)
        while let highest = waiting.lazy.map({ priorities[$0] }).max() {
            let group = waiting.filter { priorities[$0] == highest }
            waiting.removeAll { priorities[$0] == highest }
            let reserved = waiting.reduce(0) { $0 + taken($1, 0) }
            var members = group.count
            for index in byFlexibility(group) {
                let share = max(0, (left - reserved) / Double(members))
                shares[index] = share
                left -= taken(index, share)
                members -= 1
            }
        }
        return shares
    }

    /// The least flexible first; of the endlessly flexible those that need most; otherwise in their own order.
    private func byFlexibility(_ group: [Int]) -> [Int] {
        guard group.count > 1 else { return group }
        var sorted: [(index: Int, least: Double, flexibility: Double)] = []
        sorted.reserveCapacity(group.count)
        for index in group {
            let least = taken(index, 0)
            let candidate = (index: index, least: least, flexibility: taken(index, .infinity).distance(from: least))
            // An insertion keeps those that differ by no more than noise in their order.
            var place = sorted.count
            while place > 0, Self.goesBefore(candidate, sorted[place - 1]) { place -= 1 }
            sorted.insert(candidate, at: place)
        }
        return sorted.map(\.index)
    }

    private static func goesBefore(
        _ one: (index: Int, least: Double, flexibility: Double), _ other: (index: Int, least: Double, flexibility: Double)
    ) -> Bool {
        if one.flexibility.isInfinite, other.flexibility.isInfinite { return one.least > other.least + .noise }
        return one.flexibility + .noise < other.flexibility
    }
}
