import FoundationEssentials
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

/// Tests of random events with a clock that leaps in both directions: one activity runs without interruption, and the other is encoded and
/// decoded repeatedly.
@Suite struct ActivityPropertyTests {
    private enum Event {
        case advance, dismiss
        case update(staleAfter: Double?, timestamp: Double, alerts: Bool)
        case end(ActivityDismissalPolicy)

        static func random(at now: Date, using random: inout SplitMix64) -> Event {
            switch Int.random(in: 0..<40, using: &random) {
            case 0: .dismiss
            case 1:
                .end(
                    [.default, .immediate, .after(now.addingTimeInterval(.random(in: -hour...6 * hour, using: &random)))].randomElement(
                        using: &random) ?? .default)
            case 2..<20:
                .update(
                    staleAfter: Bool.random(using: &random) ? .random(in: -10...2 * hour, using: &random) : nil,
                    timestamp: Bool.random(using: &random) ? 0 : .random(in: -hour...0, using: &random), alerts: .random(using: &random))
            default: .advance
            }
        }
    }

    private static func happens(_ event: Event, at now: Date, to activity: inout Activity) throws -> ([ActivityTransition], ActivityReply?)
    {
        let steps = activity.advance(to: now)
        switch event {
        case .advance: return (steps, nil)
        case .dismiss: return (steps, activity.dismiss(at: now))
        case .update(let staleAfter, let timestamp, let alerts):
            let content = ActivityContent(
                state: ActivityContentState(line1: "\(now)", isPlaying: true, seekPosition: 1),
                staleDate: staleAfter.map(now.addingTimeInterval))
            return (
                steps, try activity.update(content, timestamp: now.addingTimeInterval(timestamp), at: now, alertDuration: alerts ? 5 : nil)
            )
        case .end(let policy): return (steps, try activity.end(dismissalPolicy: policy, at: now))
        }
    }

    private static func rank(_ state: ActivityState) -> Int {
        switch state {
        case .pending: 0
        case .active, .stale: 1
        case .ended: 2
        case .dismissed: 3
        }
    }

    @Test(arguments: 0..<120)
    func keepsItsInvariants(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let begin: Double? = Bool.random(using: &random) ? .random(in: 0...hour, using: &random) : nil
        var activity = try Activity.livingRoom(.soWhat(staleDate: .random(in: 0...hour, using: &random)), start: begin)
        var twin = activity
        var now = start
        for _ in 0..<60 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: now += .random(in: -24 * hour...0, using: &random)
            case 1: now += .random(in: 0...40 * hour, using: &random)
            default: now += .random(in: 0...20 * minute, using: &random)
            }
            let event = Event.random(at: now, using: &random)
            let before = activity
            let foretold = activity.nextTransition(after: now)
            let (steps, reply) = try Self.happens(event, at: now, to: &activity)

            if Bool.random(using: &random) { twin = try restarted(twin) }
            let twins = try Self.happens(event, at: now, to: &twin)
            #expect(twins == (steps, reply))
            #expect(twin == activity, "a restart made a difference")

            // The clock and the states only advance, except that an update can make a stale activity active.
            #expect(activity.clock == max(before.clock, now))
            #expect(activity.since >= before.since && activity.since <= activity.clock)
            #expect(Self.rank(activity.state) >= Self.rank(before.state))
            if before.state == .stale, activity.state == .active { #expect(reply == .taken) }
            if case .advance = event { #expect(activity.nextTransition(after: now) == foretold) }
            #expect(steps.map(\.date) == steps.map(\.date).sorted())
            for step in steps { #expect(step.date >= before.since && step.date <= activity.clock) }
            for (step, next) in zip(steps, steps.dropFirst()) { #expect(Self.rank(step.state) <= Self.rank(next.state)) }

            // Eight hours, and four more.
            #expect((activity.ended != nil) == (Self.rank(activity.state) >= 2))
            if let ended = activity.ended, let dismissal = activity.dismissal {
                #expect(ended <= activity.start.addingTimeInterval(8 * hour))
                #expect(dismissal <= ended.addingTimeInterval(4 * hour))
                #expect(dismissal >= ended)
                #expect(activity.alertEnds == nil)
            } else {
                #expect(activity.clock < activity.start.addingTimeInterval(8 * hour))
            }
            if activity.state == .dismissed { #expect(activity.dismissal.map { $0 <= activity.clock } == true) }

            // Outdated updates, and those after the end, do not change the content.
            #expect(activity.updated >= before.updated)
            if reply == nil || reply == .outdated || reply == .ended || reply == .dismissed { #expect(activity.content == before.content) }
            if let wake = activity.nextWake(after: now) { #expect(wake > activity.clock) }
        }
    }

    /// The transitions do not depend on the sizes of the time steps.
    @Test(arguments: 0..<50)
    func theSizeOfTheStepsDoesNotMatter(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var whole = try Activity.livingRoom(
            .soWhat(staleDate: .random(in: 0...9 * hour, using: &random)), start: .random(in: 0...hour, using: &random))
        var pieces = whole
        var steps: [ActivityTransition] = []
        var now = start
        while now < at(14 * hour) {
            now += .random(in: -minute...20 * minute, using: &random)
            steps += pieces.advance(to: now)
        }
        #expect(whole.advance(to: pieces.clock) == steps)
        #expect(whole == pieces)
        #expect(steps.count == 4 || steps.count == 3)
    }
}
