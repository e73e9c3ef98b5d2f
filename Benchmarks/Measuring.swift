/// The median of `rounds` runs of each of several pieces of work, in milliseconds; run in turn, so that all meet the same noise.
func medians(rounds: Int, _ works: [() throws -> Void]) throws -> [Double] {
    var times = [[Double]](repeating: [], count: works.count)
    let clock = ContinuousClock()
    for _ in 0..<rounds {
        for (index, work) in works.enumerated() {
            let duration = try clock.measure(work).components
            times[index].append(Double(duration.seconds) * 1e3 + Double(duration.attoseconds) * 1e-15)
        }
    }
    return times.map { $0.sorted()[$0.count / 2] }
}

/// Prints one line of the report.
func report(_ what: String, _ value: String) {
    print(what + String(repeating: " ", count: max(1, 58 - what.count)) + value)
}

extension Double {
    /// With two digits behind the point.
    var short: String {
        let hundredths = Int((self * 100).rounded())
        return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
    }
}
