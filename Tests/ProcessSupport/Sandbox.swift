// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import SubdialTestSupport

    /// An isolated user environment with its own folders, for running the built executables.
    final class Sandbox: Sendable {
        /// The result of a process.
        struct Outcome {
            let status: Int32
            let output: String
            let errors: String
            let bytes: [UInt8]

            var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
        }

        /// The folder of the executables: `SUBDIAL_PROGRAMS`, or that of the test program.
        static let build =
            ProcessInfo.processInfo.environment["SUBDIAL_PROGRAMS"].map { URL(filePath: $0) }
            ?? tests

        /// The folder of the test program, and of the programs that only tests run.
        ///
        /// The release has none of them.
        static let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

        let folder: URL

        init() throws {
            folder = URL(filePath: Scratch.path("sd"))
            for name in ["run", "state", "cache", "config"] {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        }

        /// Stops the engine and removes the folders.
        func clean() {
            _ = try? run("engine", "stop")
            try? FileManager.default.removeItem(at: folder)
        }

        func path(_ name: String) -> String { folder.appending(path: name).path }

        /// The options of sanitizers, for this process and its children.
        private static let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }

        func environment(_ more: [String: String] = [:]) -> [String: String] {
            [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": path("run"),
                "XDG_STATE_HOME": path("state"), "XDG_CACHE_HOME": path("cache"), "XDG_CONFIG_HOME": path("config"),
            ].merging(Self.sanitizers) { $1 }.merging(more) { $1 }
        }

        /// Makes a process of the front without starting it.
        func process(_ arguments: [String], environment more: [String: String] = [:]) -> Process {
            let process = Process()
            process.executableURL = Self.build.appending(path: "subdial")
            process.arguments = arguments
            process.environment = environment(more)
            process.currentDirectoryURL = folder
            process.standardInput = FileHandle.nullDevice
            return process
        }

        /// Runs the front to its end.
        @discardableResult
        func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
            try run(arguments, environment: environment)
        }

        @discardableResult
        func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
            let process = process(arguments, environment: environment)
            let (output, errors) = (path("out-\(UUID().uuidString)"), path("err-\(UUID().uuidString)"))
            for file in [output, errors] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
            process.standardOutput = FileHandle(forWritingAtPath: output)
            process.standardError = FileHandle(forWritingAtPath: errors)
            try process.runUnblocked()
            process.waitUntilExit()
            let bytes = [UInt8](FileManager.default.contents(atPath: output) ?? Data())
            return Outcome(
                status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self),
                errors: String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self), bytes: bytes)
        }

        /// Runs `body` with a simulated bridge in a separate process.
        func withBridge<T>(_ scenario: String = "quiet", dialect: String = "rust", _ body: (_ address: String) async throws -> T)
            async throws
            -> T
        {
            let bridge = LineReader(process(["simulate", "--port", "0", "--scenario", scenario, "--dialect", dialect]))
            try bridge.start()
            defer { bridge.stop() }
            let line = try await bridge.next { $0.hasPrefix("listening on ") }
            return try await body(String(line.dropFirst("listening on ".count)))
        }
    }
#endif
