import Foundation
import SubdialHTTP
import SubdialPlayback
import SubdialSimulator
import SubdialSystem
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialEngine

/// A zone whose volume somebody else changes at any moment, also between a reading and the control that was calculated from it.
private final class ContestedZone: PlaybackSource {
    private struct State {
        var random: SplitMix64
        var value: Double
        /// The volumes before and after each accepted control.
        var changes: [(before: Double, after: Double)] = []
        var overtaken = 0
    }

    static let zone = ZoneID("contested")
    let scale: VolumeScale
    private let state: Mutex<State>

    init(_ scale: VolumeScale, seed: UInt64) {
        self.scale = scale
        state = Mutex(State(random: SplitMix64(seed: seed), value: (scale.minimum + scale.maximum) / 2))
    }

    /// The changes since the last call.
    func removeChanges() -> [(before: Double, after: Double)] {
        state.withLock { state in
            defer { state.changes = [] }
            return state.changes
        }
    }

    var overtaken: Int { state.withLock(\.overtaken) }

    func zones() async throws(SourceError) -> [Zone] { [Zone(id: Self.zone, name: "Contested")] }

    func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
        (reading.name, reading.connection, reading.status) = ("Contested", .live, .playing)
        reading.volumeScale = .some(scale)
        reading.volumeValue = state.withLock { state in
            interfere(&state)
            return state.value
        }
        return reading
    }

    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        guard case .volume(.to(let target), let base) = control else { throw .refused("not a volume") }
        let isSet = self.state.withLock { state in
            interfere(&state)
            guard Volume(value: state.value, scale: scale).isSame(as: base) else {
                state.overtaken += 1
                return false
            }
            state.changes.append((state.value, target))
            state.value = target
            return true
        }
        if !isSet { throw .overtaken("Contested") }
    }

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? { nil }

    private func interfere(_ state: inout State) {
        guard Int.random(in: 0..<3, using: &state.random) == 0 else { return }
        let wanted = Double.random(in: scale.minimum...scale.maximum, using: &state.random)
        state.value = scale.normalized(wanted) ?? state.value
    }
}

/// A clock on which a moment is a millisecond, whatever its length.
private struct ShortClock: Clock {
    private let base = ContinuousClock()
    var now: ContinuousClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: min(deadline, base.now + .milliseconds(1)), tolerance: nil)
    }
}

