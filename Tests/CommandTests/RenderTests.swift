import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial render` as a process.
@Suite struct RenderTests {
    private let playing = Repository.fixtureURL("entries/playing.json").path

    @Test func twoProcessesDrawTheSameBytes() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        for name in ["a.png", "b.png"] {
            #expect(try sandbox.run("render", "--family", "systemMedium", "--entry", playing, "-o", name).status == 0)
        }
        let pictures = ["a.png", "b.png"].map { FileManager.default.contents(atPath: sandbox.path($0)) }
        #expect(pictures[0] != nil)
        #expect(pictures[0] == pictures[1])
    }

    /// Subdial's examples have names, in any folder; a file of the user comes first.
    @Test func examplesHaveNames() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func picture(_ arguments: String...) throws -> [UInt8] {
            let outcome = try sandbox.run(["render"] + arguments + ["--family", "systemSmall", "-o", "-"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.bytes
        }
        #expect(try picture("--entry", "playing") == picture("--entry", playing))
        let rain = try picture("weather", "--entry", Repository.fixtureURL("kinds/weather/rain.json").path)
        #expect(try picture("weather", "--entry", "rain") == rain && picture("weather", "--entry", "weather/rain") == rain)
        let unknown = try sandbox.run("render", "--family", "systemSmall", "--entry", "plaing", "-o", "x.png")
        #expect(unknown.status == 66 && unknown.errors == "subdial: plaing: there is no such entry file; did you mean 'playing'?\n")
        try FileManager.default.copyItem(
            atPath: Repository.fixtureURL("entries/stopped.json").path, toPath: sandbox.path("playing"))
        #expect(try picture("--entry", "playing") == picture("--entry", Repository.fixtureURL("entries/stopped.json").path))
    }

    @Test func anUnchangedPictureIsNotWrittenAgain() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func inode() throws -> Int? { try FileManager.default.attributesOfItem(atPath: sandbox.path("a.png"))[.systemFileNumber] as? Int }
        try sandbox.run("render", "--family", "systemSmall", "--entry", playing, "-o", "a.png")
        let first = try inode()
        try sandbox.run("render", "--family", "systemSmall", "--entry", playing, "-o", "a.png")
        #expect(try inode() == first)
        try sandbox.run("render", "--family", "systemSmall", "--entry", playing, "--appearance", "light", "-o", "a.png")
        #expect(try inode() != first)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path).filter { $0.hasPrefix(".a.png") }.isEmpty)
    }

    @Test func writesOnePictureToStdout() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("render", "--family", "accessoryInline", "--entry", playing, "-o", "-")
        #expect(outcome.status == 0)
        #expect(outcome.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    }

    /// The size of a picture: points times the scale.
    @Test(arguments: [
        ("systemSmall", "iphone-15", "3", 474, 474), ("systemMedium", "iphone-15-pro-max", "1", 364, 170),
        ("systemLarge", "iphone-se-3", "2", 642, 648),
        ("accessoryCircular", "watch-41mm", "2", 89, 89), ("accessoryRectangular", "watch-45mm", "1", 193, 82),
        ("systemSmall", "ipad-pro-11", "2", 272, 272),
    ])
    func measuresPointsTimesScale(_ family: String, _ device: String, _ scale: String, _ width: Int, _ height: Int) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("render", "--family", family, "--device", device, "--scale", scale, "--entry", playing, "-o", "-")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let header = outcome.bytes.dropFirst(16).prefix(8).map(Int.init)
        #expect(header.count == 8)
        #expect(header[2] << 8 | header[3] == width)
        #expect(header[6] << 8 | header[7] == height)
    }

    /// A file has the format of its extension, or it is not written.
    @Test(arguments: [("x.bmp", 64), ("x.jpeg", 64), ("a.b/x.TIFF", 64), ("x.PNG", 0), ("x", 0), ("x.1", 0)])
    func anEndingOfAnotherFormatIsRefused(_ output: String, _ status: Int32) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let entry = Repository.fixtureURL("entries/playing.json").path
        let drawn = try sandbox.run("render", "--family", "systemSmall", "--entry", entry, "-o", output)
        #expect(drawn.status == status && drawn.errors.contains("pictures are written as") == (status == 64), "\(drawn.errors)")
        #expect(FileManager.default.fileExists(atPath: sandbox.path(output)) == (status == 0))
        let activity = try sandbox.run("activity", "--presentation", "lockScreen", "--entry", entry, "-o", output)
        #expect(activity.status == status, "\(activity.errors)")
    }

    /// A truncated text is a warning on stderr, and the picture is drawn.
    @Test func tellsWhatIsCut() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try "body: { Text: Far too long for this, fixedSize: true, font: largeTitle }\n".write(
            toFile: sandbox.path("t.yaml"), atomically: true, encoding: .utf8)
        let drawn = try sandbox.run(
            "render", "--template", "t.yaml", "--family", "systemSmall", "--entry", Repository.fixtureURL("entries/playing.json").path,
            "-o",
            "x.png")
        #expect(drawn.status == 0)
        #expect(drawn.errors.hasPrefix("subdial: x.png: 'Far too long for this' is cut: "), "\(drawn.errors)")
        #expect(drawn.errors.contains("pt of it reach beyond the left edge (at body.Text)"), "\(drawn.errors)")
    }

    @Test func drawsEveryFamilyInBothAppearances() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        #expect(try sandbox.run("render", "--all", "--scale", "1", "--entry", playing, "-o", "pictures").status == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("pictures")).sorted()
        let families = [
            "accessoryCircular", "accessoryCorner", "accessoryInline", "accessoryRectangular", "systemExtraLarge", "systemLarge",
            "systemMedium",
            "systemSmall",
        ]
        #expect(files == (families.flatMap { ["\($0)-dark.png", "\($0)-light.png"] } + ["panel-light.png"]).sorted())
    }

    @Test func drawsWhatABridgePlays() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { address in
            let arguments = [
                "--bridge", address, "--zone", "Living Room", "render", "--family", "systemMedium", "--scale", "1", "-o", "live.png",
            ]
            let outcome = try sandbox.run(arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect((FileManager.default.contents(atPath: sandbox.path("live.png"))?.count ?? 0) > 5000)
        }
    }
}
