import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The libraries that are loaded when they are first used: pictures start without them, and a missing one has a message.
@Suite struct LoadedLibraryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let library: String
        let arguments: String
        /// The message, with `REASON` for the text of the loader.
        let message: String

        init(_ library: String, _ arguments: String, _ message: String) {
            (self.library, self.arguments, self.message) = (library, arguments, message)
        }

        var testDescription: String { library }
    }

    static let cases = [
        Case(
            "libcurl.so.4", "render --bridge http://127.0.0.1:9 --family systemSmall -o x.png",
            "libcurl cannot be loaded (REASON): apt install libcurl4"),
        Case("libmosquitto.so.1", "mqtt status", "libmosquitto cannot be loaded (REASON): apt install libmosquitto1"),
        Case(
            "libavahi-client.so.3", "discover",
            "libavahi-client cannot be loaded (REASON): apt install libavahi-client3, "
                + "or give the bridge's address yourself, with --bridge URL"),
        Case(
            "libsystemd.so.0", "zones --source mpris", "libsystemd cannot be loaded (REASON): apt install libsystemd0"),
        Case(
            "libsqlite3.so.0", "library recent --database library.db", "libsqlite3 cannot be loaded (REASON): apt install libsqlite3-0"),
        Case("libpulse.so.0", "mixer", "libpulse cannot be loaded (REASON): apt install libpulse0"),
    ]

    /// The loader prefers the folder of the test, where a file of this name is no library.
    @Test(arguments: cases) func aLibraryThatCannotBeLoadedIsNamed(_ example: Case) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try "mqtt: { broker: 'mqtt://127.0.0.1:9' }\n".write(toFile: sandbox.path("config.yaml"), atomically: true, encoding: .utf8)
        try Data().write(to: URL(filePath: sandbox.path("library.db")))
        let (folder, file) = (sandbox.path("libraries"), sandbox.path("libraries/\(example.library)"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "no library\n".write(toFile: file, atomically: true, encoding: .utf8)
        let arguments = example.arguments.split(separator: " ").map(String.init) + ["--config", "config.yaml"]
        let outcome = try sandbox.run(arguments, environment: ["LD_LIBRARY_PATH": folder])
        #expect(outcome.status == 69)
        #expect(outcome.errors == "subdial: \(example.message.replacing("REASON", with: "\(file): file too short"))\n")
    }

    /// The files that the loader opens for a picture, with a configuration that names no web server.
    @Test func aPictureLoadsNoneOfThem() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try "mqtt: { broker: 'mqtt://127.0.0.1:9' }\n".write(toFile: sandbox.path("config.yaml"), atomically: true, encoding: .utf8)
        let entry = Repository.fixtureURL("entries/playing.json").path
        let outcome = try sandbox.run(
            "render", "--entry", entry, "--family", "systemSmall", "-o", "x.png", "--config", "config.yaml",
            environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": sandbox.path("loader")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        // One file for each process.
        let reports = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path).filter { $0.hasPrefix("loader.") }.map {
            String(decoding: FileManager.default.contents(atPath: sandbox.path($0)) ?? Data(), as: UTF8.self)
        }
        #expect(reports.contains { $0.contains("file=libcairo.so.2 ") })
        for example in Self.cases { #expect(!reports.contains { $0.contains("file=\(example.library) ") }, "\(example.library)") }
    }
}
