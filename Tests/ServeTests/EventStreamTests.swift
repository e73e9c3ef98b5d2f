import Testing

@testable import SubdialServe

/// Tests of the events for a client.
@Suite struct EventStreamTests {
    /// A client that has not read for a while receives only the newest event of each kind.
    @Test func aSlowClientGetsTheNewest() async throws {
        let stream = EventStream()
        for number in 0..<1000 {
            stream.change("b", "\(number)")
            stream.change("a", "x\(number)")
        }
        var frames = ""
        try await stream.run(pause: .seconds(60)) {
            frames += $0
            stream.end()
        }
        #expect(
            frames == """
                event: change
                data: {"revision":1,"kind":"a","fingerprint":"x999"}

                event: change
                data: {"revision":2,"kind":"b","fingerprint":"999"}


                """)
    }

    @Test func aQuietStreamHasComments() async throws {
        let stream = EventStream()
        var frames: [String] = []
        try await stream.run(pause: .milliseconds(5)) {
            frames.append($0)
            if frames.count == 2 { stream.end() }
        }
        #expect(frames == [": ping\n\n", ": ping\n\n"])
    }

    @Test func aClientThatFailsEndsTheStream() async throws {
        struct Gone: Error {}
        let stream = EventStream()
        stream.change("a", "1")
        await #expect(throws: Gone.self) { try await stream.run(pause: .seconds(60)) { _ in throw Gone() } }
    }
}
