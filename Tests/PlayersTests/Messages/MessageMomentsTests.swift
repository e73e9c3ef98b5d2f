import FoundationEssentials
import SubdialPlayback
import Testing

@testable import SubdialPlayers

/// Tests of timestamps for messages without one, or with one in the future.
@Suite struct MessageMomentsTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    /// A message with a timestamp relative to now; nil for one without a timestamp.
    private func message(_ title: String, _ seconds: Double?) -> PlayerMessage {
        PlayerMessage(
            .nowPlaying(NowPlayingMessage(track: Track(title: title))),
            timestamp: seconds.map { Self.now.addingTimeInterval($0) } ?? PlayerMessage.onArrival)
    }

    private func title(_ message: PlayerMessage) -> String {
        if case .nowPlaying(let body) = message.body { (body.track ?? nil)?.title ?? "" } else { "" }
    }

    /// The titles ordered by their assigned timestamps, the newest last.
    private func order(_ messages: [PlayerMessage]) -> String {
        messages.sorted { $0.timestamp < $1.timestamp }.map(title).joined()
    }

    @Test(
        arguments: [
            // In the order of arrival.
            ([("A", nil), ("B", nil), ("C", nil)], "ABC"),
            // The future is replaced by now, and does not override the messages that follow.
            ([("A", 1e9), ("B", -5)], "AB"), ([("A", 1e9), ("B", 5e8), ("C", 100)], "ABC"),
            ([("A", nil), ("B", -5), ("C", nil)], "ABC"),
            // Late messages stay late.
            ([("A", -5), ("B", nil), ("C", -10)], "CAB"), ([("A", -5), ("B", -10)], "BA"),
        ] as [([(String, Double?)], String)])
    func ordersThem(messages: [(String, Double?)], expected: String) {
        var moments = MessageMoments()
        let dated = moments.date(messages.map { message($0.0, $0.1) }, arrival: Self.now, now: Self.now, isAll: true)
        #expect(order(dated) == expected)
        #expect(dated.map(title) == messages.map(\.0))
        #expect(Set(dated.map(\.timestamp)).count == messages.count)
        #expect(dated.allSatisfy { $0.timestamp <= Self.now.addingTimeInterval(0.001) })
    }

    @Test func keepsWhatIsTold() {
        var moments = MessageMoments()
        let dated = moments.date([message("A", -5), message("B", 0)], arrival: Self.now, now: Self.now, isAll: true)
        #expect(dated.map { $0.timestamp.timeIntervalSince(Self.now) } == [-5, 0])
    }

    @Test func arrivalIsTheMoment() {
        var moments = MessageMoments()
        let arrival = Self.now.addingTimeInterval(-100)
        let dated = moments.date([message("A", nil), message("B", 50)], arrival: arrival, now: Self.now, isAll: true)
        #expect(dated.allSatisfy { abs($0.timestamp.timeIntervalSince(arrival)) < 0.001 })
        // An arrival is never earlier than the previous one.
        let next = moments.date([message("C", nil)], arrival: arrival.addingTimeInterval(-100), now: Self.now, isAll: true)
        #expect(order(dated + next) == "ABC")
        // Messages that arrived in another way count too.
        moments.record(Self.now)
        let last = moments.date([message("D", nil)], arrival: arrival, now: Self.now, isAll: true)
        #expect(last.allSatisfy { $0.timestamp > Self.now })
    }

    @Test func waitsForWhatStandsBehind() {
        var moments = MessageMoments()
        #expect(moments.date([message("A", nil)], arrival: Self.now, now: Self.now, isAll: false) == [])
        let dated = moments.date([message("B", -50)], arrival: Self.now, now: Self.now, isAll: true)
        #expect(order(dated) == "AB")
        // Not forever.
        let flood = (0..<2000).map { message("\($0)", nil) }
        #expect(moments.date(flood, arrival: Self.now, now: Self.now, isAll: false).count > 1500)
    }
}
