/// A size of a control: the names that Subdial gives the three forms of the Control Center.
package enum ControlForm: String, CaseIterable, Sendable, Codable {
    case small = "controlSmall"
    case medium = "controlMedium"
    case large = "controlLarge"

    /// The size in points: one, two by one, and two by two places of the Control Center on a phone of 393 points; an estimate that no device has confirmed.
    package var size: Size {
        switch self {
        case .small: Size(69, 69)
        case .medium: Size(153, 69)
        case .large: Size(153, 153)
        }
    }
}
