import Foundation
import Synchronization

/// The activities of the process, by the type of their attributes.
final class ActivityStore: Sendable {
    static let shared = ActivityStore()

    private let lists = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// The activities with attributes of a type.
    func list<Attributes: ActivityAttributes>(of type: Attributes.Type) -> ActivityList<Attributes> {
        lists.withLock { lists in
            if let known = lists[ObjectIdentifier(type)] as? ActivityList<Attributes> { return known }
            let list = ActivityList<Attributes>()
            lists[ObjectIdentifier(type)] = list
            return list
        }
    }
}

/// The activities with attributes of one type.
final class ActivityList<Attributes: ActivityAttributes>: Sendable {
    private let all = Mutex<[Activity<Attributes>]>([])
    private let started = ActivityBroadcast<Activity<Attributes>>(replaysAll: true)

    /// Those that are not dismissed, in the order of their start.
    var activities: [Activity<Attributes>] {
        removeDismissed()
        return all.withLock { $0 }
    }

    var updates: _ActivityUpdates<Activity<Attributes>> {
        removeDismissed()
        return started.updates
    }

    func add(_ activity: Activity<Attributes>) {
        all.withLock { $0.append(activity) }
        started.send(activity)
    }

    func removeDismissed() {
        all.withLock { $0.removeAll { $0.activityState == .dismissed } }
        started.forget { $0.activityState == .dismissed }
    }
}
