public import Foundation
import Synchronization

/// A live activity of the process: a test requests, updates and ends it, and draws it in between.
///
/// It has no clock. ``activityState`` is its state at the present date, a picture has its state at the date of the picture. ActivityKit
/// ends an activity after eight hours; here only the app does.
public final class Activity<Attributes: ActivityAttributes>: Identifiable, @unchecked Sendable {
    // Unchecked: the attributes are immutable, and a lock guards the rest.

    /// The part that updates change.
    public typealias ContentState = Attributes.ContentState
    /// The activities that have started, and those that start.
    public typealias ActivityUpdates = _ActivityUpdates<Activity<Attributes>>
    /// The states of an activity until its end.
    ///
    /// `stale` is not among them, because no clock runs.
    public typealias ActivityStateUpdates = _ActivityUpdates<ActivityState>
    /// The contents of an activity until its end.
    public typealias ContentUpdates = _ActivityUpdates<ActivityContent<Attributes.ContentState>>
    /// The content states of an activity until its end.
    public typealias ContentStateUpdates = _ActivityUpdates<Attributes.ContentState>
    /// The tokens of an activity: none, because there is no server.
    public typealias PushTokenUpdates = _ActivityUpdates<Data>

    /// What updates change.
    struct Record {
        var content: ActivityContent<ContentState>
        /// What the widget extension receives of the content.
        var data: ActivityData<Attributes>
        var life: ActivityLife
        /// The date of the latest update, if the app has given one.
        var timestamp: Date?
        /// What was refused.
        var problems: [String] = []
    }

    private struct Guarded: @unchecked Sendable {
        // Unchecked: a lock guards it.
        var record: Record
    }

    public let id = UUID().uuidString
    public let attributes: Attributes
    private let guarded: Mutex<Guarded>
    private let contents = ActivityBroadcast<ActivityContent<ContentState>>()
    private let contentStates = ActivityBroadcast<ContentState>()
    private let states = ActivityBroadcast<ActivityState>()

    private init(
        _ attributes: Attributes, _ content: ActivityContent<ContentState>, start: Date?
    ) throws {
        let data: ActivityData<Attributes>
        do {
            data = try ActivityData(attributes, content.state)
        } catch ActivityDataError.tooLarge {
            throw ActivityAuthorizationError.attributesTooLarge
        }
        self.attributes = attributes
        let life = ActivityLife(start: start, staleDate: content.staleDate)
        guarded = Mutex(Guarded(record: Record(content: content, data: data, life: life)))
        send(content)
        states.send(life.state(at: Date()))
    }

    /// What updates have changed so far.
    var record: Record { guarded.withLock { $0 }.record }

    public var content: ActivityContent<ContentState> { record.content }

    public var contentUpdates: ContentUpdates { contents.updates }

    @available(*, deprecated, message: "Use content instead")
    public var contentState: ContentState { record.content.state }

    @available(*, deprecated, message: "Use contentUpdates instead")
    public var contentStateUpdates: ContentStateUpdates { contentStates.updates }

    public var activityState: ActivityState { record.life.state(at: Date()) }

    public var activityStateUpdates: ActivityStateUpdates { states.updates }

    /// No token, because there is no server.
    public var pushToken: Data? { nil }

    public var pushTokenUpdates: PushTokenUpdates { PushTokenUpdates(only: []) }

    /// No token, because there is no server.
    public static var pushToStartToken: Data? { nil }

    public static var pushToStartTokenUpdates: PushTokenUpdates { PushTokenUpdates(only: []) }

    /// The activities of the process that are not dismissed, in the order of their start.
    public static var activities: [Activity<Attributes>] { ActivityStore.shared.list(of: Attributes.self).activities }

    public static var activityUpdates: ActivityUpdates { ActivityStore.shared.list(of: Attributes.self).updates }

    private func send(_ content: ActivityContent<ContentState>) {
        contents.send(content)
        contentStates.send(content.state)
    }

    /// Replaces the content, unless the activity has ended, the update is older than the last one, or the content is refused.
    private func replace(_ content: ActivityContent<ContentState>, at timestamp: Date?, _ function: String) {
        let result = Result { () throws(ActivityDataError) in try ActivityData(attributes, content.state) }
        let isNew = guarded.withLock { guarded in
            guard guarded.record.life.dismissal == nil else { return false }
            if let timestamp, let last = guarded.record.timestamp, timestamp < last { return false }
            switch result {
            case .failure(let error):
                guarded.record.problems.append("Activity.\(function): the content is refused, and the former one stays: \(error)")
                return false
            case .success(let data):
                guarded.record.content = content
                guarded.record.data = data
                guarded.record.life.staleDate = content.staleDate
                guarded.record.timestamp = timestamp ?? guarded.record.timestamp
                return true
            }
        }
        if isNew { send(content) }
    }

