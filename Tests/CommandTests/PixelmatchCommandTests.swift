import Foundation
import SubdialDrawing
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial snapshot compare --pixelmatch` in place of the program pixelmatch, and the drawing of differences.
@Suite struct PixelmatchCommandTests {
    /// A white picture, the same with a black square of 2 × 2 pixels, and one of another size.
    private func pictures() throws -> Sandbox {
        let sandbox = try Sandbox()
        func write(_ name: String, _ picture: Bitmap) throws {
            try Data(PNG.encode(picture)).write(to: URL(filePath: sandbox.path(name)))
        }
        let white = Bitmap(width: 10, height: 6, color: .white)
        var pixels = white.pixels
        for (x, y) in [(4, 2), (5, 2), (4, 3), (5, 3)] {
            for channel in 0..<3 { pixels[(y * 10 + x) * 4 + channel] = 0 }
        }
        try write("white.png", white)
        try write("square.png", try #require(Bitmap(width: 10, height: 6, pixels: pixels)))
        try write("small.png", Bitmap(width: 5, height: 4, color: .white))
        return sandbox
    }

    private func color(_ sandbox: Sandbox, _ file: String, _ x: Int, _ y: Int) throws -> String? {
        try PNG.decode([UInt8](Data(contentsOf: URL(filePath: sandbox.path(file))))).color(x: x, y: y)?.hex
    }

    @Test func linesAndCodesAreThoseOfTheProgram() throws {
        let sandbox = try pictures()
        defer { sandbox.clean() }
        func run(_ arguments: String...) throws -> (status: Int32, lines: [String], errors: String) {
            let result = try sandbox.run(["snapshot", "compare", "--pixelmatch"] + arguments)
            return (result.status, result.lines, result.errors)
        }
        let different = try run("white.png", "square.png", "diff.png", "0.1", "true")
        #expect(different.status == 66 && different.errors.isEmpty)
        #expect(different.lines.first?.wholeMatch(of: /matched in: \d+\.\d{3}ms/) != nil)
        #expect(Array(different.lines.dropFirst()) == ["different pixels: 4", "error: 6.67%"])
        #expect(try color(sandbox, "diff.png", 4, 2) == "#ff0000" && color(sandbox, "diff.png", 0, 0) == "#ffffff")
        #expect(try run("white.png", "square.png", "", "1").lines.last == "error: 0%")
        let equal = try run("white.png", "white.png", "same.png")
        #expect(equal.status == 0 && Array(equal.lines.dropFirst()) == ["different pixels: 0", "error: 0%"])
        #expect(try color(sandbox, "same.png", 4, 2) == "#ffffff")
        let sizes = try run("white.png", "small.png")
        #expect(sizes.status == 65 && sizes.lines == ["Image dimensions do not match: 10x6 vs 5x4"])
        let usage = try run("white.png")
        #expect(usage.status == 64)
        #expect(
            usage.lines == ["Usage: subdial snapshot compare --pixelmatch image1.png image2.png [diff.png] [threshold] [includeAA]"])
        // 66 means that pixels differ, so a missing picture must have another code.
        let missing = try run("white.png", "none.png")
        #expect(missing.status == 1 && missing.errors == "subdial: none.png: there is no such picture\n")
        let unwritable = try run("white.png", "square.png", "config")
        #expect(unwritable.status == 1 && unwritable.errors == "subdial: cannot write \(sandbox.path("config")): it is a folder\n")
        #expect(Array(unwritable.lines.dropFirst()) == ["different pixels: 4", "error: 6.67%"])
    }

    /// The program converts the threshold to a number of JavaScript, and squares it: an empty text is 0, and the sign has no effect.
    @Test(arguments: [
        ("", 4), (" ", 4), ("0", 4), ("1e-1", 4), (" 0.1 ", 4), ("1", 0), ("2", 0), ("1e300", 0), ("Infinity", 0), ("1e-400", 4), (".5", 4),
        ("5.", 0), ("-0.1", 4), ("-1", 0), ("-Infinity", 0), ("0x0", 4), ("0X1", 0), ("0b1", 0), ("0o7", 0), ("0xffffffffffffffffffff", 0),
    ])
    func anyNumberIsAThreshold(_ threshold: String, _ count: Int) throws {
        let sandbox = try pictures()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("snapshot", "compare", "--pixelmatch", "--", "white.png", "square.png", "", threshold, "true")
        #expect(outcome.status == (count == 0 ? 0 : 66) && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.lines.dropFirst().first == "different pixels: \(count)")
    }

    /// The program is called as pixelmatch's own, and draws what pixelmatch draws.
    @Test(
        .enabled(if: PixelmatchFixture.areHere, "needs pixelmatch's fixtures: Scripts/install-dependencies --test"),
        arguments: PixelmatchFixture.all)
    func fixturesAreCountedAsByTheProgram(_ fixture: PixelmatchFixture) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let files = [fixture.first, fixture.second].map { PixelmatchFixture.file($0).path }
        var options = ["--alpha", "\(fixture.alpha)"] + (fixture.isMask ? ["--diff-mask"] : [])
        for (name, color) in [
            ("--diff-color", fixture.color), ("--diff-color-alt", fixture.alternative), ("--aa-color", fixture.smoothed),
        ] { if let color { options += [name, color] } }
        let outcome = try sandbox.run(
            ["snapshot", "compare", "--pixelmatch"] + options + files + ["diff.png", "\(fixture.threshold)"])
        #expect(outcome.status == (fixture.count == 0 ? 0 : 66), "\(outcome.errors)")
        #expect(outcome.lines.dropFirst().first == "different pixels: \(fixture.count)")
        let drawn = try sandbox.run("snapshot", "compare", "--exact", "diff.png", PixelmatchFixture.file(fixture.difference).path)
        #expect(drawn.output == "0\n", "\(drawn.errors)")
    }

    /// All pairs in two folders, and a sample as a script would call pixelmatch.
    @Test func randomPicturesAreCountedAsByTheProgram() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let pairs = PixelmatchPair.small + PixelmatchPair.large
        for folder in ["first", "second"] {
            try FileManager.default.createDirectory(atPath: sandbox.path(folder), withIntermediateDirectories: true)
            for (index, pair) in pairs.enumerated() {
                let rgba = folder == "first" ? pair.first : pair.second
                try Data(PNGFile.bytes(pair.width, pair.height, rgba: rgba)).write(
                    to: URL(filePath: sandbox.path("\(folder)/\(index).png")))
            }
        }
        for (number, options) in [["--threshold", "0.1"], ["--include-aa"], ["--threshold", "0.03"]].enumerated() {
            let outcome = try sandbox.run(["snapshot", "compare", "first", "second"] + options)
            let expected = pairs.indices.filter { pairs[$0].counts[number] > 0 }.map { "\($0).png: \(pairs[$0].counts[number])" }
            #expect(outcome.lines.sorted() == expected.sorted(), "\(options)")
        }
        for index in stride(from: 5, to: pairs.count, by: 27) {
            let outcome = try sandbox.run("snapshot", "compare", "--pixelmatch", "first/\(index).png", "second/\(index).png", "", "0.03")
            #expect(outcome.lines.dropFirst().first == "different pixels: \(pairs[index].counts[2])", "\(index)")
        }
    }

    /// The program would find no difference in any picture.
    @Test(arguments: ["low", "NaN", "nan", "inf", "infinity", "0.1 0.2", "0,1", "1_0", "0x", "0x1p-3", "0x-1", "0b2", "1e", "--1"])
    func aThresholdThatIsNoNumberIsWrongUsage(_ threshold: String) throws {
        let sandbox = try pictures()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("snapshot", "compare", "--pixelmatch", "--", "white.png", "square.png", "", threshold)
        #expect(outcome.status == 64 && outcome.errors == "subdial: the threshold is a number, not '\(threshold)'\n")
    }

    @Test(arguments: [
        (["--pixelmatch", "--json", "white.png", "square.png"], "--pixelmatch and --json exclude each other"),
        (["--pixelmatch", "--exact", "white.png", "square.png"], "--pixelmatch and --exact exclude each other"),
        (["--pixelmatch", "--min-ssim", "0.9", "white.png", "square.png"], "--pixelmatch and --min-ssim exclude each other"),
        (["--pixelmatch", "--max-delta-e", "2", "white.png", "square.png"], "--pixelmatch and --max-delta-e exclude each other"),
        (["--pixelmatch", "a", "b", "c", "0", "true", "d"], "--pixelmatch takes five arguments at most, and no 'd'"),
        (["white.png", "square.png", "diff.png"], "compare takes two pictures, and no 'diff.png'; --diff and --pixelmatch take more"),
        (["white.png"], "compare takes two pictures or two folders; see 'subdial snapshot compare --help'"),
        (["white.png", "square.png", "--aa-color", "#ffff00"], "--aa-color needs --diff FILE"),
        (["white.png", "square.png", "--diff-mask"], "--diff-mask needs --diff FILE"),
        (
            ["white.png", "square.png", "--diff", "d.png", "--diff-color", "reddish"],
            "--diff-color takes an opaque colour such as #ff0000, not 'reddish'"
        ),
        (
            ["white.png", "square.png", "--diff", "d.png", "--diff-color-alt", "#ff000080"],
            "--diff-color-alt takes an opaque colour such as #ff0000, not '#ff000080'"
        ),
        (["white.png", "square.png", "--diff", "d.png", "--alpha", "2"], "--alpha takes 0 to 1, not 2.0"),
    ])
    func wrongUsageIsTold(arguments: [String], message: String) throws {
        let sandbox = try pictures()
        defer { sandbox.clean() }
        let result = try sandbox.run(["snapshot", "compare"] + arguments)
        #expect(result.status == 64 && result.errors == "subdial: \(message)\n")
        #expect(!FileManager.default.fileExists(atPath: sandbox.path("d.png")))
    }

    /// The exit code depends on the measures that limits ask for, and what was found is printed.
    @Test(arguments: [
        (["--max-delta-e", "200"], 0 as Int32, "CIEDE2000: "), (["--max-delta-e", "1"], 1, "CIEDE2000: "), (["--min-ssim=-1"], 0, "SSIM: "),
        (["--min-ssim", "1"], 1, "SSIM: "), (["--metric", "oklab", "--include-aa"], 1, "4"),
    ])
    func measuresThatLimitsAskFor(options: [String], status: Int32, printed: String) throws {
        let sandbox = try pictures()
        defer { sandbox.clean() }
        let result = try sandbox.run(["snapshot", "compare", "white.png", "square.png"] + options)
        #expect(result.status == status && result.lines.last?.hasPrefix(printed) == true, "\(result.output) \(result.errors)")
    }

    /// The line of a file in two folders has the measures, too.
    @Test func measuresOfFolders() throws {
        let sandbox = try pictures()
        defer { sandbox.clean() }
        for (folder, file) in [("one", "white.png"), ("two", "square.png")] {
            try FileManager.default.createDirectory(atPath: sandbox.path(folder), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: sandbox.path(file), toPath: sandbox.path("\(folder)/a.png"))
        }
        let result = try sandbox.run("snapshot", "compare", "one", "two", "--min-ssim", "0.99", "--max-delta-e", "5")
        let line = try #require(result.lines.last)
        let expected = /a\.png: 4, SSIM -?\d\.\d+, CIEDE2000 \d+\.\d+/
        #expect(result.status == 1 && line.wholeMatch(of: expected) != nil, "\(result.output) \(result.errors)")
        #expect(try sandbox.run("snapshot", "compare", "one", "two").output == "a.png: 4\n")
    }

    @Test func differencesAreDrawnInTheColoursThatAreNamed() throws {
        let sandbox = try pictures()
        defer { sandbox.clean() }
        let options = ["--include-aa", "--diff", "d.png", "--diff-color", "#00ff00", "--diff-color-alt", "#0000ff", "--alpha", "1"]
        #expect(try sandbox.run(["snapshot", "compare", "white.png", "square.png"] + options).output == "4\n")
        // The second picture is the darker one, and then the lighter.
        #expect(try color(sandbox, "d.png", 4, 2) == "#0000ff")
        #expect(try sandbox.run(["snapshot", "compare", "square.png", "white.png"] + options).output == "4\n")
        #expect(try color(sandbox, "d.png", 4, 2) == "#00ff00" && color(sandbox, "d.png", 0, 0) == "#ffffff")
        let wrong = try sandbox.run("snapshot", "compare", "white.png", "square.png", "--checkerboard", "maybe")
        #expect(wrong.status == 64 && wrong.errors.contains("'maybe'"))
        // Semitransparent black and white differ equally on any ground; a transparent picture and a white one are equal only on white.
        let clear = Bitmap(width: 4, height: 4, color: .clear)
        try Data(PNG.encode(clear)).write(to: URL(filePath: sandbox.path("clear.png")))
        try Data(PNG.encode(Bitmap(width: 4, height: 4, color: .white))).write(to: URL(filePath: sandbox.path("solid.png")))
        #expect(try sandbox.run("snapshot", "compare", "clear.png", "solid.png").output == "16\n")
        #expect(try sandbox.run("snapshot", "compare", "clear.png", "solid.png", "--checkerboard", "off").output == "0\n")
    }
}
