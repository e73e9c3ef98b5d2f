// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import SubdialTestSupport

    /// A real MPD with its own configuration, library and sockets, in a folder that is removed afterwards.
    final class MPDDaemon {
        struct Failed: Error, CustomStringConvertible {
            let description: String
        }

        let folder: URL
        let port: Int
        private let password: String?
        private var process: Process?

        /// Creates the library; the daemon is not started yet.
        ///
        /// - Parameter settings: Additional lines of the configuration.
        private init(password: String?, mixer: String, settings: [String]) throws {
            folder = URL(filePath: Scratch.path("mpd"))
            self.password = password
            port = try LocalPort.free()
            try FileManager.default.createDirectory(at: folder.appending(path: "music/beside"), withIntermediateDirectories: true)
            let lines = [
                "music_directory \"\(path("music"))\"", "db_file \"\(path("database"))\"", "log_file \"\(path("log"))\"",
                "bind_to_address \"\(socketPath)\"", "bind_to_address \"127.0.0.1\"", "port \"\(port)\"", "zeroconf_enabled \"no\"",
                "audio_output {\n type \"null\"\n name \"n\"\n mixer_type \"\(mixer)\"\n}",
            ]
            try (lines + settings).joined(separator: "\n").write(toFile: path("mpd.conf"), atomically: true, encoding: .utf8)
            try makeMusic()
        }

        var socketPath: String { path("socket") }
        var overSocket: String { "mpd:\(socketPath)" }
        var overTCP: String { "mpd://\(password.map { "\($0)@" } ?? "")127.0.0.1:\(port)" }

        func path(_ name: String) -> String { folder.appending(path: name).path }

        func bytes(of name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: folder.appending(path: name))) }

        /// Runs `body` with a daemon whose library is indexed.
        static func run(
            password: String? = nil, mixer: String = "software", settings: [String] = [], _ body: (MPDDaemon) async throws -> Void
        ) async throws {
            let daemon = try MPDDaemon(password: password, mixer: mixer, settings: settings)
            defer {
                daemon.kill()
                try? FileManager.default.removeItem(at: daemon.folder)
            }
            try await daemon.start()
            try daemon.mpc("--wait", "update")
            try await body(daemon)
        }

        /// Starts the daemon and waits until it responds.
        func start() async throws {
            let process = try Self.process("mpd", ["--no-daemon", path("mpd.conf")])
            try process.runUnblocked()
            self.process = process
            try await mpdEventually("the daemon answers") { (try? self.mpc("status")) != nil }
        }

        /// Kills the daemon, so that it cannot close its connections properly.
        func kill() {
            guard let process, process.isRunning else { return }
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        /// Stops the daemon from answering, with its connections open; ``awaken()`` ends that.
        func hang() { if let process, process.isRunning { Glibc.kill(process.processIdentifier, SIGSTOP) } }

        /// Lets the daemon continue after ``hang()``.
        func awaken() { if let process, process.isRunning { Glibc.kill(process.processIdentifier, SIGCONT) } }

        /// Runs `mpc`, as another client, and returns its output.
        @discardableResult
        func mpc(_ arguments: String...) throws -> String {
            try Self.run("mpc", ["--host", (password.map { "\($0)@" } ?? "") + "127.0.0.1", "--port", "\(port)"] + arguments)
        }

        /// Creates three songs of 90 s: with a large embedded picture, with a picture beside it, and without tags.
        private func makeMusic() throws {
            let silence = ["-loglevel", "error", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono"]
            // Noise, which does not compress.
            try Self.run(
                "ffmpeg",
                [
                    "-loglevel", "error", "-f", "lavfi", "-i", "color=c=gray:s=400x400", "-vf", "noise=alls=100:allf=t", "-frames:v", "1",
                    path("cover.png"),
                ])
            try Self.run(
                "ffmpeg",
                silence + ["-i", path("cover.png"), "-map", "0", "-map", "1", "-t", "90", "-c:v", "copy", "-disposition:v", "attached_pic"]
                    + [
                        "-metadata", "title=Åben \"dør\"", "-metadata", "artist=Ada", "-metadata", "album=Første",
                        path("music/inside.flac"),
                    ])
            try Self.run(
                "ffmpeg", silence + ["-t", "90", "-metadata", "title=Second", "-metadata", "artist=Ben", path("music/beside/a \"b\".flac")])
            try Self.run(
                "ffmpeg",
                ["-loglevel", "error", "-f", "lavfi", "-i", "color=c=blue:s=32x32", "-frames:v", "1", path("music/beside/cover.png")])
            try Self.run("ffmpeg", silence + ["-t", "90", "-fflags", "+bitexact", path("music/untagged.flac")])
        }

        @discardableResult
        private static func run(_ tool: String, _ arguments: [String]) throws -> String {
            let process = try process(tool, arguments)
            let (output, errors) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, errors)
            try process.runUnblocked()
            let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Failed(description: "\(tool) \(arguments): \(complaint)") }
            return said
        }

        private static func process(_ tool: String, _ arguments: [String]) throws -> Process {
            guard let path = Tool.path(tool) else {
                throw Failed(description: "\(tool) is not installed; run Scripts/install-dependencies --test")
            }
            let process = Process()
            process.executableURL = URL(filePath: path)
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            return process
        }
    }

    /// Waits until `condition` holds, with a limit that suits slow machines.
    func mpdEventually(_ what: String, _ condition: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(180)
        while try await !condition() {
            guard .now < deadline else { throw MPDDaemon.Failed(description: "waited in vain until \(what)") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
#endif
