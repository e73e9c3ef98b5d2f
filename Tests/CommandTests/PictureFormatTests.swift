import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Animations and vector documents, each as another reader shows it.
@Suite struct PictureFormatTests {
    private let playing = Repository.fixtureURL("entries/playing.json").path

    /// Runs a Pillow script with arguments, and returns its output lines.
    private func pillow(_ script: String, _ arguments: String..., in sandbox: Sandbox) throws -> [String] {
        try Tool.need("python3")
        let reader = Process()
        reader.executableURL = URL(filePath: Tool.python)
        reader.arguments = ["-c", script] + arguments
        reader.currentDirectoryURL = sandbox.folder
        let output = Pipe()
        reader.standardOutput = output
        try reader.runUnblocked()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        reader.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }

    /// The mean difference of a channel between two pictures, both on a grey ground, and the maximum of the quarters' means.
    private static let difference = """
        import sys
        from PIL import Image, ImageChops, ImageStat
        def opened(name):
            picture = Image.open(name).convert("RGBA")
            ground = Image.new("RGBA", picture.size, "white")
            return Image.alpha_composite(ground, picture).convert("RGB")
        first, second = opened(sys.argv[1]), opened(sys.argv[2])
        assert first.size == second.size, (first.size, second.size)
        print(sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / 3)
        """

