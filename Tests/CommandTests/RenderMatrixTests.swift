import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial render` of many pictures: names, processes, regions, progress.
@Suite struct RenderMatrixTests {
    private let playing = Repository.fixtureURL("entries/playing.json").path

    /// Returns all files in a folder, by relative path.
    private func files(_ folder: String) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            if let data = FileManager.default.contents(atPath: "\(folder)/\(path)") { found[path] = data }
        }
        return found
    }

    @Test func severalProcessesDrawWhatOneDraws() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        for jobs in ["1", "2"] {
            let outcome = try sandbox.run(
                "render", "--all", "--mode", "all", "--scale", "1", "--jobs", jobs, "--entry", playing, "--regions", "\(jobs)/regions.json",
                "-o", jobs)
            #expect(outcome.status == 0, "\(outcome.errors)")
            // Without a terminal, there is no progress bar.
            #expect(outcome.errors.isEmpty)
        }
        let alone = try files(sandbox.path("1"))
        #expect(alone.count > 30)
        #expect(alone == (try files(sandbox.path("2"))))
    }

    @Test(arguments: [
        (["--family", "systemSmall", "--appearance", "both"], ["systemSmall-dark.png", "systemSmall-light.png"]),
        (
            ["--family", "systemSmall", "--mode", "fullColor,vibrant", "--type-size", "large,AX5"],
            [
                "systemSmall-dark-fullColor-AX5.png", "systemSmall-dark-fullColor-large.png", "systemSmall-dark-vibrant-AX5.png",
                "systemSmall-dark-vibrant-large.png",
            ]
        ),
        (
            ["--family", "accessoryCircular", "--device", "iphone-15,watch-45mm,iphone-15"],
            ["iphone-15/accessoryCircular-dark.png", "watch-45mm/accessoryCircular-dark.png"]
        ),
    ])
    func fileNamesTellWhatDiffers(_ arguments: [String], _ names: [String]) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run(["render", "--scale", "1", "--entry", playing, "-o", "out"] + arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try files(sandbox.path("out")).keys.sorted() == names)
    }

    /// There is one message, regardless of the process that sent it.
    @Test(arguments: ["1", "2"])
    func aPictureThatCannotBeDrawnEndsItAll(_ jobs: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try "body:\n  Text: \"{{ 1 / (length - length) }}\"\n".write(toFile: sandbox.path("bad.yaml"), atomically: true, encoding: .utf8)
        let outcome = try sandbox.run(
            "render", "--all", "--mode", "all", "--template", "bad.yaml", "--jobs", jobs, "--entry", playing, "-o", "out")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("bad.yaml:2:"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        (["--mode", "fullcolor"], 64, "subdial: --mode does not know 'fullcolor'; did you mean 'fullColor'?\n"),
        (["--device", "iphone-15,nothing"], 64, "subdial: there is no device 'nothing'; 'subdial render --list-devices' lists them all\n"),
        (["--jobs", "0"], 64, "subdial: --jobs takes a number of 1 or more, not 0\n"),
        (["--device", "iphone-15", "--mode", "all", "-o", "-"], 64, "subdial: -o - takes one picture, and these are 3\n"),
    ])
    func refusals(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run(["render", "--family", "systemSmall", "--entry", playing, "-o", "out"] + arguments)
        #expect(outcome.status == status)
        #expect(outcome.errors == message)
    }

    @Test func regionsTellWhereTapsCount() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run(
            "render", "--family", "systemMedium", "--scale", "1", "--entry", playing, "--regions", "taps.json", "-o", "a.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let json = try JSONValue(parsing: try String(contentsOfFile: sandbox.path("taps.json"), encoding: .utf8))
        guard case .array(let pictures)? = json["pictures"], let picture = pictures.first, case .array(let regions)? = picture["regions"]
        else {
            Issue.record("no regions in \(json.text())")
            return
        }
        #expect(picture["file"]?.string == "a.png")
        #expect(regions.map { $0["intent"]?.string } == ["previous", "playPause", "next"])
        let lefts = regions.compactMap { $0["x"]?.number }
        #expect(lefts == lefts.sorted() && Set(lefts).count == 3)
        for region in regions {
            let (x, y) = (region["x"]?.number ?? -1, region["y"]?.number ?? -1)
            let (width, height) = (region["width"]?.number ?? 0, region["height"]?.number ?? 0)
            #expect(x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 338 && y + height <= 158)
        }
    }

    /// The program `script` provides a terminal for the process.
    @Test func aTerminalSeesAProgressBar() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let program = Sandbox.build.appending(path: "subdial").path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/script")
        process.arguments = ["-qec", "\(program) render --all --mode all --entry \(playing) -o out", "/dev/null"]
        process.environment = sandbox.environment()
        process.currentDirectoryURL = sandbox.folder
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.runUnblocked()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(text.contains("▏") || text.contains("█"))
        #expect(text.contains("/"))
        // The bar is erased at the end, and the summary takes its place.
        let end = try #require(text.components(separatedBy: "\r\u{1B}[K").last)
        #expect(end.trimmingCharacters(in: .newlines).wholeMatch(of: /\d+ pictures in out, [\d.]+ s/) != nil, "\(end)")
    }
}
