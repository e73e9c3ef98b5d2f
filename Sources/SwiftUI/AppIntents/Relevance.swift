public import Foundation

// The Smart Stack alone knows what is relevant: no effect in a picture.

/// When or where something is relevant.
public struct RelevantContext: Sendable {
    /// Why a date is relevant.
    public struct DateKind: Sendable {
        public static let `default` = DateKind()
        public static let scheduled = DateKind()
        public static let informational = DateKind()
    }

    /// A moment of a person's night.
    public enum SleepSchedule: Sendable { case bedtime, wakeup }

    /// A state of a person's training.
    public enum FitnessCondition: Sendable { case activityRingsIncomplete, workoutActive }

    /// A state of headphones.
    public enum HeadphonesCondition: Sendable { case connected }

    public static func date(_ date: Date) -> RelevantContext { RelevantContext() }

    public static func date(_ date: Date, kind: DateKind) -> RelevantContext { RelevantContext() }

    public static func date(from: Date, to: Date) -> RelevantContext { RelevantContext() }

    public static func date(interval: DateInterval, kind: DateKind = .default) -> RelevantContext { RelevantContext() }

    public static func date(range: ClosedRange<Date>, kind: DateKind = .default) -> RelevantContext { RelevantContext() }

    public static func sleep(_ schedule: SleepSchedule) -> RelevantContext { RelevantContext() }

    public static func fitness(_ condition: FitnessCondition) -> RelevantContext { RelevantContext() }

    public static func hardware(headphones: HeadphonesCondition) -> RelevantContext { RelevantContext() }
}

/// Settings of a widget that are relevant at a time or place.
public struct RelevantIntent: Sendable {
    public init<Intent: AppIntent>(_ intent: Intent, widgetKind: String, relevance: RelevantContext) {}
}

/// Where an app says which settings are relevant.
public final class RelevantIntentManager: Sendable {
    public static let shared = RelevantIntentManager()

    private init() {}

    /// No effect in a picture: nothing chooses by relevance.
    public func updateRelevantIntents(_ relevantIntents: [RelevantIntent]) async throws {}
}
