/// The styles of a gauge: SwiftUI's, and three without texts.
public enum GaugeStyle: String, Hashable, Sendable, CaseIterable {
    /// An open ring that is filled.
    case gauge
    /// A closed ring that is filled.
    case circular
    /// A bar that is filled.
    case linear
    /// An open ring with a dot at the value, the value in it, and the bounds or the label in its gap.
    case accessoryCircular
    /// A closed ring that is filled, with the value in it.
    case accessoryCircularCapacity
    /// A bar with a dot at the value, between its bounds or behind the value.
    case accessoryLinear
    /// A bar that is filled, the label above it and the value below, between its bounds.
    case accessoryLinearCapacity
    /// The same in the size of a widget.
    case linearCapacity

    /// True for a bar.
    var isLinear: Bool {
        switch self {
        case .linear, .accessoryLinear, .accessoryLinearCapacity, .linearCapacity: true
        case .gauge, .circular, .accessoryCircular, .accessoryCircularCapacity: false
        }
    }

    /// True where a dot stands at the value, and nothing is filled.
    var hasDot: Bool { self == .accessoryCircular || self == .accessoryLinear }

    /// True for a ring that is open below.
    var isOpen: Bool { self == .gauge || self == .accessoryCircular }
}
