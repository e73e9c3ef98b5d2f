import SubdialLayout

/// The frame of what is drawn in no family, such as the view of a preview: it has no margins, no corners, and a screen's background.
package enum ViewFrame: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The whole screen of the device.
    case screen
    /// As large as the view, if it is offered the screen of the device.
    case fits
    /// A size in points.
    case fixed(width: Double, height: Double)
    /// A control in the Control Center, which is always dark and has no background.
    case control(ControlForm)

    /// The word in names of snapshots.
    package var description: String {
        switch self {
        case .screen: "screen"
        case .fits: "fits"
        case .fixed(let width, let height): "\(Int(Self.length(width).rounded()))x\(Int(Self.length(height).rounded()))"
        case .control(let form): form.rawValue
        }
    }

    /// The size of a control; nil for a view.
    package var control: ControlForm? { if case .control(let form) = self { form } else { nil } }

    /// The greatest width and height of a picture, in points: those of a large desktop.
    private static let longest = 5_000.0

    /// The size that the view is offered.
    func size(on device: Device) -> Size {
        switch self {
        case .screen, .fits: device.screen
        case .fixed(let width, let height): Size(Self.length(width), Self.length(height))
        case .control(let form): form.size
        }
    }

    /// A length within the limits.
    private static func length(_ value: Double) -> Double { value.isFinite ? min(max(value, 1), longest) : 1 }
}
