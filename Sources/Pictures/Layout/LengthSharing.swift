/// The distribution of a length among views in a row: by stacks, by grids for their columns and rows, and by islands for their rows.
///
/// Views of a higher priority go first; the minimum lengths of those with a lower priority are reserved. Among views of equal priority the
/// least flexible goes first. Each is proposed an equal share of the remaining length, and the length that it does not take remains for the
/// views after it.
struct LengthSharing {
    /// The priority of each view.
    let priorities: [Double]
    /// The length that the view at an index takes for a proposed length, from 0 to infinity.
    let taken: (Int, Double) -> Double

    /// The proposed length for each view; `length` must not include the spacing.
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

    /// Sorts the least flexible first, and infinitely flexible ones by descending minimum length; otherwise the order stays.
    private func byFlexibility(_ group: [Int]) -> [Int] {
        guard group.count > 1 else { return group }
        var sorted: [(index: Int, least: Double, flexibility: Double)] = []
        sorted.reserveCapacity(group.count)
        for index in group {
            let least = taken(index, 0)
            let candidate = (index: index, least: least, flexibility: taken(index, .infinity).distance(from: least))
            // An insertion sort keeps the order of views that differ by less than `noise`.
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
