/// One measurement: a line of tab-separated fields, which `Scripts/bench` collects.
struct Record {
    /// The counterpart of the measured work, measured in the same run.
    struct Peer {
        let name: String
        let value: Double
    }

    /// The name of the measurement, which identifies it in later runs.
    let name: String
    let value: Double
    /// `ms`, `µs` and `s` for times; others such as `kB` otherwise.
    let unit: String
    /// The relative spread of the value, or with a peer of the ratio.
    var spread = 0.0
    var peer: Peer?
    /// The limit of the ratio, or without a peer of the value, such as `<= 0.25` or `>= 2`; empty for no aim.
    var aim = ""
    var note = ""

    /// The fields in the order in which `Scripts/benchmarks/records.py` reads them.
    var line: String {
        [name, "\(value)", unit, "\(spread)", peer?.name ?? "", peer.map { "\($0.value)" } ?? "", aim, note].joined(separator: "\t")
    }
}

/// Prints the record of a time.
///
/// - Parameter peer: The name and the times of its counterpart in the same rounds.
func report(_ name: String, _ timing: Timing, beside peer: (name: String, timing: Timing)? = nil, note: String = "") {
    let record = Record(
        name: name, value: timing.median, unit: "ms", spread: peer.map { timing.spread(beside: $0.timing) } ?? timing.spread,
        peer: peer.map { .init(name: $0.name, value: $0.timing.median) }, note: note)
    print(record.line)
}

/// Prints the record of any other value.
///
/// - Parameter peer: The name and the value of its counterpart.
func report(_ name: String, _ value: Double, _ unit: String, beside peer: (name: String, value: Double)? = nil, note: String = "") {
    print(Record(name: name, value: value, unit: unit, peer: peer.map { .init(name: $0.name, value: $0.value) }, note: note).line)
}
