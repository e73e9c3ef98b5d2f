import FoundationEssentials
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct ActivityUpdateTests {
    @Test(arguments: [(-1.0, ActivityReply.outdated), (0, .taken), (1, .taken)])
    func theOlderIsIgnored(_ offset: Double, _ reply: ActivityReply) throws {
        var activity = try Activity.livingRoom()
        try activity.update(.soWhat("Blue in Green"), timestamp: at(100), at: at(100))
        #expect(try activity.update(.soWhat("All Blues"), timestamp: at(100 + offset), at: at(120)) == reply)
        #expect(activity.content.state.line1 == (reply == .taken ? "All Blues" : "Blue in Green"))
        #expect(activity.updated == at(reply == .taken ? 100 + offset : 100))
        #expect(activity.clock == at(120))
    }

    @Test(
        arguments: [
            (59, nil, .active, 0), (60, nil, .active, 60), (61, nil, .active, 61), (59, 60, .active, 0), (60, 61, .active, 60),
            (61, 61, .stale, 60), (61, 10, .stale, 60), (30, 30, .stale, 30), (30, 10, .stale, 30), (30, 31, .active, 0),
        ] as [(Double, Double?, ActivityState, Double)])
    func anUpdateIsFreshOrStale(at seconds: Double, _ staleDate: Double?, _ state: ActivityState, since: Double) throws {
        var activity = try Activity.livingRoom(.soWhat(staleDate: 60))
        #expect(try activity.update(.soWhat(staleDate: staleDate), timestamp: at(seconds), at: at(seconds)) == .taken)
        #expect(activity.state == state && activity.since == at(since))
    }

    @Test func nothingReachesWhatIsOver() throws {
        var activity = try Activity.livingRoom()
        try activity.end(dismissalPolicy: .after(at(20)), at: at(10))
        #expect(try activity.update(.soWhat("All Blues"), timestamp: at(15), at: at(15)) == .ended)
        #expect(try activity.update(.soWhat("All Blues"), timestamp: at(20), at: at(20)) == .dismissed)
        #expect(activity.dismiss(at: at(21)) == .dismissed)
        #expect(try activity.end(at: at(22)) == .dismissed)
        #expect(activity.content == .soWhat() && activity.since == at(20))
        #expect(activity.advance(to: .distantFuture) == [])
    }

    @Test(arguments: [59.0, 61, 9 * hour])
    func someoneMayWipeItAwayAtAnyTime(_ seconds: Double) throws {
        var activity = try Activity.livingRoom(.soWhat(staleDate: 60))
        #expect(activity.dismiss(at: at(seconds)) == .taken)
        #expect(activity.state == .dismissed && activity.since == at(seconds) && activity.dismissal == at(seconds))
        #expect(activity.ended == at(min(seconds, 8 * hour)))
    }

    @Test(arguments: [4.0, 5, 6])
    func anAlertIsOverAfterItsTime(_ seconds: Double) throws {
        var activity = try Activity.livingRoom()
        try activity.update(.soWhat("All Blues"), timestamp: at(100), at: at(100), alertDuration: 5)
        #expect(activity.alertEnds == at(105))
        #expect(activity.nextWake(after: at(100)) == at(105))
        activity.advance(to: at(100 + seconds))
        #expect(activity.alertEnds == (seconds < 5 ? at(105) : nil))
        #expect(activity.nextWake(after: at(105)) == at(8 * hour))
    }

    @Test func anEndTakesItsAlertAway() throws {
        var activity = try Activity.livingRoom()
        try activity.update(.soWhat("All Blues"), timestamp: at(100), at: at(100), alertDuration: 5)
        try activity.end(at: at(101))
        #expect(activity.alertEnds == nil)
    }

    @Test func timeThatGoesBackChangesNothing() throws {
        var activity = try Activity.livingRoom(.soWhat(staleDate: 60))
        activity.advance(to: at(100))
        let before = activity
        #expect(activity.advance(to: at(-1e6)) == [])
        #expect(activity == before)
        #expect(activity.nextTransition(after: at(-1e6)) == ActivityTransition(at(8 * hour), .ended))
        // A request with an earlier time counts as one at the latest known time.
        try activity.end(dismissalPolicy: .immediate, at: at(50))
        #expect(activity.ended == at(100) && activity.since == at(100))
    }

    @Test(arguments: [(0.0, 104.0, true), (100, 204, true), (458, 562, true), (hour, 562, true), (9 * hour, 562, false)])
    func whatIsShownRunsToTheEndOfTheTrack(_ seconds: Double, _ position: Double, _ isPlaying: Bool) throws {
        var activity = try Activity.livingRoom()
        activity.advance(to: at(seconds))
        #expect(activity.visibleState(at: at(seconds)).seekPosition == position)
        #expect(activity.visibleState(at: at(seconds)).isPlaying == isPlaying)
    }

    @Test func whatHasEndedStandsStill() throws {
        var activity = try Activity.livingRoom()
        try activity.end(at: at(10))
        #expect(activity.visibleState(at: at(100)).seekPosition == 114)
        #expect(!activity.visibleState(at: at(100)).isPlaying)
    }
}
