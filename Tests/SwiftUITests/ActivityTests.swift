import Foundation
import SubdialSwiftUI
import Testing

@testable import SubdialActivityKit

private struct RideAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var stops = 0
        var note = ""
    }

    var driver = "Ada"
}

/// Attributes of a type of its own, so that no other test adds an activity.
private struct LoneAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var step = 0 }
}

/// A value that is not encoded.
private struct SecretAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var shown = 1
        var secret = 0
        enum CodingKeys: String, CodingKey { case shown }
    }
}

private struct BrokenAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var value = Double.nan }
}

@Suite("Live activities")
struct ActivityTests {
    private func content(_ stops: Int, note: String = "", stale: Date? = nil) -> ActivityContent<RideAttributes.ContentState> {
        ActivityContent(state: RideAttributes.ContentState(stops: stops, note: note), staleDate: stale)
    }

    @Test("An activity starts, is updated and ends, and the process lists it until it is dismissed")
    func life() async throws {
        let activity = try Activity<LoneAttributes>.request(
            attributes: LoneAttributes(), content: ActivityContent(state: .init(step: 1), staleDate: nil))
        #expect(Activity<LoneAttributes>.activities.map(\.id) == [activity.id])
        #expect(activity.activityState == .active)
        #expect(activity.content.state.step == 1)
        #expect(activity.pushToken == nil)
        await activity.update(ActivityContent(state: .init(step: 2), staleDate: .distantPast))
        #expect(activity.activityState == .stale)
        #expect(activity.content.state.step == 2)
        await activity.end(ActivityContent(state: .init(step: 3), staleDate: nil), dismissalPolicy: .default)
        #expect(activity.activityState == .ended)
        #expect(activity.content.state.step == 3)
        await activity.update(ActivityContent(state: .init(step: 4), staleDate: nil))
        #expect(activity.content.state.step == 3)
        #expect(Activity<LoneAttributes>.activities.count == 1)
        let second = try Activity<LoneAttributes>.request(
            attributes: LoneAttributes(), content: ActivityContent(state: .init(step: 1), staleDate: nil))
        await second.end(nil, dismissalPolicy: .immediate)
        #expect(second.activityState == .dismissed)
        #expect(second.content.state.step == 1)
        #expect(Activity<LoneAttributes>.activities.map(\.id) == [activity.id])
    }

    // ActivityUIDismissalPolicy: `after` counts within four hours of the end.
    @Test("The dismissal is at the date of the policy, and at most four hours after the end")
    func dismissal() {
        let end = Date(timeIntervalSince1970: 0)
        #expect(ActivityUIDismissalPolicy.default.date(after: end).timeIntervalSince1970 == 14400)
        #expect(ActivityUIDismissalPolicy.after(Date(timeIntervalSince1970: 60)).date(after: end).timeIntervalSince1970 == 60)
        #expect(ActivityUIDismissalPolicy.after(.distantFuture).date(after: end).timeIntervalSince1970 == 14400)
        #expect(ActivityUIDismissalPolicy.immediate.date(after: end) == .distantPast)
    }

    @Test(
        "The state of an activity depends on its dates",
        arguments: [
            (0, 100, nil, 0, .active), (0, 100, nil, 100, .stale), (0, nil, 50, 49, .ended), (0, 10, 50, 50, .dismissed),
            (20, nil, nil, 19, .pending), (20, nil, nil, 20, .active),
        ] as [(Double, Double?, Double?, Double, ActivityState)])
    func states(_ start: Double, _ stale: Double?, _ dismissal: Double?, _ now: Double, _ expected: ActivityState) {
        func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
        let life = ActivityLife(start: date(start), staleDate: stale.map(date), dismissal: dismissal.map(date))
        #expect(life.state(at: date(now)) == expected)
    }

