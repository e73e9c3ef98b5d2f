public import Foundation

/// What the user permits: activities, and no frequent notifications, because there is no server.
public final class ActivityAuthorizationInfo: Sendable {
    /// The permission of activities: the present one, and no further ones.
    public typealias ActivityEnablementUpdates = _ActivityUpdates<Bool>
    /// The permission of frequent notifications: the present one, and no further ones.
    public typealias FrequentPushEnablementUpdates = _ActivityUpdates<Bool>

    public let areActivitiesEnabled = true
    public let frequentPushesEnabled = false
    public let activityEnablementUpdates = ActivityEnablementUpdates(only: [true])
    public let frequentPushEnablementUpdates = FrequentPushEnablementUpdates(only: [false])

    public init() {}
}

/// Why an activity does not start.
///
/// Only ``attributesTooLarge`` is thrown here.
public enum ActivityAuthorizationError: Error, Hashable, Sendable {
    /// The attributes and the state have more than 4 KB.
    case attributesTooLarge
    case unsupported, denied, globalMaximumExceeded, targetMaximumExceeded, unsupportedTarget, visibility, persistenceFailure
    case missingProcessIdentifier, unentitled, malformedActivityIdentifier, reconnectNotPermitted
}

extension ActivityAuthorizationError: LocalizedError {
    public var errorDescription: String? { failureReason }

    public var failureReason: String? {
        switch self {
        case .attributesTooLarge: "The attributes and the state of the activity have more than 4 KB."
        case .unsupported: "The device shows no activities."
        case .denied: "The user permits no activities."
        case .globalMaximumExceeded: "The device shows as many activities as it can."
        case .targetMaximumExceeded: "The app shows as many activities as it may."
        case .unsupportedTarget, .unentitled: "The app may not start activities."
        case .visibility: "The app is in the background."
        case .persistenceFailure: "The system could not store the activity."
        case .missingProcessIdentifier: "The process has no identifier."
        case .malformedActivityIdentifier: "The identifier of the activity is malformed."
        case .reconnectNotPermitted: "Another process has started the activity."
        }
    }

    public var recoverySuggestion: String? {
        self == .attributesTooLarge ? "Store pictures and long texts elsewhere, and name them in the state." : nil
    }
}
