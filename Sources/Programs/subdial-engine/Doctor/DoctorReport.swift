import SubdialBasics

/// The results of the checks, one line each.
struct DoctorReport {
    private(set) var text = StyledText()
    private(set) var isHealthy = true

    /// Adds a successful or unnecessary check.
    mutating func good(_ name: String, _ detail: String) { add("✓", .good, name, detail) }

    /// Adds a check that shows a fault elsewhere, with its remedy.
    mutating func warning(_ name: String, _ detail: String) { add("!", .warning, name, detail) }

    /// Adds a failed check, with its remedy.
    mutating func bad(_ name: String, _ detail: String) {
        add("✗", .bad, name, detail)
        isHealthy = false
    }

    private mutating func add(_ sign: String, _ emphasis: Emphasis, _ name: String, _ detail: String) {
        text.append(sign, emphasis)
        text += " \(name.padded(columns: 13)) \(detail)\n"
    }
}
