import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialProcessSupport

/// The covers of local files whose player sends none, from the bus to the cover file of a feed.
@Suite(.serialized, .enabled(if: Tool.has("dbus-daemon", "ffmpeg"), "needs dbus-daemon and ffmpeg"))
struct PlayerCoverTests {
    /// The color of the middle of a picture, as six hexadecimal digits.
    private func color(_ path: String) -> String? {
        let pipe = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-loglevel", "error", "-i", path, "-vf", "scale=1:1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.runUnblocked()) != nil else { return nil }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard data.count == 3 else { return nil }
        return data[0] > 200 ? "red" : data[2] > 200 ? "blue" : data[1] > 100 ? "green" : "other"
    }

    private func song(_ sandbox: Sandbox, _ name: String, _ color: String?) throws -> String {
        let (picture, path) = (sandbox.path("in-\(name).png"), sandbox.path(name))
        if let color {
            try #require(
                Tool.succeeds([
                    "ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "color=\(color):s=64x64", "-frames:v", "1", picture,
                ]))
        }
        let cover = color == nil ? [] : ["-i", picture, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"]
        try #require(
            Tool.succeeds(
                ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono"] + cover.prefix(2)
                    + ["-t", "1"] + cover.dropFirst(2) + [path]))
        if color != nil { try FileManager.default.removeItem(atPath: picture) }
        return path
    }

    @Test func theEmbeddedCoverBecomesTheFeedsFile() async throws {
        let (sandbox, bus) = (try Sandbox(), try PrivateBus())
        defer { sandbox.clean() }
        func track(_ path: String, art: String? = nil) -> [String: Wire] {
            var metadata: [String: Wire] = ["xesam:url": .text(URL(filePath: path).absoluteString), "xesam:title": .text(path)]
            if let art { metadata["mpris:artUrl"] = .text(art) }
            return ["PlaybackStatus": .text("Playing"), "Metadata": .metadata(metadata)]
        }
        let (red, blue, plain) = (
            try song(sandbox, "a red.flac", "red"), try song(sandbox, "blue.mp3", "blue"), try song(sandbox, "plain.flac", nil)
        )
        let player = await FakePlayer(bus, "one", track(red))
        let cover = sandbox.path("run/shown.png")
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        let feed = try FeedFront(
            sandbox, ["feed", "--source", "mpris", "--text", "{{ title }}|{{ artwork }}", "--art", cover, "--art-size", "64"],
            environment: environment)
        defer { feed.stop() }
        try await eventually("the cover of the first, not \(feed.lines)") { color(cover) == "red" }
        player.change(track(blue, art: "file:///nowhere/at-all.png"))
        try await eventually("the cover in place of a dead one") { color(cover) == "blue" }
        player.change(track(plain))
        try await eventually("no cover") { !FileManager.default.fileExists(atPath: cover) }
        try #require(
            Tool.succeeds([
                "ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "color=green:s=64x64", "-frames:v", "1",
                sandbox.path("folder.png"),
            ]))
        player.change(track(red))
        try await eventually("the first again") { color(cover) == "red" }
        player.change(track(plain))
        try await eventually("the cover of the folder") { color(cover) == "green" }
        #expect(feed.errors.isEmpty, "\(feed.errors)")
    }

    @Test(.enabled(if: PrivateBus.hasPlayers, "needs mpv with mpv-mpris, playerctl, ffmpeg and dbus-daemon"))
    func aRealPlayersSongHasItsCover() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        let path = try song(desktop.sandbox, "real.flac", "red")
        _ = try desktop.play([path, "--loop-file=inf"])
        let cover = desktop.sandbox.path("run/shown.png")
        let feed = try FeedFront(
            desktop.sandbox, ["feed", "--source", "mpris", "--text", "{{ title }}", "--art", cover], environment: desktop.environment)
        defer { feed.stop() }
        try await eventually("the cover, not \(feed.lines)") { color(cover) == "red" }
    }
}
