import FoundationEssentials
import SubdialTimeline

/// The ID of a live activity: its zone and its requested start, such as `roon:1601bb42@2026-01-08T20:15:04Z`.
///
/// IDs are deterministic: the same playback has the same IDs on any machine and after any restart.
public struct ActivityID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    /// The whole ID.
    public let rawValue: String

    /// Creates an ID from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates the ID of the activity of `zone` that begins at `start`.
    ///
    /// - Parameter previous: The zone's previous activity; if it has the same ID, a number of `#2` or more is appended.
    public init(zone: ZoneID, start: Date, after previous: ActivityID? = nil) {
        let name = "\(zone)@\(start.iso8601)"
        guard let previous, previous.rawValue == name || previous.rawValue.hasPrefix(name + "#") else {
            rawValue = name
            return
        }
        rawValue = "\(name)#\((Int(previous.rawValue.dropFirst(name.count + 1)) ?? 1) + 1)"
    }

    /// The whole ID.
    public var description: String { rawValue }

    /// Compares the texts of the IDs.
    public static func < (left: ActivityID, right: ActivityID) -> Bool { left.rawValue < right.rawValue }
}
