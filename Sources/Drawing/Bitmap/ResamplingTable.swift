/// Which source samples make up each sample of a line of another length, and with which weights.
struct ResamplingTable {
    /// The source samples of one new sample: `count` from `first` on, their weights from `offset` on.
    struct Taps {
        let first: Int
        let count: Int
        let offset: Int
    }

    private(set) var taps: [Taps] = []
    private(set) var weights: [Float] = []

    init(from source: Int, to target: Int) {
        taps.reserveCapacity(target)
        if target < source {
            addAreas(source, target)
        } else {
            addInterpolations(source, target)
        }
    }

    /// Each new sample covers `source`/`target` old ones.
    ///
    /// In units of 1/`target` of a sample all the edges are whole numbers, so nothing drifts.
    private mutating func addAreas(_ source: Int, _ target: Int) {
        for index in 0..<target {
            let (begin, end) = (index * source, (index + 1) * source)
            let first = begin / target
            let last = (end - 1) / target
            taps.append(Taps(first: first, count: last - first + 1, offset: weights.count))
            for sample in first...last {
                let covered = min(end, (sample + 1) * target) - max(begin, sample * target)
                weights.append(Float(covered) / Float(source))
            }
        }
    }

    /// Each new sample lies between two old ones, or beyond the outermost one, which then stands alone.
    private mutating func addInterpolations(_ source: Int, _ target: Int) {
        for index in 0..<target {
            let place = (Float(index) + 0.5) * Float(source) / Float(target) - 0.5
            let first = max(0, Int(place.rounded(.down)))
            let share = place - Float(first)
            if share <= 0 || first + 1 >= source {
                taps.append(Taps(first: min(first, source - 1), count: 1, offset: weights.count))
                weights.append(1)
            } else {
                taps.append(Taps(first: first, count: 2, offset: weights.count))
                weights += [1 - share, share]
            }
        }
    }
}
