import FoundationEssentials
import SubdialPlayback
import SubdialTimeline
import Testing

/// Tests of every limit one second before, at, and after it.
@Suite struct ActivityTransitionTests {
    private static let limit = 8 * hour

    @Test(
        arguments: [
            // (start after, stale after, transitions with their dates)
            (nil, nil, [(limit, .ended), (limit + 4 * hour, .dismissed)]),
            (nil, 20 * minute, [(20 * minute, .stale), (limit, .ended), (12 * hour, .dismissed)]),
            (nil, limit - 1, [(limit - 1, .stale), (limit, .ended), (12 * hour, .dismissed)]),
            // A stale date at the end of the activity has no effect.
            (nil, limit, [(limit, .ended), (12 * hour, .dismissed)]),
            (nil, limit + 1, [(limit, .ended), (12 * hour, .dismissed)]),
            (60, nil, [(60, .active), (limit + 60, .ended), (12 * hour + 60, .dismissed)]),
            (60, 61, [(60, .active), (61, .stale), (limit + 60, .ended), (12 * hour + 60, .dismissed)]),
            (60, 30, [(60, .active), (60, .stale), (limit + 60, .ended), (12 * hour + 60, .dismissed)]),
        ] as [(Double?, Double?, [(Double, ActivityState)])])
    func timeTakesEveryStep(_ begin: Double?, _ staleDate: Double?, _ steps: [(Double, ActivityState)]) throws {
        let expected = steps.map { ActivityTransition(at($0.0), $0.1) }
        let activity = try Activity.livingRoom(.soWhat(staleDate: staleDate), start: begin)

        // All transitions at once, days late, each with its own date.
        var late = activity
        #expect(late.advance(to: at(40 * 24 * hour)) == expected)
        #expect(late.state == .dismissed && late.since == expected.last?.date)

        for (index, step) in expected.enumerated() {
            var waiting = activity
            let before = step.date.addingTimeInterval(-1)
            waiting.advance(to: before)
            let earlier = expected.filter { $0.date <= before }.last
            #expect(waiting.state == earlier?.state ?? (begin == nil ? .active : .pending))
            #expect(activity.nextTransition(after: before)?.date == expected.first { $0.date > before }?.date)
            #expect(waiting.advance(to: step.date) == expected.filter { $0.date > before && $0.date <= step.date })
            #expect(waiting.advance(to: step.date.addingTimeInterval(1)) == expected.filter { $0.date == step.date.addingTimeInterval(1) })
            if index == expected.count - 1 { #expect(waiting.nextTransition(after: step.date) == nil) }
        }
    }

    @Test(
        arguments: [
            (.default, 4 * hour), (.immediate, 0), (.after(at(hour + 15 * minute)), 15 * minute), (.after(at(hour)), 0), (.after(at(0)), 0),
            (.after(at(5 * hour - 1)), 4 * hour - 1), (.after(at(5 * hour)), 4 * hour), (.after(at(5 * hour + 1)), 4 * hour),
            (.after(.distantFuture), 4 * hour), (.after(.distantPast), 0),
        ] as [(ActivityDismissalPolicy, Double)])
    func goesAsItsPolicySays(_ policy: ActivityDismissalPolicy, _ delay: Double) throws {
        var activity = try Activity.livingRoom()
        #expect(try activity.end(dismissalPolicy: policy, at: at(hour)) == .taken)
        #expect(activity.ended == at(hour) && activity.dismissal == at(hour + delay))
        if delay > 0 {
            #expect(activity.state == .ended)
            activity.advance(to: at(hour + delay - 1))
            #expect(activity.state == .ended)
            #expect(activity.advance(to: at(hour + delay)) == [ActivityTransition(at(hour + delay), .dismissed)])
        }
        #expect(activity.state == .dismissed)
        #expect(try restarted(policy) == policy)
    }

    @Test(arguments: [-1.0, 0, 1])
    func anEndCannotComeAfterTheSystems(_ offset: Double) throws {
        var activity = try Activity.livingRoom()
        let reply = try activity.end(at: at(Self.limit + offset))
        #expect(reply == (offset < 0 ? .taken : .ended))
        #expect(activity.ended == at(Self.limit + min(offset, 0)))
        #expect(activity.dismissal == at(12 * hour + min(offset, 0)))
    }

    @Test func whatHasEndedCanOnlyGoEarlier() throws {
        var activity = try Activity.livingRoom()
        try activity.end(dismissalPolicy: .after(at(2 * hour)), at: at(hour))
        #expect(try activity.end(dismissalPolicy: .default, at: at(hour)) == .ended)
        #expect(try activity.end(dismissalPolicy: .after(at(90 * minute)), at: at(hour + 1)) == .taken)
        #expect(activity.dismissal == at(90 * minute) && activity.ended == at(hour))
        #expect(try activity.end(dismissalPolicy: .immediate, at: at(hour + 2)) == .taken)
        #expect(activity.state == .dismissed && activity.since == at(hour + 2))
        #expect(try activity.end(dismissalPolicy: .immediate, at: at(hour + 3)) == .dismissed)
    }

    @Test func whatIsPendingLeavesNothingBehind() throws {
        var activity = try Activity.livingRoom(start: 60)
        #expect(activity.state == .pending)
        #expect(try activity.update(.soWhat("Blue in Green"), timestamp: at(1), at: at(1), alertDuration: 5) == .taken)
        #expect(activity.state == .pending && activity.alertEnds == nil)
        #expect(try activity.end(at: at(2)) == .taken)
        #expect(activity.state == .dismissed && activity.dismissal == at(2))
    }
}
