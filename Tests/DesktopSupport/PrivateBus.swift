// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import SubdialTestSupport

    /// A private message bus with the programs that were started on it.
    final class PrivateBus: @unchecked Sendable {
        struct Failure: Error { let text: String }

        let folder: URL
        let address: String
        private var daemon: Process?
        private var programs: [Process] = []

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "mpris-\(UUID().uuidString.prefix(8))")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            address = "unix:path=\(folder.path)/bus"
            try startDaemon()
        }

        deinit {
            for program in programs where program.isRunning { kill(program.processIdentifier, SIGKILL) }
            stopDaemon()
            try? FileManager.default.removeItem(at: folder)
        }

        /// Starts the bus, always at the same address.
        func startDaemon() throws {
            let (process, output) = (Process(), Pipe())
            process.executableURL = try Self.program("dbus-daemon")
            process.arguments = ["--session", "--nofork", "--print-address", "--address=\(address)"]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.runUnblocked()
            daemon = process
            // The daemon prints its address when it is listening.
            guard try output.fileHandleForReading.read(upToCount: 1)?.isEmpty == false else { throw Failure(text: "the bus did not start") }
        }

        /// Stops the bus, which closes all connections.
        func stopDaemon() {
            guard let daemon else { return }
            if daemon.isRunning { kill(daemon.processIdentifier, SIGKILL) }
            daemon.waitUntilExit()
            try? FileManager.default.removeItem(atPath: "\(folder.path)/bus")
            self.daemon = nil
        }

        /// Starts a program on the bus; it is killed when the bus is released.
        @discardableResult
        func start(_ name: String, _ arguments: [String]) throws -> Process {
            let process = try process(name, arguments)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.runUnblocked()
            programs.append(process)
            return process
        }

        /// Runs a program on the bus to its end and returns its output, without the final line feed.
        func output(of name: String, _ arguments: String...) async throws -> String {
            let (process, output) = (try process(name, arguments), Pipe())
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            return try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    do {
                        try process.runUnblocked()
                        let data = try output.fileHandleForReading.readToEnd() ?? Data()
                        process.waitUntilExit()
                        continuation.resume(returning: String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines))
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
        }

        /// Serves the bus's folder over HTTP, and returns the address.
        func startWebServer() throws -> String {
            let (process, output) = (
                try process("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", folder.path]), Pipe()
            )
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.runUnblocked()
            programs.append(process)
            // Serving HTTP on 127.0.0.1 port 8000 …
            let words = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).split(separator: " ")
            guard let port = words.firstIndex(of: "port").flatMap({ Int(words[words.index(after: $0)]) }) else {
                throw Failure(text: "no web server has started")
            }
            return "http://127.0.0.1:\(port)/"
        }

        /// Starts mpv, which plays these files without audio output.
        func startMPV(_ files: [URL]) throws -> Process {
            try start(
                "mpv",
                ["--no-config", "--no-video", "--ao=null", "--no-terminal", "--script=\(Self.mpvPlugin)"] + files.map(\.path))
        }

        /// Creates a silent audio file with tags.
        func makeTrack(_ name: String, seconds: Int = 300, tags: [String: String]) throws -> URL {
            let file = folder.appending(path: name)
            let process = try process(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "\(seconds)"]
                    + tags.flatMap { ["-metadata", "\($0.key)=\($0.value)"] } + ["-c:a", "flac", file.path])
            try process.runUnblocked()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Failure(text: "ffmpeg made no file") }
            return file
        }

        static let mpvPlugin = "/usr/lib/mpv-mpris/mpris.so"

        /// True if all programs for tests with real players are installed.
        static var hasPlayers: Bool {
            Tool.has("mpv", "playerctl", "ffmpeg", "dbus-daemon") && FileManager.default.fileExists(atPath: mpvPlugin)
        }

        private func process(_ name: String, _ arguments: [String]) throws -> Process {
            let process = Process()
            process.executableURL = try Self.program(name)
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address, "LC_ALL": "C.UTF-8"]) {
                $1
            }
            process.standardInput = FileHandle.nullDevice
            return process
        }

        private static func program(_ name: String) throws -> URL {
            if name == "python3" { return URL(filePath: Tool.python) }
            guard let path = Tool.path(name) else { throw Failure(text: "\(name) is not installed") }
            return URL(filePath: path)
        }
    }
#endif
