import SubdialCPixels

/// The source samples and weights for each sample of a line of another length.
struct ResamplingTable {
    private typealias Taps = subdial_taps

    private var taps: [Taps] = []
    private var weights: [Float] = []

    /// Calls `body` with the samples for C, which are valid during the call; nil for an empty line.
    func withSamples(_ body: (subdial_samples?) -> Void) {
        taps.withUnsafeBufferPointer { taps in
            weights.withUnsafeBufferPointer { weights in
                guard let start = taps.baseAddress, let first = weights.baseAddress else { return body(nil) }
                body(subdial_samples(taps: start, count: taps.count, weights: first))
            }
        }
    }

    init(from source: Int, to target: Int) {
        taps.reserveCapacity(target)
        if target < source {
            addAreas(source, target)
        } else {
            addInterpolations(source, target)
        }
    }

    /// Adds the samples for a shorter line, each of which covers `source`/`target` old ones.
    ///
    /// In units of 1/`target` of a sample, all edges are integers, so that there are no rounding errors.
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

    /// Adds the samples for a longer line, each between two old ones, or beyond the outermost one, which is then used alone.
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
