import Foundation
import SubdialPlayback
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

/// The volume of players that have none, by their streams at a simulated sound server.
@Suite struct MPRISStreamVolumeTests {
    private static func stream(
        _ id: String, _ processes: [Int], _ names: [String] = [], _ volume: Double = 0.5, isMuted: Bool = false, isActive: Bool = true
    ) -> AudioStream {
        AudioStream(id: id, processes: processes, names: names, volume: volume, isMuted: isMuted, isActive: isActive)
    }

    private static func player(_ name: String, _ processes: Set<Int>, _ names: Set<String> = []) -> StreamVolume.Candidate {
        .init(name: name, owner: ":\(name)", processes: processes, names: names.union([name]))
    }

    @Test(
        arguments: [
            // A process of its own, a child, and a grandchild.
            ([stream("1", [7])], [player("a", [7])], ["a": ["1"]]),
            ([stream("1", [9, 8, 7, 2])], [player("a", [7])], ["a": ["1"]]),
            // The nearest parent has it: one player has started the other.
            ([stream("1", [9, 8, 7])], [player("a", [7]), player("b", [8])], ["b": ["1"]]),
            // All streams of a process.
            ([stream("1", [7]), stream("2", [8, 7]), stream("3", [6])], [player("a", [7])], ["a": ["1", "2"]]),
            // By name, if only one has it.
            ([stream("1", [5], ["Firefox"])], [player("firefox", [7])], ["firefox": ["1"]]),
            ([stream("1", [], ["x", "My Player"])], [player("a", [], ["my player"])], ["a": ["1"]]),
            ([stream("1", [5], ["a"]), stream("2", [6], ["a"])], [player("a", [7])], [:]),
            ([stream("1", [5], ["a"])], [player("a", [7]), player("a.instance2", [8], ["a"])], [:]),
            ([stream("1", [7], ["b"])], [player("a", [7]), player("b", [8])], ["a": ["1"]]),
            ([stream("1", [5], ["other"])], [player("a", [7])], [:]),
            ([], [player("a", [7])], [:]),
        ] as [([AudioStream], [StreamVolume.Candidate], [String: [String]])])
    func streamsAreAssigned(_ streams: [AudioStream], _ players: [StreamVolume.Candidate], _ expected: [String: [String]]) {
        #expect(StreamVolume.matches(streams, of: players).mapValues(\.ids) == expected)
    }

    @Test(
        arguments: [
            ([stream("1", [], [], 0.3), stream("2", [], [], 0.6)], 0.6, false),
            ([stream("1", [], [], 0.3), stream("2", [], [], 0.6, isActive: false)], 0.3, false),
            ([stream("1", [], [], 0.3, isMuted: true, isActive: false)], 0.3, true),
            ([stream("1", [], [], 0.3, isMuted: true), stream("2", [], [], 0.2)], 0.3, false),
        ] as [([AudioStream], Double, Bool)])
    func theShownVolume(_ streams: [AudioStream], _ volume: Double, _ isMuted: Bool) {
        #expect(StreamVolume(streams)?.volume == volume && StreamVolume(streams)?.isMuted == isMuted)
    }

    /// A sound server.
    private final class Server: Sendable {
        struct State {
            var streams: [AudioStream] = []
            var readers: [Int: AsyncStream<[AudioStream]>.Continuation] = [:]
            var connections = 0
            var isThere = true
            var changes: [String] = []
        }
        let state = Mutex(State())

        var audio: AudioStreams {
            AudioStreams(
                changes: {
                    AsyncStream { continuation in
                        let number = self.state.withLock { state in
                            state.connections += 1
                            if state.isThere {
                                state.readers[state.connections] = continuation
                                continuation.yield(state.streams)
                            } else {
                                continuation.finish()
                            }
                            return state.connections
                        }
                        continuation.onTermination = { _ in self.state.withLock { $0.readers[number] = nil } }
                    }
                },
                perform: { change, ids in
                    self.state.withLock { $0.changes.append("\(change) \(ids.joined(separator: ","))") }
                    self.set { streams in streams = streams.map { ids.contains($0.id) ? $0.changed(change) : $0 } }
                    return .success(())
                })
        }

        func set(_ change: (inout [AudioStream]) -> Void) {
            state.withLock { state in
                change(&state.streams)
                for reader in state.readers.values { reader.yield(state.streams) }
            }
        }

        var readers: Int { state.withLock { $0.readers.count } }
        var connections: Int { state.withLock { $0.connections } }
        var changes: [String] { state.withLock { $0.changes } }
    }

