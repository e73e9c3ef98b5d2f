/// The styles of a gauge: those of SwiftUI, and three without texts.
public enum GaugeStyle: String, Hashable, Sendable, CaseIterable {
    /// An open ring with a fill.
    case gauge
    /// A closed ring with a fill.
    case circular
    /// A bar with a fill.
    case linear
    /// An open ring with a dot at the value, the value at its centre, and the bounds or the label in its gap.
    case accessoryCircular
    /// A closed ring with a fill and the value at its centre.
    case accessoryCircularCapacity
    /// A bar with a dot at the value, between its bounds or after the value.
    case accessoryLinear
    /// A bar with a fill between its bounds, with the label above it and the value below it.
    case accessoryLinearCapacity
    /// Like `accessoryLinearCapacity`, in the size of a widget.
    case linearCapacity

    /// True for a bar.
    var isLinear: Bool {
        switch self {
        case .linear, .accessoryLinear, .accessoryLinearCapacity, .linearCapacity: true
        case .gauge, .circular, .accessoryCircular, .accessoryCircularCapacity: false
        }
    }

    /// True if a dot marks the value, without a fill.
    var hasDot: Bool { self == .accessoryCircular || self == .accessoryLinear }

    /// True for a ring with a gap at the bottom.
    var isOpen: Bool { self == .gauge || self == .accessoryCircular }
}
