/// A kind of service under which bridges announce themselves on the local network.
public enum ServiceType: String, CaseIterable, Hashable, Sendable {
    /// What newer bridges announce beside the older kind, under a name of their own.
    case bridge = "_uhc._tcp"
    /// What every bridge announces, most under the same name.
    case knob = "_roonknob._tcp"
}
