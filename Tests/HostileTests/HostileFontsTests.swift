import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Fonts and fontconfig files that come with a suite or with a kind of others.
@Suite struct HostileFontsTests {
    /// A fontconfig file that reads without end, and searches everything.
    private static let configuration = "<fontconfig><dir>/</dir><include>/dev/zero</include></fontconfig>"

    private static func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// Beside the folder of a downloaded kind, and in it, is a fontconfig file that is not read.
    @Test func aKindBringsNoFontConfiguration() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try #require(try sandbox.run("kind", "new", "shelf", "downloads").status == 0)
        for place in ["downloads", "downloads/shelf"] { try Self.write(Self.configuration, to: sandbox.path("\(place)/fonts.conf")) }
        let outcome = try sandbox.run("kind", "check", "downloads/shelf")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    /// A folder of fonts has font files; anything else that fontconfig would open is an error before it does.
    @Test(
        arguments: [
            ("fonts.conf", nil), ("x.otf", "it is no font"), ("sub/fifo", "it is no regular file"), ("zero.ttf", "it is no regular file"),
            ("all", "it is no regular file"),
        ] as [(String, String?)])
    func aSuiteBringsFontFilesOnly(_ name: String, _ reason: String?) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let entry = #"{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"So What"}}"#
        let suite = "fonts: fonts\ncases: [{ id: a, template: a.yaml, entries: [one.json], matrix: { families: [systemSmall] } }]\n"
        for (file, text) in [
            ("a.yaml", "body: { Text: \"{{ title }}\" }\n"), ("one.json", entry),
            ("plain.yaml", suite.replacing("fonts: fonts\n", with: "")),
        ] {
            try Self.write(text, to: sandbox.path(file))
        }
        try #require(try sandbox.run("snapshot", "fonts", "vendor", "fonts", "--suite", "plain.yaml").status == 0)
        try Self.write(suite, to: sandbox.path("snapshots.yaml"))
        let path = sandbox.path("fonts/\(name)")
        switch name {
        case "sub/fifo":
            try FileManager.default.createDirectory(atPath: sandbox.path("fonts/sub"), withIntermediateDirectories: true)
            try #require(mkfifo(path, 0o600) == 0)
        case "zero.ttf": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case "all": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/")
        default: try Self.write(Self.configuration, to: path)
        }
        let outcome = try sandbox.run("snapshot", "record")
        #expect(outcome.status == (reason == nil ? 0 : 65), "\(outcome.output)\(outcome.errors)")
        if let reason { #expect(outcome.errors.contains("\(path): \(reason)"), "\(outcome.errors)") }
    }
}
