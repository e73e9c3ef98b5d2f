import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Engines that end by a fault of their own.
@Suite(.serialized) struct CrashNoteTests {
    @Test(
        "An engine that ends by a fault names the signal and the function",
        arguments: [("overflow", "signal 11 (SIGSEGV)"), ("address", "signal 11 (SIGSEGV)"), ("abort", "signal 6 (SIGABRT)")])
    func namesItsPlace(_ fault: String, _ signal: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let library = try sandbox.library("crash.c")
        let (bridge, port) = try await sandbox.bridge("quiet")
        defer { bridge.stop() }
        let environment = [
            "LD_PRELOAD": library, "CRASH": sandbox.path("fault"), "SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Office",
        ]
        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ zone }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("a line") { feed.last == "Office" }
        try fault.write(toFile: sandbox.path("fault"), atomically: true, encoding: .utf8)
        // Its request is the next thing that the engine receives.
        let status = sandbox.process(["engine", "status"])
        try status.runUnblocked()
        try await eventually("a note of the crash") { sandbox.engineLog.contains("ended by \(signal)") }
        status.waitUntilExit()
        let line = try #require(sandbox.engineLog.split(separator: "\n").first { $0.contains("ended by \(signal)") })
        // The function that received, with the linker's name.
        let place = #/in code at 0x[0-9a-f]+ \([^)]*ServerLoop[^)]*receive[^)]*\)/#
        #expect(line.contains(place), "\(line)")
        #expect(line.contains("while serving feed"), "\(line)")
        // The bar goes on with another engine.
        try await eventually("another engine") { sandbox.engines.count == 1 && feed.isRunning }
        #expect(feed.last == "Office")
    }
}

extension Sandbox {
    /// Compiles a C file beside these tests into a library to be preloaded, and returns its path.
    func library(_ name: String) throws -> String {
        let library = path("\(name).so")
        let compiler = process([])
        compiler.executableURL = URL(filePath: "/bin/sh")
        let source = Repository.root.appending(path: "Tests/HostileTests").appending(path: name).path
        // The Swift toolchain includes clang, for systems without a compiler.
        compiler.arguments = ["-c", #"$(command -v cc || command -v clang) -shared -fPIC -o "$1" "$2""#, "sh", library, source]
        try compiler.runUnblocked()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        return library
    }
}
