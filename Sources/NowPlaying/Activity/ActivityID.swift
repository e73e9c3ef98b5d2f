import FoundationEssentials
import Playback
import Timeline

/// The name of one live activity: its zone and the moment from which it was wanted, such as `roon:1601bb42@2026-01-08T20:15:04Z`.
///
/// The same listening gives the same names, on any machine and after any restart.
public struct ActivityID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    /// The whole name.
    public let rawValue: String

    /// Takes a name as it is.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Names the activity of `zone` that begins at `start`.
    ///
    /// - Parameter previous: The zone's activity before: where that one has the same name, this one gets a number behind it, `#2` and up.
    public init(zone: ZoneID, start: Date, after previous: ActivityID? = nil) {
        let name = "\(zone)@\(start.iso8601)"
        guard let previous, previous.rawValue == name || previous.rawValue.hasPrefix(name + "#") else {
            rawValue = name
            return
        }
        rawValue = "\(name)#\((Int(previous.rawValue.dropFirst(name.count + 1)) ?? 1) + 1)"
    }

    /// The whole name.
    public var description: String { rawValue }

    /// By the text of the names.
    public static func < (left: ActivityID, right: ActivityID) -> Bool { left.rawValue < right.rawValue }
}
