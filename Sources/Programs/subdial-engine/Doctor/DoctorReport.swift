/// The results of the checks, one line each.
struct DoctorReport {
    private(set) var text = StyledText()
    private(set) var isHealthy = true

    /// Adds a successful or unnecessary check.
    mutating func good(_ name: String, _ detail: String) { add("✓", .good, name, detail) }

    /// Adds a failed check, with its remedy.
    mutating func bad(_ name: String, _ detail: String) {
        add("✗", .bad, name, detail)
        isHealthy = false
    }

    private mutating func add(_ sign: String, _ emphasis: Emphasis, _ name: String, _ detail: String) {
        text.append(sign, emphasis)
        text += " \(name.padding(to: 14))\(detail)\n"
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
