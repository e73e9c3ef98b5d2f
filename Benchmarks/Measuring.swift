/// Returns the median durations of several functions in milliseconds, each of `rounds` runs.
///
/// The functions run alternately, so that noise affects all of them equally.
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
    /// The number with two decimals.
    var short: String {
        let hundredths = Int((self * 100).rounded())
        return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
    }
}
