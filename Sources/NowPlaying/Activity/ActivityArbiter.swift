import Timeline

/// What stands in the Dynamic Island.
public enum DynamicIsland: Hashable, Sendable {
    /// Nothing runs.
    case none
    /// The only activity that runs, on both sides of the camera.
    case compact(ActivityID)
    /// Two activities: the one joined to the camera, and the one in a circle of its own.
    case minimal(attached: ActivityID, detached: ActivityID)
    /// An activity that alerts, alone whatever else runs.
    case expanded(ActivityID)
}

/// Who of several live activities is shown where.
///
/// The order is ActivityKit's: by score, the highest first, and of equal scores the one that started first.
public struct ActivityArbiter: Hashable, Sendable {
    /// What stands in the Dynamic Island: only what runs.
    public let island: DynamicIsland
    /// What stands on the lock screen, from the top: what runs, then what has ended.
    public let lockScreen: [ActivityID]

    /// Decides between activities, each as of its own clock.
    public init(_ activities: [Activity]) {
        let ranked = activities.filter { $0.state.isRunning || $0.state == .ended }.sorted(by: Self.comesFirst)
        lockScreen = ranked.map(\.id)
        let running = ranked.filter(\.state.isRunning)
        var alerted: Activity?
        for activity in running {
            // The latest alert, and of two at once that of the higher rank.
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
    /// The island in words: `compact roon:1601bb42@2026-01-08T20:15:04Z`.
    public var description: String {
        switch self {
        case .none: "none"
        case .compact(let id): "compact \(id)"
        case .minimal(let attached, let detached): "minimal \(attached) + \(detached)"
        case .expanded(let id): "expanded \(id)"
        }
    }
}
