/// A variable of a front's environment.
public struct EnvironmentVariable: Equatable, Sendable {
    /// The name, before the first `=`.
    public var name: String
    /// The value, which may be empty.
    public var value: String

    /// A variable from its parts.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// A variable from the form `NAME=value`; nil where it has no such form.
    public init?(_ assignment: String) {
        guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        name = String(assignment[..<equals])
        value = String(assignment[assignment.utf8.index(after: equals)...])
    }

    /// Whether an answer may depend on the variable; no other leaves the front.
    public var counts: Bool {
        switch name {
        case "COLUMNS", "DBUS_SESSION_BUS_ADDRESS", "HOME", "LANG", "NO_COLOR", "PATH", "TERM", "TZ", "WAYBAR_OUTPUT_NAME": true
        default: name.hasPrefix("SUBDIAL_") || name.hasPrefix("XDG_") || name.hasPrefix("LC_") || name.hasPrefix("BLOCK_")
        }
    }
}
