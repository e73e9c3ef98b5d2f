import SubdialBasics
import SubdialPlayback
import SubdialSimulator
import SubdialTestSupport
import Testing

@testable import SubdialBridge
@testable import SubdialHTTP

/// Every fault of the simulated bridge in both dialects: each call ends in time, with the correct error.
@Suite struct SimulatorFaultTests {
    /// The result of a call.
    enum Ending: String, Sendable {
        case good, unreachable, badAnswer, refused, other

        init(_ error: SourceError?) {
            switch error {
            case nil: self = .good
            case .unreachable: self = .unreachable
            case .badAnswer: self = .badAnswer
            case .refused: self = .refused
            default: self = .other
            }
        }
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let scenario: String
        /// The scenario time in seconds at which the calls start.
        var at = 0
        /// True if only a timeout ends the call.
        var lasts = false
        let zones: Ending
        let read: Ending
        let next: Ending
        let volume: Ending
        let picture: Ending
        var testDescription: String { at == 0 ? scenario : "\(scenario) at \(at)" }

        init(_ scenario: String, at: Int = 0, zones: Ending, read: Ending, next: Ending, volume: Ending, picture: Ending) {
            (self.scenario, self.at) = (scenario, at)
            (self.zones, self.read, self.next, self.volume, self.picture) = (zones, read, next, volume, picture)
        }

        init(_ scenario: String, at: Int = 0, lasts: Bool = false, all: Ending) {
            self.init(scenario, at: at, zones: all, read: all, next: all, volume: all, picture: all)
            self.lasts = lasts
        }
    }

    static let faults = [
        Fault("fault-content-type", all: .good),
        // Only a decoder can detect this fault.
        Fault("fault-corrupt-jpeg", all: .good),
        Fault("fault-huge-body", all: .badAnswer),
        Fault("fault-huge-headers", all: .badAnswer),
        // The picture itself is valid, but the response about the zone is not.
        Fault("fault-invalid-json", all: .badAnswer),
        Fault("fault-latency", lasts: true, all: .unreachable),
        Fault("fault-slow-drip", lasts: true, all: .unreachable),
        Fault("fault-status", zones: .badAnswer, read: .badAnswer, next: .refused, volume: .badAnswer, picture: .badAnswer),
        Fault("fault-timeout", lasts: true, all: .unreachable),
        Fault("fault-truncated", all: .unreachable),
        Fault("fault-wrong-types", zones: .badAnswer, read: .badAnswer, next: .good, volume: .badAnswer, picture: .badAnswer),
        // In this phase, texts and Booleans are valid.
        Fault("fault-wrong-types", at: 11, zones: .badAnswer, read: .good, next: .good, volume: .refused, picture: .good),
        Fault("fault-wrong-types", at: 21, zones: .badAnswer, read: .badAnswer, next: .good, volume: .badAnswer, picture: .badAnswer),
    ]

    @Test(arguments: faults, Dialect.allCases)
    func everyCallEnds(_ fault: Fault, _ dialect: Dialect) async throws {
        let path = Repository.fixtureURL("scenarios/\(fault.scenario).yaml").path(percentEncoded: false)
        let clock = SteppedClock()
        try await withSimulator(scenario: Scenario.load(path), dialect: dialect, clock: clock) { simulator in
            let client = BridgeClient(
                address: try BridgeAddress(simulator.baseURL), http: HTTPClient(), limits: fault.lasts ? Self.impatience : BridgeLimits())
            let zone = ZoneID("roon:1601")
            clock.advance(by: .seconds(fault.at))
            // Requested without faults.
            let key = try await Self.artworkKey(path, dialect, zone)
            #expect(await Self.ending { () throws(SourceError) in _ = try await client.zones() } == fault.zones)
            #expect(await Self.ending { () throws(SourceError) in _ = try await client.read(zone) } == fault.read)
            #expect(
                await Self.ending { () throws(SourceError) in try await client.perform(.volume(.to(-30)), in: zone, showing: nil) }
                    == fault.volume)
            #expect(
                await Self.ending { () throws(SourceError) in _ = try await client.picture(of: key, in: zone, side: 100) } == fault.picture)
            #expect(await Self.ending { () throws(SourceError) in try await client.perform(.next, in: zone, showing: nil) } == fault.next)
        }
    }

    /// Half of the connections are reset; a read over a reused connection is retried once.
    @Test(arguments: Dialect.allCases)
    func resets(_ dialect: Dialect) async throws {
        let path = Repository.fixtureURL("scenarios/fault-reset.yaml").path(percentEncoded: false)
        try await withSimulator(scenario: Scenario.load(path), dialect: dialect) { simulator in
            let client = BridgeClient(address: try BridgeAddress(simulator.baseURL), http: HTTPClient())
            let zone = ZoneID("roon:1601")
            var endings: [Ending] = []
            for _ in 0..<12 {
                endings.append(await Self.ending { () throws(SourceError) in _ = try await client.read(zone) })
                endings.append(await Self.ending { () throws(SourceError) in try await client.perform(.pause, in: zone, showing: nil) })
            }
            #expect(endings.allSatisfy { $0 == .good || $0 == .unreachable })
            #expect(endings.contains(.good) && endings.contains(.unreachable))
        }
    }

    /// Short time limits for faults that last: no call may succeed, however busy the machine is.
    private static let impatience: BridgeLimits = {
        var limits = BridgeLimits()
        limits.stateTimeout = .milliseconds(100)
        limits.controlTimeout = .milliseconds(100)
        limits.artworkTimeout = .milliseconds(100)
        return limits
    }()

    private static func ending(of call: () async throws(SourceError) -> Void) async -> Ending {
        do throws(SourceError) {
            try await call()
            return .good
        } catch {
            return Ending(error)
        }
    }

    /// The key of the first track's cover, which depends on the dialect.
    private static func artworkKey(_ path: String, _ dialect: Dialect, _ zone: ZoneID) async throws -> Artwork {
        let calm = Repository.fixtureURL("scenarios/core-lost.yaml").path(percentEncoded: false)
        return try await withSimulator(scenario: Scenario.load(calm), dialect: dialect, clock: SteppedClock()) { simulator in
            let client = BridgeClient(address: try BridgeAddress(simulator.baseURL), http: HTTPClient())
            return try #require(try await client.read(zone).artwork ?? nil)
        }
    }
}
