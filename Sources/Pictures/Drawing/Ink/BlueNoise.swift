import Glibc

/// A tileable blue-noise threshold mask of 64 by 64 pixels, by Ulichney's void-and-cluster method (1993).
enum BlueNoise {
    /// The width and the height in pixels.
    static let side = 64

    /// The thresholds, each value once: above 0 and below 1, row by row.
    static let thresholds: [Float] = {
        var mask = VoidAndCluster()
        return mask.ranks().map { (Float($0) + 0.5) / Float(side * side) }
    }()
}

/// Ranks the pixels of a square in the order in which they are set so that every stage is evenly distributed.
private struct VoidAndCluster {
    private static let side = BlueNoise.side
    /// The weights of a set pixel in its neighbourhood: a Gaussian with a standard deviation of 1.5 pixels, cut off at four times that.
    private static let reach = 6
    private static let weights: [Float] = (0..<(2 * reach + 1) * (2 * reach + 1)).map { index in
        let (x, y) = (Float(index % (2 * reach + 1) - reach), Float(index / (2 * reach + 1) - reach))
        return expf(-(x * x + y * y) / (2 * 1.5 * 1.5))
    }

    private var isSet = [Bool](repeating: false, count: side * side)
    private var energy = [Float](repeating: 0, count: side * side)

    mutating func ranks() -> [Int] {
        let count = isSet.count
        // A tenth of the pixels, at deterministic positions.
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        var first = 0
        while first < count / 10 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let place = Int(truncatingIfNeeded: state >> 33) % count
            guard !isSet[place] else { continue }
            change(place, to: true)
            first += 1
        }
        // Moves the pixel in the tightest cluster to the largest void until nothing changes.
        for _ in 0..<count {
            let cluster = tightest()
            change(cluster, to: false)
            let void = largestVoid()
            change(void, to: true)
            if void == cluster { break }
        }
        let start = self
        var ranks = [Int](repeating: 0, count: count)
        for rank in (0..<first).reversed() {
            let cluster = tightest()
            change(cluster, to: false)
            ranks[cluster] = rank
        }
        self = start
        for rank in first..<count {
            let void = largestVoid()
            change(void, to: true)
            ranks[void] = rank
        }
        return ranks
    }

    private mutating func change(_ place: Int, to value: Bool) {
        isSet[place] = value
        let (side, reach, sign) = (Self.side, Self.reach, value ? Float(1) : -1)
        let (column, row) = (place % side, place / side)
        for y in -reach...reach {
            let line = (row + y + side) % side * side
            for x in -reach...reach {
                energy[line + (column + x + side) % side] += sign * Self.weights[(y + reach) * (2 * reach + 1) + x + reach]
            }
        }
    }

    private func tightest() -> Int {
        var best = (place: 0, energy: -Float.infinity)
        for place in isSet.indices where isSet[place] && energy[place] > best.energy { best = (place, energy[place]) }
        return best.place
    }

    private func largestVoid() -> Int {
        var best = (place: 0, energy: Float.infinity)
        for place in isSet.indices where !isSet[place] && energy[place] < best.energy { best = (place, energy[place]) }
        return best.place
    }
}
