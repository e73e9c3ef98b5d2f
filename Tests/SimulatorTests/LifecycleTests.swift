import Testing

@testable import SubdialSimulator

@Suite struct LifecycleTests {
    @Test func severalAtOnce() async throws {
        let quiet = try Fixtures.scenario("quiet")
        let room = try Fixtures.scenario("living-room")
        try await withSimulator(scenario: quiet) { first in
            try await withSimulator(scenario: room, dialect: .node) { second in
                #expect(first.port != second.port)
                #expect(try await first.get("/zones").json?.zone("roon:16015f6dcafe") == nil)
                let answer = try await second.get("/zones")
                #expect(answer.json?.zone("roon:16015f6dcafe") != nil)
                #expect(second.baseURL == "http://127.0.0.1:\(second.port)")
            }
        }
    }

    /// After its end nothing listens; the next simulator may use the port, and its scenario starts from the beginning.
    @Test func oneAfterAnother() async throws {
        let scenario = try Fixtures.scenario("quiet")
        let port = try await withSimulator(scenario: scenario) { simulator in
            _ = try await simulator.control("roon:1601", "play")
            return simulator.port
        }
        #expect(throws: Connection.Failure.self) { try Connection(port: port) }
        try await withSimulator(scenario: scenario, port: port) { simulator in
            #expect(simulator.port == port)
            let answer = try await simulator.nowPlaying("roon:1601")
            #expect(answer["is_playing"] == false)
        }
    }

    @Test func portTaken() async throws {
        let scenario = try Fixtures.scenario("quiet")
        try await withSimulator(scenario: scenario) { simulator in
            let error = await #expect(throws: SimulatorError.self) {
                try await withSimulator(scenario: scenario, port: simulator.port) { _ in }
            }
            guard case .cannotListen(simulator.port, _)? = error else { throw try #require(error) }
        }
    }

    /// An error of the closure is rethrown, and the simulator ends.
    @Test func errorsComeOut() async throws {
        struct Mine: Error {}
        let scenario = try Fixtures.scenario("quiet")
        await #expect(throws: Mine.self) { try await withSimulator(scenario: scenario) { _ in throw Mine() } }
    }

    @Test func openStreamsEnd() async throws {
        let scenario = try Fixtures.scenario("quiet")
        let stream = Kept()
        try await withSimulator(scenario: scenario) { simulator in
            let connection = try Connection(port: simulator.port)
            try await connection.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try await connection.receive()
            await stream.keep(connection)
        }
        let connection = try #require(await stream.connection)
        while try await !connection.receive().isEmpty {}
    }
}

private actor Kept {
    private(set) var connection: Connection?

    func keep(_ connection: Connection) { self.connection = connection }
}
