/// A step that the package manager reports while it builds.
package enum BuildStep {
    /// The words for a line of its output, such as `Compiling Widgets Card.swift (12 of 40)`; nil for a line without a step.
    package static func words(_ line: String) -> String? {
        guard let found = line.firstMatch(of: /^\[(\d+)\/(\d+)\] (.+)$/) else {
            // Another process that builds in the same folder.
            return line.contains("Another instance of SwiftPM") || line.hasPrefix("Fetching ") ? String(line.prefix(160)) : nil
        }
        return "\(found.output.3.prefix(120)) (\(found.output.1) of \(found.output.2))"
    }
}
