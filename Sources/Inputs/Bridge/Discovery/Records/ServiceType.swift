/// A DNS-SD service type under which bridges announce themselves.
package enum ServiceType: String, CaseIterable, Hashable, Sendable {
    /// The type that newer bridges announce in addition, under a separate name.
    case bridge = "_uhc._tcp"
    /// The type that every bridge announces, most of them under the same name.
    case knob = "_roonknob._tcp"
}
