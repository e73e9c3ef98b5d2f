/// What was found out, a line each.
struct DoctorReport {
    private(set) var text = ""
    private(set) var isHealthy = true

    /// Something that is as it should be, or that nobody needs.
    mutating func good(_ name: String, _ detail: String) { add("✓", name, detail) }

    /// Something that keeps what is set from working, and what to do about it.
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
