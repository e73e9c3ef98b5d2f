import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Pictures whose decoding costs far more than their files.
@Suite struct HostilePicturesTests {
    /// Draws a widget with a cover, and expects it to be drawn, or to be refused with a message.
    private func draw(_ cover: String, in sandbox: Sandbox, isRefused: Bool) throws {
        let entry = #"{ "date": "2026-01-08T20:15:04Z", "status": "playing", "track": { "title": "So What" }, "artwork": "\#(cover)" }"#
        try entry.write(toFile: sandbox.path("entry.json"), atomically: true, encoding: .utf8)
        let drawn = try sandbox.run(
            "render", "--family", "systemSmall", "--entry", sandbox.path("entry.json"), "-o", sandbox.path("widget.png"))
        #expect(drawn.errors.hasPrefix("subdial: \(cover): ") == isRefused, "\(drawn.errors)")
        #expect(drawn.errors.hasSuffix("; a placeholder stands in its place\n") == isRefused, "\(drawn.errors)")
        #expect(drawn.status == 0 && FileManager.default.fileExists(atPath: sandbox.path("widget.png")))
    }

    /// Writes a PNG with one bit per pixel: 50 million rows are 240 kB.
    ///
    /// All bytes are 0, so that the same compressed megabyte is repeated: to compress half a gigabyte takes seconds.
    private func makePNG(_ width: Int, _ height: Int, isInterlaced: Bool, in sandbox: Sandbox) throws {
        let maker = sandbox.process([])
        maker.executableURL = URL(filePath: Tool.python)
        maker.arguments = [
            "-c",
            """
            import struct, sys, zlib
            width, height, interlaced = (int(word) for word in sys.argv[1:4])
            def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            def packed(count, end):
                packer = zlib.compressobj(9, zlib.DEFLATED, -15)
                return packer.compress(bytes(count)) + packer.flush(end)
            head, count = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, interlaced), 0
            passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            for left, top, x, y in passes if interlaced else [(0, 0, 1, 1)]:
                columns, rows = -(-(width - left) // x), -(-(height - top) // y)
                if columns >= 1 and rows >= 1: count += rows * ((columns + 7) // 8 + 1)
            data = b"\\x78\\xda" + packed(1 << 20, zlib.Z_FULL_FLUSH) * (count >> 20) + packed(count % (1 << 20), zlib.Z_FINISH)
            data += struct.pack(">I", count % 65521 << 16 | 1)
            parts = [(b"IHDR", head), (b"IDAT", data), (b"IEND", b"")]
            open(sys.argv[4], "wb").write(bytes([137, 80, 78, 71, 13, 10, 26, 10]) + b"".join(chunk(*part) for part in parts))
            """, "\(width)", "\(height)", isInterlaced ? "1" : "0", sandbox.path("cover.png"),
        ]
        try maker.runUnblocked()
        maker.waitUntilExit()
        try #require(maker.terminationStatus == 0)
    }

    @Test(
        "A PNG with an absurd side is refused by its header, and the thinnest that is accepted is drawn, interlaced or not",
        .enabled(if: Tool.has("python3"), "needs python3"),
        arguments: [
            (1, 50_000_000, true), (50_000_000, 1, true), (1, 65_536, true), (65_536, 1, true), (65_535, 65_535, true),
            (1, 65_535, false), (65_535, 1, false),
        ], [false, true])
    func thinPictures(_ picture: (width: Int, height: Int, isRefused: Bool), _ isInterlaced: Bool) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try makePNG(picture.width, picture.height, isInterlaced: isInterlaced, in: sandbox)
        try draw("cover.png", in: sandbox, isRefused: picture.isRefused)
    }

    @Test(
        "A PNG with as many pixels as any may have is drawn, interlaced or not", .enabled(if: Tool.has("python3"), "needs python3"),
        arguments: [(700, 65_535, true), (65_535, 700, false)])
    func largePictures(_ width: Int, _ height: Int, _ isInterlaced: Bool) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try makePNG(width, height, isInterlaced: isInterlaced, in: sandbox)
        try draw("cover.png", in: sandbox, isRefused: false)
    }

    @Test(
        "A JPEG with many scans and a WebP with many prefix codes are refused above their limits",
        arguments: [
            ("cover.jpg", ScanBomb.picture(width: 64, height: 64, scans: 100), false),
            ("cover.jpg", ScanBomb.picture(width: 64, height: 64, scans: 101), true),
            ("cover.jpg", ScanBomb.picture(width: 1, height: 65_500, scans: 100), false),
            ("cover.webp", CodeBomb.picture(side: 1024, groups: 2600), false),
            ("cover.webp", CodeBomb.picture(side: 1024, groups: 65_536), true),
        ] as [(String, [UInt8], Bool)])
    func costlyData(_ name: String, _ bytes: [UInt8], _ isRefused: Bool) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try Data(bytes).write(to: URL(filePath: sandbox.path(name)))
        try draw(name, in: sandbox, isRefused: isRefused)
    }

    @Test("Covers with many prefix codes take the engine no memory, and hold up no bar")
    func prefixCodesInTheEngine() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try Data(CodeBomb.picture(side: 1024, groups: 65_536)).write(to: URL(filePath: sandbox.path("bomb.webp")))
        let message = #"{"type":"now_playing","title":"Bomb","status":"playing","artwork":"bomb.webp"}"#
        try (message + "\n").write(toFile: sandbox.path("now.jsonl"), atomically: true, encoding: .utf8)
        try await Innocent.with(sandbox) { innocent in
            let engine = try await sandbox.engine()
            let feeds = try (1...8).map { number in
                try FeedFront(
                    sandbox,
                    ["feed", "--source", "file:\(sandbox.path("now.jsonl"))", "--text", "{{ title }}", "--art", "\(number).png"]
                        + ["--art-size", "\(number * 30)"])
            }
            defer { for feed in feeds { feed.stop() } }
            try await eventually("eight lines") { feeds.allSatisfy { $0.last == "Bomb" } }
            try await eventually("a refusal in the log") {
                let log = (try? String(contentsOfFile: sandbox.path("state/subdial/engine.log"), encoding: .utf8)) ?? ""
                return log.contains("the cover cannot be shown")
            }
            try await innocent.expectService()
            #expect(sandbox.engines == [engine])
            #expect(engine.peakKilobytes < 300_000)
        }
    }
}