    private func finish(
        _ content: ActivityContent<ContentState>?, _ policy: ActivityUIDismissalPolicy, at timestamp: Date?
    ) {
        if let content { replace(content, at: timestamp, "end") }
        let now = Date()
        let isNew = guarded.withLock { guarded in
            guard guarded.record.life.dismissal == nil else { return false }
            if let timestamp, let last = guarded.record.timestamp, timestamp < last { return false }
            guarded.record.life.dismissal = policy.date(after: now)
            return true
        }
        guard isNew else { return }
        states.send(.ended)
        if activityState == .dismissed { states.send(.dismissed) }
        states.finish()
        contents.finish()
        contentStates.finish()
        ActivityStore.shared.list(of: Attributes.self).removeDismissed()
    }
}

// MARK: Start, update, end

extension Activity {
    private static func start(
        _ attributes: Attributes, _ content: ActivityContent<ContentState>, at date: Date? = nil
    ) throws -> Activity<Attributes> {
        let activity = try Activity(attributes, content, start: date)
        ActivityStore.shared.list(of: Attributes.self).add(activity)
        return activity
    }

    /// Starts an activity.
    ///
    /// - Throws: ``ActivityAuthorizationError/attributesTooLarge`` if attributes and state have more than 4 KB.
    public static func request(
        attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>, pushType: PushType? = nil
    ) throws -> Activity<Attributes> { try start(attributes, content) }

    /// Starts an activity; the style has no effect in a picture.
    public static func request(
        attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>, pushType: PushType? = nil, style: ActivityStyle
    ) throws -> Activity<Attributes> { try start(attributes, content) }

    /// Starts an activity at a date, before which no picture shows it.
    public static func request(
        attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>, pushType: PushType? = nil,
        style: ActivityStyle, alertConfiguration: AlertConfiguration, start: Date
    ) throws -> Activity<Attributes> { try self.start(attributes, content, at: start) }

    /// Starts an activity.
    @available(*, deprecated, message: "Use request(attributes:content:pushType:) instead")
    public static func request(
        attributes: Attributes, contentState: Activity<Attributes>.ContentState, pushType: PushType? = nil
    ) throws -> Activity<Attributes> { try start(attributes, ActivityContent(state: contentState, staleDate: nil)) }

    /// Replaces the content; a content of more than 4 KB is refused, and the picture warns.
    public func update(_ content: ActivityContent<Activity<Attributes>.ContentState>) async { replace(content, at: nil, "update") }

    /// Replaces the content; the alert has no effect in a picture.
    public func update(
        _ content: ActivityContent<Activity<Attributes>.ContentState>, alertConfiguration: AlertConfiguration? = nil
    ) async { replace(content, at: nil, "update") }

    /// Replaces the content, unless an update with a later date was applied.
    public func update(
        _ content: ActivityContent<Activity<Attributes>.ContentState>, alertConfiguration: AlertConfiguration? = nil, timestamp: Date
    ) async { replace(content, at: timestamp, "update") }

    @available(*, deprecated, message: "Use update(_:) instead")
    public func update(using contentState: Activity<Attributes>.ContentState) async {
        replace(ActivityContent(state: contentState, staleDate: nil), at: nil, "update")
    }

    @available(*, deprecated, message: "Use update(_:alertConfiguration:) instead")
    public func update(using contentState: Activity<Attributes>.ContentState, alertConfiguration: AlertConfiguration? = nil) async {
        replace(ActivityContent(state: contentState, staleDate: nil), at: nil, "update")
    }

    /// Ends the activity: the Dynamic Island no longer shows it, the lock screen does until it is dismissed.
    public func end(
        _ content: ActivityContent<Activity<Attributes>.ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async { finish(content, dismissalPolicy, at: nil) }

    /// Ends the activity, unless an update with a later date was applied.
    public func end(
        _ content: ActivityContent<Activity<Attributes>.ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default,
        timestamp: Date
    ) async { finish(content, dismissalPolicy, at: timestamp) }

    @available(*, deprecated, message: "Use end(_:dismissalPolicy:) instead")
    public func end(
        using contentState: Activity<Attributes>.ContentState? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async { finish(contentState.map { ActivityContent(state: $0, staleDate: nil) }, dismissalPolicy, at: nil) }
}