/// Walks of the volume while somebody else changes it too.
@Suite struct VolumeWalkTests {
    private static let scales = [
        VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number), VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .db),
        VolumeScale(minimum: 0, maximum: 100, step: 2.5, unit: .number), VolumeScale(minimum: 0, maximum: 42, step: 1, unit: .number),
        VolumeScale(minimum: -80, maximum: 10, step: 0.1, unit: .db),
    ]

    /// No control is louder than what was asked for, counted from the volume that the zone really had when it was set.
    @Test func noMomentIsLouderThanAskedFor() async throws {
        let folder = try TemporaryFolder()
        var (steps, sets, overtaken) = (0, 0, 0)
        for walk in 0..<100 {
            let scale = Self.scales[walk % Self.scales.count]
            let source = ContestedZone(scale, seed: UInt64(walk))
            let hub = Hub(
                folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent, clock: ShortClock(), lingering: .seconds(1)
            ) { _ in source }
            let follower = try await hub.follower(of: ContestedZone.zone, name: nil, at: "http://127.0.0.1:1")
            var random = SplitMix64(seed: UInt64(1000 + walk))
            for _ in 0..<12 {
                let size = scale.step * Double(Int.random(in: 1...2, using: &random))
                let change: VolumeChange =
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: .up
                    case 1: .down
                    case 2: .by(VolumeAmount(size))
                    case 3: .by(VolumeAmount(-size))
                    default: .exactly(VolumeAmount(Double.random(in: scale.minimum...scale.maximum, using: &random)))
                    }
                _ = try? await follower.change(VolumeTurn(change))
                for (before, after) in source.removeChanges() {
                    let moved = after - before
                    switch change {
                    case .up: #expect(moved > 0 && moved <= scale.step + 1e-6, "\(change) from \(before) to \(after)")
                    case .down: #expect(moved < 0 && moved >= -scale.step - 1e-6, "\(change) from \(before) to \(after)")
                    case .by(let amount):
                        #expect(moved * amount.number > 0 && moved.magnitude <= size + 1e-6, "\(change) from \(before) to \(after)")
                    case .to(let amount), .exactly(let amount): #expect(after <= amount.number + scale.step / 2 + 1e-6)
                    }
                    if case .exactly = change { sets += 1 } else { steps += 1 }
                }
            }
            overtaken += source.overtaken
            await hub.stop()
        }
        #expect(steps > 300 && sets > 50 && overtaken > 100, "\(steps) steps, \(sets) sets, \(overtaken) overtaken")
    }

    /// Walks through the bridge's protocol, with a second controller that turns the devices themselves.
    ///
    /// A control can be overtaken within the millisecond between the bridge's answer and the request. What it sets may then be as loud as the zone was
    /// during the turn, but not by more than the requested step louder.
    @Test(arguments: Dialect.allCases)
    func noRequestIsLouderThanAskedFor(_ dialect: Dialect) async throws {
        let folder = try TemporaryFolder()
        let zones: [(id: String, volume: String, levels: [Double])] = [
            ("roon:1", "{ kind: db, value: -30, minimum: -64, maximum: 0, step: 0.5 }", [-60, -12, -45, -3]),
            ("roon:2", "{ kind: number, value: 40, minimum: 0, maximum: 98, step: 0.5 }", [5, 90, 33.5, 60]),
            ("lms:00:04:20:12:ab:cd", "{ kind: number, value: 35 }", [2, 80, 20, 55]),
        ]
        let yaml =
            "description: Two people turn the same volumes\nzones:\n"
            + zones.map { "  - { id: '\($0.id)', name: '\($0.id)', state: playing, volume: \($0.volume) }\n" }.joined() + "script:\n"
            + zones.flatMap { zone in
                zone.levels.enumerated().map { index, level in
                    "  - { at: \(0.013 * Double(index + 1)), every: \(0.05 + 0.017 * Double(index)), zone: '\(zone.id)', volume: \(level) }\n"
                }
            }.joined()
        try await withSimulator(scenario: try Scenario(yaml: yaml), dialect: dialect) { simulator async throws in
            let folders = UserFolders(environment: ["HOME": folder.path])
            let factory = SourceFactory(
                http: HTTPClient(), artwork: nil, messages: MessageSources(folders.state.folder("libraries"), logger: .silent),
                logger: .silent)
            let hub = Hub(folders: folders, logger: .silent, clock: ShortClock()) { factory.source(at: $0) }
            var random = SplitMix64(seed: 41)
            var requests = 0
            for walk in 0..<100 {
                let zone = zones[walk % zones.count]
                let follower = try await hub.follower(of: ZoneID(zone.id), name: nil, at: simulator.baseURL)
                for _ in 0..<4 {
                    let seen = await simulator.levels().count
                    let change: VolumeChange = Bool.random(using: &random) ? .up : .down
                    let known = await follower.state.volumeScale.value?.step
                    _ = try? await follower.change(VolumeTurn(change))
                    let told = await follower.state.volumeScale.value?.step
                    let step = try #require(told ?? known)
                    let levels = await simulator.levels()
                    let during = levels.enumerated().filter { $0.element.zone == zone.id }
                    for change in during where change.offset >= seen {
                        guard case .request = change.element.cause else { continue }
                        requests += 1
                        // What the zone had during the turn, from the last change before it, and what was set shortly before and may not be reported yet.
                        let start = change.element.time - .seconds(PlaybackState.settlingTime + 0.1)
                        let last = during.last { $0.offset < seen }?.offset ?? 0
                        let had = during.filter { earlier in
                            guard earlier.offset < change.offset else { return false }
                            if case .request = earlier.element.cause, earlier.element.time > start { return true }
                            return earlier.offset >= last
                        }.map(\.element.level)
                        // LMS has whole numbers, to which the bridge rounds.
                        let most = try #require(had.max()) + step + (zone.id.hasPrefix("lms:") ? 0.5 : 0)
                        #expect(change.element.level <= most + 1e-6, "\(change.element) after \(had)")
                    }
                }
            }
            await hub.stop()
            #expect(requests > 200, "\(requests) requests")
        }
    }
}
