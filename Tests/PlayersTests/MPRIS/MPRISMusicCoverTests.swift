import Foundation
import SubdialPlayback
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

/// Covers of local files whose players send none.
@Suite(.enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon")) struct MPRISMusicCoverTests {
    private static let zone = ZoneID("mpris:one")

    /// Music files by path, with their versions, and the paths that were read.
    private final class Files: Sendable {
        let versions = Mutex<[String: String]>(["/m/a b.mp3": "1", "/m/two.mp3": "1"])
        let reads = Mutex<[String]>([])
        let looks = Mutex(0)

        var covers: MusicCovers {
            MusicCovers(
                version: { path in
                    self.looks.withLock { $0 += 1 }
                    return self.versions.withLock { $0[path] }
                },
                picture: { path in
                    self.reads.withLock { $0.append(path) }
                    return self.versions.withLock { $0[path] }.map { Array("\(path) \($0)".utf8) }
                })
        }
    }

    private static func track(_ address: String?, art: String? = nil, title: String = "T") -> [String: Wire] {
        var metadata: [String: Wire] = ["xesam:title": .text(title), "xesam:album": .text("A")]
        if let address { metadata["xesam:url"] = .text(address) }
        if let art { metadata["mpris:artUrl"] = .text(art) }
        return ["PlaybackStatus": .text("Playing"), "Metadata": .metadata(metadata)]
    }

    private func source(_ bus: PrivateBus, _ files: Files) -> MPRISSource {
        MPRISSource(options: MPRISOptions(address: bus.address), music: files.covers)
    }

    private func text(_ source: MPRISSource) async throws -> String? {
        let reading = try await source.read(Self.zone)
        guard let artwork = reading.artwork ?? nil else { return nil }
        return try await source.picture(of: artwork, in: Self.zone, side: 64).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ("file:///m/a%20b.mp3", nil), ("/m/a b.mp3", nil), ("file:///m/a%20b.mp3", ""), ("/m/a b.mp3", "attachment://cover"),
            ("/m/a b.mp3", "file:///nowhere/at-all.png"), ("/m/a b.mp3", "data:image/png;base64,%%%"), ("/m/a b.mp3", "data:,"),
        ] as [(String, String?)])
    func theCoverOfTheFileStandsIn(_ address: String, _ art: String?) async throws {
        let (bus, files) = (try PrivateBus(), Files())
        let player = await FakePlayer(bus, "one", Self.track(address, art: art))
        #expect(try await text(source(bus, files)) == "/m/a b.mp3 1")
        withExtendedLifetime(player) {}
    }

    @Test(arguments: ["http://radio/a.mp3", "file:///m/none.mp3", "file://elsewhere/m/two.mp3", "/m/film.mkv", nil])
    func otherTracksHaveNone(_ address: String?) async throws {
        let (bus, files) = (try PrivateBus(), Files())
        let player = await FakePlayer(bus, "one", Self.track(address))
        let source = source(bus, files)
        #expect(try await source.read(Self.zone).artwork == .some(nil))
        #expect(files.reads.withLock { $0 }.isEmpty)
        withExtendedLifetime(player) {}
    }

    @Test func whatThePlayerSendsCounts() async throws {
        let (bus, files) = (try PrivateBus(), Files())
        let player = await FakePlayer(bus, "one", Self.track("/m/two.mp3", art: "data:,sent"))
        #expect(try await text(source(bus, files)) == "sent")
        #expect(files.reads.withLock { $0 }.isEmpty && files.looks.withLock { $0 } == 0)
        withExtendedLifetime(player) {}
    }

    @Test func aTrackComesWithItsCoverAndPositionsCostNothing() async throws {
        let (bus, files) = (try PrivateBus(), Files())
        let player = await FakePlayer(bus, "one", Self.track("/m/a b.mp3"))
        let source = source(bus, files)
        let log = PushLog(source, Self.zone)
        try await eventually("the first") { log.last?.title == "T" }
        player.change(Self.track("/m/two.mp3", title: "Two"))
        try await eventually("the second") { log.last?.title == "Two" }
        let keys = log.all.map { ($0.artwork ?? nil)?.key ?? "none" }
        #expect(Set(keys).count == 2 && !keys.contains("none") && keys.allSatisfy { $0.hasPrefix("music:") }, "\(keys)")
        // Nothing is read before the picture is wanted.
        #expect(files.reads.withLock { $0 }.isEmpty)
        let looks = files.looks.withLock { $0 }
        let count = log.all.count
        for second in 1...20 { player.seek(to: Int64(second) * 1_000_000) }
        try await eventually("the positions") { log.all.count > count && log.last?.position??.seconds == 20 }
        #expect(files.looks.withLock { $0 } == looks)
    }

    @Test func aRewrittenFileIsAnotherPicture() async throws {
        let (bus, files) = (try PrivateBus(), Files())
        let player = await FakePlayer(bus, "one", Self.track("/m/two.mp3"))
        let source = source(bus, files)
        let first = try #require(try await source.read(Self.zone).artwork ?? nil)
        files.versions.withLock { $0["/m/two.mp3"] = "2" }
        player.change(Self.track("/m/two.mp3", title: "Retagged"))
        try await eventually("another key") { try await source.read(Self.zone).artwork ?? nil != first }
        #expect(try await text(source) == "/m/two.mp3 2")
        files.versions.withLock { $0["/m/two.mp3"] = nil }
        player.change(Self.track("/m/two.mp3", title: "Removed"))
        try await eventually("no cover") { try await source.read(Self.zone).artwork == .some(nil) }
    }

    /// A disk that does not answer delays the track by a moment only.
    @Test func aFileThatHangsHoldsUpNothing() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.track("/m/two.mp3"))
        let gate = DispatchSemaphore(value: 0)
        let source = MPRISSource(
            options: MPRISOptions(address: bus.address),
            music: MusicCovers(
                version: { _ in
                    gate.wait()
                    return "1"
                }, picture: { _ in nil }))
        let log = PushLog(source, Self.zone)
        try await eventually("the track") { log.last?.title == "T" }
        #expect(log.last?.artwork == .some(nil))
        try await source.perform(.pause, in: Self.zone, showing: nil)
        #expect(player.calls.count("Pause") == 1)
        for _ in 0..<100 { gate.signal() }
        try await eventually("the cover") { (log.last?.artwork ?? nil) != nil }
    }
}
