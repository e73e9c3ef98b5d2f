import Foundation
import Logging
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine

/// The reason why the data of a zone are old.
@Suite struct ZoneProblemTests {
    /// A source that answers, answers that its data are old, or fails.
    private final class Moody: PlaybackSource {
        /// The reason of old data; nil for live ones.
        let reason = Mutex<String?>(nil)
        let failure = Mutex<SourceError?>(nil)

        func zones() async throws(SourceError) -> [Zone] {
            if let failure = failure.withLock({ $0 }) { throw failure }
            return [Zone(id: ZoneID("z:1"), name: "Room")]
        }

        func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
            if let failure = failure.withLock({ $0 }) { throw failure }
            var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
            reading.status = .playing
            reading.track = .some(Track(title: "So What"))
            reading.problem = reason.withLock { $0 }
            reading.connection = reading.problem == nil ? .live : .stale
            return reading
        }

        func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {}
        func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? { nil }
    }

    private static let address = "http://127.0.0.1:1"

    private func hub(_ source: Moody, _ folder: TemporaryFolder) -> Hub {
        Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in source }
    }

    /// A failure, or a source's own report; and the reason in the entry.
    @Test(
        arguments: [
            (.unreachable(address: "http://nas:8088", reason: "connection refused"), nil, "connection refused (http://nas:8088)"),
            (.badAnswer(address: "http://nas:8088", reason: "no JSON"), nil, "http://nas:8088 answered what cannot be used: no JSON"),
            (.away("Roon", address: "http://nas:8088"), nil, "Roon is away from the bridge (http://nas:8088)"),
            (nil, "Roon's core is away", "Roon's core is away"), (nil, "\u{1B}[2Jaway", "[2Jaway"),
            (.zoneMissing("z:1", known: []), nil, nil),
        ] as [(SourceError?, String?, String?)])
    func anOldZoneHasAReason(_ failure: SourceError?, _ reason: String?, _ problem: String?) async throws {
        let (folder, source) = (try TemporaryFolder(), Moody())
        let hub = hub(source, folder)
        let follower = try await hub.follower(of: ZoneID("z:1"), name: "Room", at: Self.address)
        await follower.readOnce()
        #expect(await follower.entry().problem == nil)
        source.failure.withLock { $0 = failure }
        source.reason.withLock { $0 = reason }
        await follower.readOnce()
        let entry = await follower.entry()
        #expect(entry.freshness != .live && entry.problem?.message.trimmingCharacters(in: .whitespaces) == problem)
        #expect(entry.problem.map { $0.since == entry.lastContact } ?? true)
        // A live answer ends it.
        source.failure.withLock { $0 = nil }
        source.reason.withLock { $0 = nil }
        await follower.readOnce()
        #expect(await follower.entry().problem == nil)
        await hub.stop()
    }

    /// A zone that has never been found has a reason too, and the stored state of a zone has none.
    @Test func anUnknownZoneHasAReason() async throws {
        let (folder, source) = (try TemporaryFolder(), Moody())
        source.failure.withLock { $0 = .unreachable(address: "http://nas:8088", reason: "no answer in time") }
        let hub = hub(source, folder)
        let entries = hub.entries(of: .players(FollowedPlayers(address: Self.address, zone: "Room")))
        let entry = try #require(await entries.current().frame.timeline.entries.first)
        #expect(entry.freshness == .offline && entry.problem?.message == "no answer in time (http://nas:8088)")
        source.failure.withLock { $0 = nil }
        let follower = try await hub.follower(ofZone: "Room", at: Self.address)
        await follower.readOnce()
        await hub.flush()
        await hub.stop()
        let next = self.hub(source, folder)
        let stored = try await next.follower(of: ZoneID("z:1"), name: nil, at: Self.address)
        #expect(await stored.entry().freshness == .stale)
        #expect(await stored.entry().problem == nil)
        await next.stop()
    }
}
