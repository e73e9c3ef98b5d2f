import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// A session bus that ends with the test, and the programs that are started on it.
final class Desktop {
    let sandbox: Sandbox
    private(set) var processes: [Process] = []
    private(set) var environment: [String: String] = [:]

    init() throws {
        sandbox = try Sandbox()
        let address = Pipe()
        let bus = Process()
        bus.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
        bus.arguments = ["--session", "--nofork", "--print-address"]
        bus.standardOutput = address
        bus.standardError = FileHandle.nullDevice
        try bus.run()
        processes.append(bus)
        let line = String(decoding: address.fileHandleForReading.availableData, as: UTF8.self)
        environment["DBUS_SESSION_BUS_ADDRESS"] = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func clean() {
        sandbox.clean()
        for process in processes.reversed() where process.isRunning {
            // A player may not end on SIGTERM.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Makes a song of a number of seconds.
    func song(_ title: String, seconds: Int = 300) throws -> String {
        let path = sandbox.path("\(title).flac")
        let tags = ["-metadata", "title=\(title)", "-metadata", "artist=Tom & <Jerry>", "-metadata", "genre=Jazz"]
        let maker = try start(
            "ffmpeg", ["-loglevel", "error", "-f", "lavfi", "-i", "sine=frequency=220:duration=\(seconds)"] + tags + [path])
        maker.waitUntilExit()
        #expect(maker.terminationStatus == 0)
        return path
    }

    @discardableResult
    func start(_ program: String, _ arguments: [String], output: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = sandbox.environment(environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runUnblocked()
        processes.append(process)
        return process
    }

    func play(_ songs: [String]) throws -> Process {
        let options = ["--no-config", "--no-video", "--ao=null", "--no-terminal", "--script=/usr/lib/mpv-mpris/mpris.so"]
        return try start("mpv", options + songs)
    }

    /// Waits until the active player plays a song.
    ///
    /// mpv plays before it has read the tags.
    func waitUntilPlaying(_ title: String) async throws {
        try await eventually("a player that plays \(title)") {
            try playerctl("metadata", "--format", "{{status}} {{title}}") == "Playing \(title)\n"
        }
    }

    func playerctl(_ arguments: String...) throws -> String {
        let pipe = Pipe()
        let process = try start("playerctl", arguments, output: pipe)
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    func subdial(_ arguments: String...) throws -> Sandbox.Outcome { try sandbox.run(arguments, environment: environment) }
}