    /// Each frame begins when something changes, and equals the still picture of its date.
    @Test func framesAreThePicturesOfTheirMoments() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try """
        background: { gradient: [blue, "#204060"] }
        body:
          VStack:
            - Text: "{{ title }}"
            - Text: "{{ elapsed }}"
              monospacedDigit: true
            - Progress: "{{ progress }}"
        """.write(toFile: sandbox.path("moving.yaml"), atomically: true, encoding: .utf8)
        let arguments = ["render", "--template", "moving.yaml", "--family", "systemSmall", "--entry", playing]
        let drawn = try sandbox.run(arguments + ["-o", "moving.apng", "--duration", "3.5", "--frame-rate", "10"])
        #expect(drawn.status == 0, "\(drawn.errors)")
        let frames = try pillow(
            """
            from PIL import Image
            image = Image.open("moving.apng")
            for index in range(image.n_frames):
                image.seek(index)
                print(round(image.info["duration"]))
                image.convert("RGBA").save(f"frame-{index}.png")
            """, in: sandbox
        ).compactMap(Int.init)
        #expect(frames.reduce(0, +) == 3500)
        #expect(frames.count >= 4 && frames.allSatisfy { $0 >= 100 || $0 == frames.last })
        var elapsed = 0
        for (index, time) in frames.enumerated() {
            let moment = try #require(try moment(after: elapsed))
            #expect(try sandbox.run(arguments + ["--at", moment, "-o", "still.png"]).status == 0)
            let difference = try pillow(Self.difference, "frame-\(index).png", "still.png", in: sandbox)
            #expect(difference == ["0.0"], "frame \(index) at \(elapsed) ms")
            elapsed += time
        }
    }

    /// Returns the entry's date plus a number of milliseconds.
    private func moment(after milliseconds: Int) throws -> String? {
        let entry = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: playing))) as? [String: Any]
        guard let date = try (entry?["date"] as? String).map({ try Date($0, strategy: .iso8601) }) else { return nil }
        // The written date is truncated to milliseconds, not rounded.
        return date.addingTimeInterval((Double(milliseconds) + 0.4) / 1000).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    @Test(arguments: ["gif", "apng", "webp"]) func onlyWhatMovesHasFrames(_ ending: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func frames(_ entry: String) throws -> [String] {
            let entry = Repository.fixtureURL("entries/\(entry).json").path
            let arguments = ["--family", "systemSmall", "--scale", "1", "--duration", "2", "--frame-rate", "5", "--entry", entry]
            #expect(try sandbox.run(["render"] + arguments + ["-o", "x.\(ending)"]).status == 0)
            return try pillow("from PIL import Image; print(Image.open('x.\(ending)').n_frames)", in: sandbox)
        }
        // The levels move all the time.
        #expect(try frames("playing") == ["10"])
        #expect(try frames("paused") == ["1"])
    }

    @Test func aLiveActivityMoves() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let drawn = try sandbox.run(
            "activity", "--presentation", "lockScreen", "--entry", playing, "--duration", "2", "--scale", "1", "-o", "banner.webp")
        #expect(drawn.status == 0, "\(drawn.errors)")
        let count = try pillow("from PIL import Image; print(Image.open('banner.webp').n_frames)", in: sandbox)
        #expect(count.first.flatMap { Int($0) } ?? 0 > 1)
    }

    struct Outlines: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        var testDescription: String { arguments.joined(separator: " ") }
    }

    /// An SVG and a PDF look like the PNG, and contain no letters: no reader needs the fonts.
    @Test(arguments: [
        Outlines(arguments: ["now-playing", "--family", "systemMedium", "--entry", "entries/playing.json"]),
        Outlines(arguments: ["now-playing", "--family", "systemMedium", "--entry", "entries/cjk.json", "--appearance", "light"]),
        Outlines(arguments: ["now-playing", "--family", "systemSmall", "--entry", "entries/stopped.json"]),
        Outlines(arguments: [
            "now-playing", "--family", "systemSmall", "--entry", "entries/playing.json", "--mode", "accented", "--tint", "#FF9500",
        ]),
        Outlines(arguments: ["now-playing", "--family", "systemSmall", "--entry", "entries/playing.json", "--reduced-luminance"]),
        Outlines(arguments: ["now-playing", "--family", "accessoryCorner", "--entry", "entries/playing.json"]),
        Outlines(arguments: ["now-playing-art", "--family", "systemLarge", "--entry", "entries/playing.json"]),
        Outlines(arguments: ["weather", "--family", "systemLarge", "--entry", "kinds/weather/rain.json"]),
        Outlines(arguments: ["system", "--family", "systemMedium", "--entry", "kinds/system/busy.json"]),
    ])
    func outlinesLookAsPixelsDo(_ look: Outlines) throws {
        try Tool.need("rsvg-convert", "pdftoppm")
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        var arguments = look.arguments
        let entry = try #require(arguments.firstIndex(of: "--entry")) + 1
        arguments[entry] = Repository.fixtureURL(arguments[entry]).path
        for file in ["a.png", "a.svg", "a.pdf"] {
            let drawn = try sandbox.run(["render"] + arguments + ["--scale", "2", "-o", file])
            #expect(drawn.status == 0, "\(drawn.errors)")
        }
        let svg = try String(contentsOfFile: sandbox.path("a.svg"), encoding: .utf8)
        #expect(!svg.contains("<text") && !svg.contains("font-family"))
        #expect(Tool.succeeds(["rsvg-convert", "--zoom", "2", "--output", sandbox.path("svg.png"), sandbox.path("a.svg")]))
        #expect(Tool.succeeds(["pdftoppm", "-r", "144", "-singlefile", "-png", sandbox.path("a.pdf"), sandbox.path("pdf")]))
        for file in ["svg.png", "pdf.png"] {
            let difference = try pillow(Self.difference, "a.png", file, in: sandbox).first.flatMap(Double.init) ?? 255
            // PDF readers resample the pixels of covers.
            #expect(difference < 4, "\(file) differs by \(difference)")
        }
    }

    @Test(arguments: [
        (["-o", "x.png", "--duration", "3"], "--duration is for animations"),
        (["-o", "x.svg", "--frame-rate", "3"], "--frame-rate is for animations"),
        (["-o", "x.gif", "--duration", "601"], "--duration takes seconds from 0 to 600"),
        (["-o", "x.gif", "--duration", "nan"], "--duration takes seconds"),
        (["-o", "x.webp", "--frame-rate", "0"], "--frame-rate takes a number above 0"),
        (["-o", "x.webp", "--appearance", "both"], "-o x.webp takes one picture"),
        (["-o", "x/", "--duration", "3"], "'x/' is none"),
        (["-o", "x.gif", "--compress", "best"], "--compress is for PNG, and 'x.gif' is none"),
        (["-o", "x.png", "--compress", "much"], "'much' is invalid"),
        (["-o", "x.svg", "--mode", "vibrant"], "the vibrant look changes pixels"),
        (["-o", "x.pdf", "--night"], "StandBy at night changes pixels"),
    ])
    func whatNoFormatHasIsRefused(_ arguments: [String], _ message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let drawn = try sandbox.run(["render", "--family", "systemSmall", "--entry", playing] + arguments)
        #expect(drawn.status == 64 && drawn.errors.contains(message), "\(drawn.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path).filter { $0.hasPrefix("x.") }.isEmpty)
    }

    @Test func aWatchKeepsStills() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let drawn = try sandbox.run("render", "--family", "systemSmall", "--watch", "-o", "x.gif")
        #expect(drawn.status == 64 && drawn.errors.contains("--watch keeps a still"), "\(drawn.errors)")
    }
}
