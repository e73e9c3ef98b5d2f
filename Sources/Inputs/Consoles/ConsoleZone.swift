/// The colour zone of a level on the console's meters.
package enum ConsoleZone: String, Hashable, Sendable, CaseIterable {
    /// From −6 dB.
    case red
    /// From −12 dB.
    case orange
    /// From −18 dB.
    case yellow
    /// Below −18 dB.
    case green

    /// The zone of a level in dB; the lower bounds are inclusive.
    package init(decibels: Double) {
        self =
            switch decibels {
            case (-6)...: .red
            case (-12)...: .orange
            case (-18)...: .yellow
            default: .green
            }
    }
}
