import SubdialLayout

/// The frame of a view that is drawn alone, such as in a preview: it has no margins, no corners, and a screen's background.
package enum ViewFrame: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The whole screen of the device.
    case screen
    /// As large as the view, if it is offered the screen of the device.
    case fits
    /// A size in points.
    case fixed(width: Double, height: Double)

    /// The word in names of snapshots.
    package var description: String {
        switch self {
        case .screen: "screen"
        case .fits: "fits"
        case .fixed(let width, let height): "\(Int(Self.length(width).rounded()))x\(Int(Self.length(height).rounded()))"
        }
    }

    /// The greatest width and height of a picture, in points: those of a large desktop.
    private static let longest = 5_000.0

    /// The size that the view is offered.
    func size(on device: Device) -> Size {
        guard case .fixed(let width, let height) = self else { return device.screen }
        return Size(Self.length(width), Self.length(height))
    }

    /// A length within the limits.
    private static func length(_ value: Double) -> Double { value.isFinite ? min(max(value, 1), longest) : 1 }
}
