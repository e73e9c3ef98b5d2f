import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The static front runs on a system whose libc is not glibc, where the engine's loader is missing.
@Suite struct MissingLoaderTests {
    @Test("The front says why the engine cannot be run", arguments: [("doctor", "cannot be run ("), ("feed --once", "exec failed (")])
    func theFrontSaysWhy(_ arguments: String, _ beginning: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.copyItem(atPath: Sandbox.build.appending(path: "subdial").path, toPath: sandbox.path("subdial"))
        let engine = sandbox.path("subdial-engine")
        // The kernel has the same error for a script without its interpreter.
        try "#!\(sandbox.path("no-loader"))\n".write(toFile: engine, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: engine)

        let (process, errors) = (sandbox.process(arguments.split(separator: " ").map(String.init)), Pipe())
        process.executableURL = URL(filePath: sandbox.path("subdial"))
        process.standardError = errors
        try process.runUnblocked()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 69)
        #expect(text.hasPrefix("subdial: \(engine): ") && text.contains(beginning), "\(text)")
        #expect(text.contains("its loader is not here; it needs a Linux with glibc, not with another libc such as musl"), "\(text)")
    }
}
