/// A variable of a front's environment.
package struct EnvironmentVariable: Equatable, Sendable {
    /// The name, before the first `=`.
    package var name: String
    /// The value, which may be empty.
    package var value: String

    /// Makes a variable from its parts.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Parses the form `NAME=value`; nil for any other form.
    package init?(_ assignment: String) {
        guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        name = String(assignment[..<equals])
        value = String(assignment[assignment.utf8.index(after: equals)...])
    }

    /// True if an answer may depend on the variable; other variables are not sent to the engine.
    package var counts: Bool {
        switch name {
        case "COLUMNS", "DBUS_SESSION_BUS_ADDRESS", "HOME", "LANG", "NO_COLOR", "PATH", "TERM", "TZ", "WAYBAR_OUTPUT_NAME": true
        default: name.hasPrefix("SUBDIAL_") || name.hasPrefix("XDG_") || name.hasPrefix("LC_") || name.hasPrefix("BLOCK_")
        }
    }
}
