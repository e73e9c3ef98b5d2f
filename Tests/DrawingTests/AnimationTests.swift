import Foundation
import SubdialDrawing
import SubdialLayout
import SubdialTestSupport
import Testing

/// Tests of animations, as decoded by Pillow.
@Suite struct AnimationTests {
    private struct Frame: Equatable {
        var milliseconds: Int
        var rgba: [UInt8]
    }

    /// Returns the frames of a file, each composed on an empty canvas, and the number of repetitions; 0 for endless.
    private func read(_ bytes: [UInt8], _ format: AnimationFormat) throws -> (frames: [Frame], loops: Int) {
        try Tool.need("python3")
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.\(format.rawValue)")
        try Data(bytes).write(to: file)
        let reader = Process()
        reader.executableURL = URL(filePath: Tool.python)
        reader.arguments = [
            "-c",
            """
            import sys
            from PIL import Image, GifImagePlugin
            GifImagePlugin.LOADING_STRATEGY = GifImagePlugin.LoadingStrategy.RGB_ALWAYS
            image = Image.open(sys.argv[1])
            print(image.n_frames, image.info.get("loop", -1))
            for index in range(image.n_frames):
                image.seek(index)
                pixels = image.convert("RGBA")
                print(round(image.info.get("duration", 0)), pixels.tobytes().hex())
            """, file.path,
        ]
        let output = Pipe()
        reader.standardOutput = output
        try reader.runUnblocked()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        reader.waitUntilExit()
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        let head = try #require(lines.first)
        let frames = try lines.dropFirst().map { line in
            let digits = Array(line[1].utf8)
            let bytes = stride(from: 0, to: digits.count, by: 2).map {
                UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
            }
            return Frame(milliseconds: try #require(Int(line[0])), rgba: bytes)
        }
        #expect(frames.count == Int(head[0]))
        return (frames, Int(head[1]) ?? -1)
    }

    private static let (width, height) = (24, 16)

    /// Returns a background with a square on it.
    private func picture(ground: Color, square: Color, x: Int, y: Int = 4) throws -> Bitmap {
        let surface = try Surface(width: Self.width, height: Self.height)
        let context = try Context(surface)
        context.fill(.rect(Rect(x: 0, y: 0, width: Double(Self.width), height: Double(Self.height))), with: ground, blend: .copy)
        context.fill(.rect(Rect(x: Double(x), y: Double(y), width: 5, height: 5)), with: square, blend: .copy)
        return try surface.bitmap()
    }

    private func encode(_ frames: [(Bitmap, Int)], _ format: AnimationFormat) throws -> [UInt8] {
        let encoder = try format.encoder(width: Self.width, height: Self.height)
        for (bitmap, milliseconds) in frames { try encoder.add(bitmap, milliseconds: milliseconds) }
        return try encoder.finish()
    }

    private static let blue = Color(red: 0.1, green: 0.2, blue: 0.6)
    private static let glass = Color(red: 1, green: 0.5, blue: 0, alpha: 0.4)

    /// Opaque pictures, changing transparent areas, and translucent pixels, which all formats but GIF support.
    @Test(arguments: AnimationFormat.allCases, ["opaque", "holes", "glass"])
    func isSeenAsItWasDrawn(_ format: AnimationFormat, _ look: String) throws {
        guard format != .gif || look != "glass" else { return }  // lint: skips
        let ground = look == "opaque" ? Self.blue : look == "holes" ? Color.clear : Self.glass
        let drawn = try [(3, 40), (4, 130), (12, 1000), (3, 70_000)].map { x, time in
            (try picture(ground: ground, square: look == "glass" ? .white.opacity(0.7) : .white, x: x), time)
        }
        let (frames, loops) = try read(encode(drawn, format), format)
        #expect(loops == 0)
        #expect(frames.map(\.rgba) == drawn.map(\.0.rgba))
        #expect(frames.map(\.milliseconds) == drawn.map(\.1))
    }

    @Test(arguments: AnimationFormat.allCases) func whatStaysIsOneFrame(_ format: AnimationFormat) throws {
        let (first, second) = (try picture(ground: Self.blue, square: .white, x: 3), try picture(ground: Self.blue, square: .black, x: 3))
        let (frames, _) = try read(encode([(first, 100), (first, 200), (second, 50), (second, 50), (first, 20)], format), format)
        #expect(frames.map(\.milliseconds) == [300, 100, 20])
    }

    /// The rounding to hundredths of a second does not change the total duration.
    @Test func roundedTimesAreMadeUpFor() throws {
        let drawn = try (0..<9).map { (try picture(ground: Self.blue, square: .white, x: $0), 33) }
        let (frames, _) = try read(encode(drawn, .gif), .gif)
        #expect(abs(frames.map(\.milliseconds).reduce(0, +) - 9 * 33) <= 5)
    }

    @Test(arguments: AnimationFormat.allCases) func aStillIsAPicture(_ format: AnimationFormat) throws {
        let still = try picture(ground: Self.blue, square: .white, x: 3)
        let (frames, _) = try read(encode([(still, 500)], format), format)
        #expect(frames.map(\.rgba) == [still.rgba])
    }

    @Test(arguments: AnimationFormat.allCases) func nothingIsNoAnimation(_ format: AnimationFormat) throws {
        let encoder = try format.encoder(width: 4, height: 4)
        #expect(throws: ImageError.self) { try encoder.finish() }
    }

    @Test(arguments: [(AnimationFormat.gif, 65_536), (.webp, 16_384)]) func thereIsNoRoomForMore(_ format: AnimationFormat, _ side: Int) {
        #expect(throws: ImageError.self) { try format.encoder(width: side, height: 1) }
    }

    @Test(arguments: AnimationFormat.allCases) func framesOfAnotherSizeAreRefused(_ format: AnimationFormat) throws {
        let encoder = try format.encoder(width: 8, height: 8)
        try encoder.add(Bitmap(width: 8, height: 8), milliseconds: 10)
        #expect(throws: ImageError.self) { try encoder.add(Bitmap(width: 4, height: 8), milliseconds: 10) }
    }

    /// A picture of many colours in a table of 255: every pixel is close to its own colour, and the mean is preserved.
    @Test func aGIFHasTheColorsThatCount() throws {
        let cover = try ImageDecoder.decode(try Repository.artwork("dusk.jpg"), width: 240, height: 240).resized(width: 240, height: 240)
        let encoder = try AnimationFormat.gif.encoder(width: 240, height: 240)
        try encoder.add(cover, milliseconds: 100)
        let frame = try #require(try read(encoder.finish(), .gif).frames.first)
        let differences = zip(frame.rgba, cover.rgba).map { Int($0) - Int($1) }
        let squares = differences.reduce(0) { $0 + $1 * $1 }
        #expect(Double(squares) / Double(differences.count) < 30)
        #expect(abs(differences.reduce(0, +)) < differences.count / 2)
    }
}
