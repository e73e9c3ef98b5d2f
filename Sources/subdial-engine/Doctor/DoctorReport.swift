/// The results of the checks, one line each.
struct DoctorReport {
    private(set) var text = ""
    private(set) var isHealthy = true

    /// Adds a successful or unnecessary check.
    mutating func good(_ name: String, _ detail: String) { add("✓", name, detail) }

    /// Adds a failed check, with its remedy.
    mutating func bad(_ name: String, _ detail: String) {
        add("✗", name, detail)
        isHealthy = false
    }

    private mutating func add(_ sign: String, _ name: String, _ detail: String) {
        text += "\(sign) \(name.padding(to: 14))\(detail)\n"
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