    private static let zone = ZoneID("mpris:one")
    private static let own = Int(ProcessInfo.processInfo.processIdentifier)

    private func source(_ bus: PrivateBus, _ server: Server, _ change: (inout MPRISOptions) -> Void = { _ in }) -> MPRISSource {
        var options = MPRISOptions(address: bus.address)
        options.audioLingering = .milliseconds(50)
        // A crowded machine takes long to answer.
        (options.answerTime, options.settlingTime, options.readingPatience) = (.seconds(30), .seconds(30), .seconds(30))
        change(&options)
        return MPRISSource(options: options, streams: server.audio)
    }

    @Test(.enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon"), arguments: [true, false])
    func theStreamsVolumeIsThePlayers(_ isControllable: Bool) async throws {
        let (bus, server) = (try PrivateBus(), Server())
        server.set { $0 = [Self.stream("1", [99, Self.own], [], 0.4), Self.stream("2", [5], [], 0.9)] }
        let player = await FakePlayer(
            bus, "one", ["CanControl": Wire("b", .bool(isControllable))], without: isControllable ? ["Volume"] : [])
        let source = source(bus, server)
        // A single query finds it.
        let reading = try await source.read(Self.zone)
        #expect(reading.volumeValue == 40 && reading.isMuted == false && reading.volumeScale??.maximum == 100)
        #expect(try await source.zones().map { $0.volume?.value } == [40, 40])
        #expect(await source.refusal(of: .volume(.to(20)), in: Self.zone) == nil)
        try await source.perform(.volume(.to(20)), in: Self.zone, showing: nil)
        try await source.perform(.mute(nil), in: Self.zone, showing: nil)
        #expect(server.changes == ["volume(0.2) 1", "mute(true) 1"])
        let muted = try await source.read(Self.zone)
        #expect(muted.volumeValue == 20 && muted.isMuted == true)
        #expect(!player.calls.all.contains { $0.contains("Set") })
        // The volume that is changed must be the one that the user has seen.
        let seen = Volume(value: 70, scale: try #require(reading.volumeScale ?? nil))
        await #expect(throws: SourceError.overtaken("Fake one")) {
            try await source.perform(.volume(.by(5), from: seen), in: Self.zone, showing: nil)
        }
        try await eventually("the connection ends") { server.readers == 0 }
        // Without the stream, there is no volume.
        server.set { $0 = [] }
        #expect(try await source.read(Self.zone).volumeScale == .some(nil))
        #expect(await source.refusal(of: .volume(.to(20)), in: Self.zone) != nil)
    }

    @Test(.enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon"))
    func subscribersSeeEachChangeAndOthersOpenNothing() async throws {
        let (bus, server) = (try PrivateBus(), Server())
        server.set { $0 = [Self.stream("1", [Self.own], [], 0.4)] }
        let player = await FakePlayer(bus, "one", without: ["Volume"])
        let source = source(bus, server)
        var log: PushLog? = PushLog(source, Self.zone)
        try await eventually("the volume") { log?.last?.volumeValue == 40 }
        server.set { $0[0].volume = 0.7 }
        try await eventually("another one") { log?.last?.volumeValue == 70 }
        server.set { $0[0].isMuted = true }
        try await eventually("muted") { log?.last?.isMuted == true }
        #expect(server.connections == 1)
        // The player's own volume counts from the time that it has one.
        player.change(["Volume": Wire("d", .double(0.25))])
        try await eventually("its own") { log?.last?.volumeValue == 25 && log?.last?.isMuted == false }
        try await eventually("no connection") { server.readers == 0 }
        log = nil
        #expect(try await source.read(Self.zone).volumeValue == 25)
        #expect(server.connections == 1)
    }

    @Test(.enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon"))
    func aServerThatIsNotThereIsLeftAlone() async throws {
        let (bus, server) = (try PrivateBus(), Server())
        server.state.withLock { $0.isThere = false }
        let player = await FakePlayer(bus, "one", MPRISSourceTests.playing, without: ["Volume"])
        let source = source(bus, server)
        let log = PushLog(source, Self.zone)
        try await eventually("the player") { log.last?.title == "One" }
        for number in 1...20 {
            player.change(MPRISSourceTests.metadata("\(number)", id: "/t/\(number)"))
            try await eventually("track \(number)") { log.last?.title == "\(number)" }
        }
        #expect(server.connections == 1)
        #expect(log.all.allSatisfy { $0.volumeScale == .some(nil) && $0.connection == .live })
    }
}