    // ActivityKit: attributes and state have together at most 4 KB.
    @Test("An activity of more than 4 KB does not start, and an update of more is refused with a message")
    func size() async throws {
        let long = String(repeating: "x", count: 4096)
        #expect(throws: ActivityAuthorizationError.attributesTooLarge) {
            try Activity.request(attributes: RideAttributes(), content: content(1, note: long))
        }
        #expect(throws: ActivityAuthorizationError.attributesTooLarge) {
            try Activity.request(attributes: RideAttributes(driver: long), content: content(1))
        }
        // `{"driver":"Ada"}` has 16 bytes, `{"note":"","stops":1}` 21.
        let most = String(long.prefix(4096 - 16 - 21))
        let activity = try Activity.request(attributes: RideAttributes(), content: content(1, note: most))
        await activity.update(content(2, note: most + "x"))
        #expect(activity.content.state.stops == 1)
        let sample = ActivitySample(activity)
        #expect(sample.problems.count == 1)
        #expect(sample.problems.first?.contains("4097 bytes") == true)
        #expect((sample.state as? RideAttributes.ContentState)?.stops == 1)
    }

    @Test("An update or an end with an earlier date than the last one is ignored")
    func timestamps() async throws {
        func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
        let activity = try Activity.request(attributes: RideAttributes(), content: content(0))
        await activity.update(content(1), timestamp: date(10))
        await activity.update(content(2), timestamp: date(9))
        #expect(activity.content.state.stops == 1)
        await activity.end(content(3), timestamp: date(9))
        #expect(activity.activityState == .active)
        #expect(activity.content.state.stops == 1)
        await activity.end(content(4), timestamp: date(10))
        #expect(activity.activityState == .ended)
        #expect(activity.content.state.stops == 4)
    }

    @Test("Sequences give the present value and each change until the end")
    func sequences() async throws {
        let activity = try Activity.request(attributes: RideAttributes(), content: content(1))
        let early = (activity.contentUpdates.makeAsyncIterator(), activity.activityStateUpdates.makeAsyncIterator())
        await activity.update(content(2), alertConfiguration: AlertConfiguration(title: "t", body: "b", sound: .named("bell")))
        await activity.end(nil, dismissalPolicy: .immediate)
        var stops: [Int] = []
        while let content = await early.0.next() { stops.append(content.state.stops) }
        #expect(stops == [1, 2])
        var states: [ActivityState] = []
        while let state = await early.1.next() { states.append(state) }
        #expect(states == [.active, .ended, .dismissed])
        var late: [ActivityState] = []
        for await state in activity.activityStateUpdates { late.append(state) }
        #expect(late == [.dismissed])
        var tokens = 0
        for await _ in activity.pushTokenUpdates { tokens += 1 }
        #expect(tokens == 0)
        var permissions: [Bool] = []
        for await permission in ActivityAuthorizationInfo().activityEnablementUpdates { permissions.append(permission) }
        #expect(permissions == [true])
    }

    @Test("The sequence of activities has those that run and those that start")
    func activityUpdates() async throws {
        struct Attributes: ActivityAttributes { struct ContentState: Codable, Hashable {} }
        let content = ActivityContent(state: Attributes.ContentState(), staleDate: nil)
        let gone = try Activity.request(attributes: Attributes(), content: content)
        await gone.end(nil, dismissalPolicy: .immediate)
        let first = try Activity.request(attributes: Attributes(), content: content)
        let iterator = Activity<Attributes>.activityUpdates.makeAsyncIterator()
        let second = try Activity.request(attributes: Attributes(), content: content, style: .transient)
        #expect(await iterator.next()?.id == first.id)
        #expect(await iterator.next()?.id == second.id)
    }

    @Test("What is not encoded does not reach the views, and what cannot be encoded is an error")
    func coding() throws {
        let sample = try ActivitySample(SecretAttributes(), SecretAttributes.ContentState(shown: 5, secret: 7))
        #expect((sample.state as? SecretAttributes.ContentState) == SecretAttributes.ContentState(shown: 5, secret: 0))
        #expect(throws: ActivityDataError.self) { try ActivitySample(BrokenAttributes(), BrokenAttributes.ContentState()) }
        #expect(throws: ActivityDataError.self) {
            try Activity.request(
                attributes: BrokenAttributes(), content: ActivityContent(state: BrokenAttributes.ContentState(), staleDate: nil))
        }
    }

    @Test("The forms without a content do the same")
    func former() async throws {
        let forms: any Former = FormerForms()
        #expect(try await forms.stops() == 4)
    }
}

/// Code with deprecated functions, which is called through a protocol that is not deprecated.
private protocol Former { func stops() async throws -> Int }

private struct FormerForms: Former {
    @available(*, deprecated)
    func stops() async throws -> Int {
        let activity = try Activity.request(attributes: RideAttributes(), contentState: .init(stops: 1))
        await activity.update(using: .init(stops: 2))
        await activity.update(using: .init(stops: activity.contentState.stops + 1), alertConfiguration: nil)
        await activity.end(using: .init(stops: activity.contentState.stops + 1), dismissalPolicy: .immediate)
        return activity.contentState.stops
    }
}
