/// A change of what a device really has as its volume, whatever the bridge reports of it.
package struct LevelChange: Sendable, Equatable {
    /// What changed the volume.
    package enum Cause: Sendable, Equatable {
        /// The start of the scenario.
        case start
        /// A cue: somebody else.
        case script
        /// A control; this is the body of the request.
        case request(String)
    }

    /// The scenario time of the change.
    package let time: Duration
    /// The id of the zone.
    package let zone: String
    /// The level on the device's own scale; also of a muted device.
    package let level: Double
    /// The range of the device at that time.
    package let range: ClosedRange<Double>
    /// True if the device is muted.
    package let isMuted: Bool
    /// What changed the volume.
    package let cause: Cause
}
