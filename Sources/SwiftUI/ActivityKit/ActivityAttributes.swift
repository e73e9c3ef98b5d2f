public import Foundation

/// What a live activity shows from its start to its end; its state changes.
public protocol ActivityAttributes: Decodable, Encodable {
    /// The part that updates change.
    associatedtype ContentState: Decodable, Encodable, Hashable
}

/// The state of an activity, and for how long it is up to date.
public struct ActivityContent<State> where State: Decodable, State: Encodable, State: Hashable {
    /// What the activity shows.
    public let state: State
    /// The date from which the activity is stale; nil for never.
    public let staleDate: Date?
    /// The order among several activities: no effect in a picture, which shows one.
    public let relevanceScore: Double

    public init(state: State, staleDate: Date?, relevanceScore: Double = 0.0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

extension ActivityContent: Sendable where State: Sendable {}

extension ActivityContent: CustomStringConvertible {
    public var description: String {
        "ActivityContent(state: \(state), staleDate: \(staleDate.map { "\($0)" } ?? "nil"), relevanceScore: \(relevanceScore))"
    }
}

/// The part of its life in which an activity is.
public enum ActivityState: Sendable, Codable, Hashable {
    /// Scheduled; nothing shows it yet.
    case pending
    /// Visible and up to date.
    case active
    /// Ended: the lock screen still shows its last content, the Dynamic Island does not.
    case ended
    /// Removed everywhere.
    case dismissed
    /// Visible, and its stale date has passed.
    case stale
}

/// How an activity starts: no effect in a picture, because each presentation is drawn by itself.
public enum ActivityStyle: Hashable, Sendable {
    case standard, transient
}

/// When an activity that has ended leaves the lock screen.
public struct ActivityUIDismissalPolicy: Equatable, Sendable {
    private enum Kind: Equatable {
        case standard, immediate
        case after(Date)
    }

    private let kind: Kind

    /// The most seconds for which the system shows an activity that has ended.
    private static let longest = 4 * 3600.0

    /// Four hours after the end.
    public static let `default` = ActivityUIDismissalPolicy(kind: .standard)
    /// At once.
    public static let immediate = ActivityUIDismissalPolicy(kind: .immediate)

    /// At a date, and at the latest four hours after the end.
    public static func after(_ date: Date) -> ActivityUIDismissalPolicy { ActivityUIDismissalPolicy(kind: .after(date)) }

    /// The date of the dismissal of an activity that ended at a date.
    func date(after end: Date) -> Date {
        let latest = end.addingTimeInterval(Self.longest)
        return switch kind {
        case .standard: latest
        case .immediate: .distantPast
        case .after(let date): min(date, latest)
        }
    }
}
