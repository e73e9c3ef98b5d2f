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
