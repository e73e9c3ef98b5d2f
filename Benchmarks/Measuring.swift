import FoundationEssentials

/// The durations of the same work in several rounds.
struct Timing {
    /// The durations in milliseconds, in the order of the rounds.
    var rounds: [Double] = []

    /// The median in milliseconds.
    var median: Double { rounds.middle }

    /// The relative spread of the rounds.
    var spread: Double { rounds.spread }

    /// The relative spread of the ratio to another work of the same rounds.
    func spread(beside other: Timing) -> Double { zip(rounds, other.rounds).map { $0 / $1 }.spread }
}

/// Returns the durations of several functions, each of `rounds` runs.
///
/// The functions run alternately, so that noise affects all of them equally.
func timings(rounds: Int, _ works: [() throws -> Void]) throws -> [Timing] {
    var times = [Timing](repeating: Timing(), count: works.count)
    let clock = ContinuousClock()
    for _ in 0..<rounds {
        for (index, work) in works.enumerated() { times[index].rounds.append(try clock.measure(work) / .milliseconds(1)) }
    }
    return times
}

extension [Double] {
    /// The median; 0 for no numbers.
    var middle: Double { isEmpty ? 0 : sorted()[count / 2] }

    /// Half the interquartile range over the median.
    var spread: Double {
        let sorted = sorted()
        guard sorted.count > 3, sorted[count / 2] > 0 else { return 0 }
        return (sorted[count * 3 / 4] - sorted[count / 4]) / 2 / sorted[count / 2]
    }
}

/// The memory of a process, as the kernel reports it.
enum Memory {
    /// Returns the resident memory of a process in kB.
    static func resident(_ process: String = "self") -> Double { field("VmRSS:", process) }

    /// Returns the peak of this process's resident memory in kB.
    static func peak() -> Double { field("VmHWM:", "self") }

    /// Makes the current memory the peak.
    static func resetPeak() { try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs")) }

    private static func field(_ name: String, _ process: String) -> Double {
        let status = String(decoding: FileManager.default.contents(atPath: "/proc/\(process)/status") ?? Data(), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return Double(line.filter(\.isNumber)) ?? 0
    }
}
