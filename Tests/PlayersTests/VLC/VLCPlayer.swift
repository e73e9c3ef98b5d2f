import Foundation
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

/// A real VLC with its own folder, web interface and music.
final class VLCPlayer {
    let folder: URL
    private(set) var port: Int
    private var process: Process?

    private init() throws {
        folder = URL(filePath: Scratch.path("vlc"))
        port = try LocalPort.free()
        try FileManager.default.createDirectory(at: folder.appending(path: "bare"), withIntermediateDirectories: true)
    }

    var address: String { "vlc://:ge%40heim@127.0.0.1:\(port)" }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Runs `body` with a VLC that plays a song with tags and a picture, followed by two others.
    static func run(password: String? = "ge@heim", files: Bool = true, _ body: (VLCPlayer) async throws -> Void) async throws {
        let player = try VLCPlayer()
        defer {
            player.kill()
            try? FileManager.default.removeItem(at: player.folder)
        }
        try player.makeMusic()
        // The last one is added first.
        let songs = files ? ["tagged.flac", "bare/No. 2.flac", "bare/third.flac"].map { player.path($0) } : []
        try await player.start(password: password, songs)
        try await body(player)
    }

    private struct Ended: Error {}

    /// Starts VLC; retries with another port if another process has taken the free one.
    private func start(password: String?, _ songs: [String]) async throws {
        for _ in 0..<2 {
            do { return try await startOnce(password: password, songs) } catch is Ended { port = try LocalPort.free() }
        }
        try await startOnce(password: password, songs)
    }

    private func startOnce(password: String?, _ songs: [String]) async throws {
        let vlc =
            [
                "vlc", "-I", "dummy", "--extraintf", "http", "--http-host", "127.0.0.1", "--http-port", "\(port)", "--no-video",
                "--no-dbus",
                "--aout=alsa", "--alsa-audio-device=null", "--no-metadata-network-access",
            ] + (password.map { ["--http-password", $0] } ?? []) + songs
        // VLC refuses to run as root, and writes to its home folder.
        let command = try #require(Tool.ordinaryUser) + vlc
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = folder.path
        for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] { environment[name] = nil }
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runUnblocked()
        self.process = process
        let source = VLCSource(try VLCAddress(address))
        try await eventually("VLC answers") {
            guard process.isRunning else { throw Ended() }
            do throws(SourceError) {
                let zones = try await source.zones()
                return songs.isEmpty || zones.first?.status == .playing
            } catch {
                // Without a password VLC responds, but with an error status.
                guard case .badAnswer = error else { return false }
                return password == nil
            }
        }
    }

    /// Kills VLC, so that it cannot close its connections properly.
    func kill() {
        guard let process, process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func makeMusic() throws {
        let silence = ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono"]
        try ffmpeg(["-f", "lavfi", "-i", "color=c=red:s=64x64", "-frames:v", "1", path("art.png")])
        try ffmpeg(
            silence + ["-i", path("art.png"), "-map", "0", "-map", "1", "-t", "600", "-c:v", "copy", "-disposition:v", "attached_pic"]
                + [
                    "-metadata", "title=Åben & \"dør\" <x> &amp;", "-metadata", "artist=Ada", "-metadata", "album=Første",
                    path("tagged.flac"),
                ])
        try ffmpeg(silence + ["-t", "600", "-fflags", "+bitexact", path("bare/No. 2.flac")])
        try ffmpeg(silence + ["-t", "600", "-metadata", "title=Third", path("bare/third.flac")])
    }

    private func ffmpeg(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-loglevel", "error", "-y"] + arguments
        process.standardInput = FileHandle.nullDevice
        try process.runUnblocked()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw MPDDaemon.Failed(description: "ffmpeg \(arguments)") }
    }
}
