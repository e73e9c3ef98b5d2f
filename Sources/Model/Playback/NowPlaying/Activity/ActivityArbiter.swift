import FoundationEssentials
import SubdialTimeline

/// The content of the Dynamic Island.
public enum DynamicIsland: Hashable, Sendable {
    /// No running activity.
    case none
    /// The only running activity, on both sides of the camera.
    case compact(ActivityID)
    /// Two activities: one attached to the camera, one detached in a circle.
    case minimal(attached: ActivityID, detached: ActivityID)
    /// An alerting activity, expanded regardless of the others.
    case expanded(ActivityID)
}

/// The arrangement of several live activities on the screen.
///
/// The order is ActivityKit's: by descending relevance score, then by start date.
public struct ActivityArbiter: Hashable, Sendable {
    /// The content of the Dynamic Island: running activities only.
    public let island: DynamicIsland
    /// The activities on the lock screen, from the top by rank; ended ones have the lowest score.
    public let lockScreen: [ActivityID]

    /// Arranges activities, each as of its own clock.
    public init(_ activities: [Activity]) {
        let ranked = activities.filter { $0.state.isRunning || $0.state == .ended }.sorted(by: Self.comesFirst)
        lockScreen = ranked.map(\.id)
        let running = ranked.filter(\.state.isRunning)
        var alerted: Activity?
        for activity in running {
            // The latest alert wins; of two at the same time, the one of higher rank.
            guard let ends = activity.alertEnds else { continue }
            if let latest = alerted?.alertEnds, latest >= ends { continue }
            alerted = activity
        }
        if let alerted {
            island = .expanded(alerted.id)
        } else if let first = running.first {
            island = running.count == 1 ? .compact(first.id) : .minimal(attached: first.id, detached: running[1].id)
        } else {
            island = .none
        }
    }

    private static func comesFirst(_ left: Activity, _ right: Activity) -> Bool {
        if left.relevance != right.relevance { return left.relevance > right.relevance }
        return (left.start, left.id) < (right.start, right.id)
    }
}

extension DynamicIsland: CustomStringConvertible {
    /// The island as text: `compact roon:1601bb42@2026-01-08T20:15:04Z`.
    public var description: String {
        switch self {
        case .none: "none"
        case .compact(let id): "compact \(id)"
        case .minimal(let attached, let detached): "minimal \(attached) + \(detached)"
        case .expanded(let id): "expanded \(id)"
        }
    }
}

/// The JSON form is `{"presentation": "compact", "id": …}`, with `attached` and `detached` in place of `id` for `minimal`.
extension DynamicIsland: Codable {
    private enum Key: String, CodingKey {
        case presentation, id, attached, detached
    }

    private enum Presentation: String, Codable {
        case none, compact, minimal, expanded
    }

    /// Decodes the format of ``encode(to:)``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        switch try values.decode(Presentation.self, forKey: .presentation) {
        case .none: self = .none
        case .compact: self = .compact(try values.decode(ActivityID.self, forKey: .id))
        case .expanded: self = .expanded(try values.decode(ActivityID.self, forKey: .id))
        case .minimal:
            self = .minimal(
                attached: try values.decode(ActivityID.self, forKey: .attached),
                detached: try values.decode(ActivityID.self, forKey: .detached))
        }
    }

    /// Encodes the presentation and its activities.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .none: try values.encode(Presentation.none, forKey: .presentation)
        case .compact(let id):
            try values.encode(Presentation.compact, forKey: .presentation)
            try values.encode(id, forKey: .id)
        case .expanded(let id):
            try values.encode(Presentation.expanded, forKey: .presentation)
            try values.encode(id, forKey: .id)
        case .minimal(let attached, let detached):
            try values.encode(Presentation.minimal, forKey: .presentation)
            try values.encode(attached, forKey: .attached)
            try values.encode(detached, forKey: .detached)
        }
    }
}

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
