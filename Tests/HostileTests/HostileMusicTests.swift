import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Music files that end or fill whatever parses them, in the playlist of a bar.
@Suite(.enabled(if: Tool.has("python3", "ffmpeg"), "needs python3 and ffmpeg")) struct HostileMusicTests {
    /// Makes a song of two seconds.
    private func song(_ path: String) throws -> Data {
        try #require(Tool.succeeds(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono", "-t", "2", path]))
        return try #require(FileManager.default.contents(atPath: path))
    }

    /// Runs a feed of a playlist with `names` and a last, good song, beside an innocent bar; waits until the playlist has been read.
    private func follow(_ names: [String], in sandbox: Sandbox) async throws {
        _ = try song(sandbox.path("song.flac"))
        let list = (["#EXTM3U", "#EXTINF:86400,Hostile - First", "first.mp3"] + names + ["song.flac"]).joined(separator: "\n")
        try list.write(toFile: sandbox.path("list.m3u8"), atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(atPath: sandbox.path("config/subdial"), withIntermediateDirectories: true)
        try "kinds: [ { kind: playlist, id: hostile, with: { playlist: '\(sandbox.path("list.m3u8"))' } } ]\n".write(
            toFile: sandbox.path("config/subdial/config.yaml"), atomically: true, encoding: .utf8)
        try await Innocent.with(sandbox) { innocent in
            let engine = try await sandbox.engine()
            let feed = try FeedFront(sandbox, ["feed", "--kind", "playlist:hostile", "--text", "{{ songs }} {{ title }}"])
            defer { feed.stop() }
            try await eventually("the playlist") { feed.last == "\(names.count + 2) First" }
            try await innocent.expectService()
            #expect(sandbox.engines == [engine])
            #expect(engine.children.isEmpty, "the process that reads ends with its batch")
            #expect(engine.residentKilobytes < 300_000)
        }
    }

    @Test("A file that ends its reader does not end the engine")
    func deadlyFiles() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try DeadlyMusic.write(into: sandbox.folder.path)
        try await follow(DeadlyMusic.names, in: sandbox)
    }

    @Test("Damaged copies of music files do not end the engine", arguments: ["flac", "mp3", "m4a", "opus", "ogg"])
    func damagedFiles(_ format: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let whole = [UInt8](try song(sandbox.path("whole.\(format)")))
        var random = SplitMix64(seed: 7)
        let names = (1...300).map { "damaged-\($0).\(format)" }
        for (round, name) in names.enumerated() {
            var bytes = round % 3 == 0 ? Array(whole.prefix(whole.count * round / 300)) : whole
            for _ in 0..<(round % 7) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<min(bytes.count, 2000), using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            try Data(bytes).write(to: URL(filePath: sandbox.path(name)))
        }
        try await follow(names, in: sandbox)
    }
}
