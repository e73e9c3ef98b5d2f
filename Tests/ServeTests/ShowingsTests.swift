import SubdialTestSupport
import Testing

@testable import SubdialServe

/// Tests of the limit on followed sources.
@Suite struct ShowingsTests {
    private func showing(_ subject: String?, _ showings: FollowedWidgets) async throws -> FollowedWidget {
        let showing = try await showings.showing(FollowedWidgets.Key(kind: "now-playing", subject: subject))
        _ = await showing.moment(within: .seconds(60))
        return showing
    }

    @Test func inventedSubjectsTakeNobodysPlace() async throws {
        // No source expires, even on a slow machine.
        let showings = FollowedWidgets(ServedSource(), lingering: .seconds(86_400))
        let standard = try await showing(nil, showings)
        var live: [FollowedWidget] = []
        for number in 0..<60 { live.append(try await showing("real \(number)", showings)) }
        for number in 0..<100 { _ = try await showing("invented \(number)", showings) }
        for number in 0..<60 { #expect(try await showing("real \(number)", showings) === live[number], "\(number)") }
        // Existing subjects replace those that do not exist.
        for number in 60..<63 { live.append(try await showing("real \(number)", showings)) }
        for subject in ["real one too many", "invented one too many"] {
            let error = await #expect(throws: ServeError.self) { try await self.showing(subject, showings) }
            #expect(error?.status == .unavailable)
        }
        for (number, known) in live.enumerated() { #expect(try await showing("real \(number)", showings) === known, "\(number)") }
        #expect(try await showing(nil, showings) === standard)
        await showings.reset()
    }

    /// The limit also applies if nothing else is followed; a source with a listener stays.
    @Test func inventedSubjectsAreFewAndTheOldestGo() async throws {
        // No source expires, even on a slow machine.
        let showings = FollowedWidgets(ServedSource(), lingering: .seconds(86_400))
        let first = try await showing("invented", showings)
        let token = first.listen {}
        for number in 0..<FollowedWidgets.maximumUnproven { _ = try await showing("invented \(number)", showings) }
        let last = try await showing("invented \(FollowedWidgets.maximumUnproven - 1)", showings)
        _ = try await showing("invented anew", showings)
        #expect(try await showing("invented", showings) === first)
        #expect(try await showing("invented \(FollowedWidgets.maximumUnproven - 1)", showings) === last)
        first.leave(token)
        await showings.reset()
    }
}
