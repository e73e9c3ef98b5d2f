import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Pictures whose decoding costs far more than their files.
@Suite struct HostilePicturesTests {
    @Test(
        "A picture with an absurd side is refused by its header",
        .enabled(if: Tool.has("python3"), "needs python3"), arguments: ["1 50000000", "50000000 1", "1 65536", "65536 1"])
    func absurdSides(_ size: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let numbers = size.split(separator: " ").map(String.init)
        // Gray of one bit per pixel: 50 million rows are 240 kB.
        let maker = sandbox.process([])
        maker.executableURL = URL(filePath: Tool.python)
        maker.arguments = [
            "-c",
            """
            import struct, sys, zlib
            width, height = int(sys.argv[1]), int(sys.argv[2])
            def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            head, rows = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0), bytes(((width + 7) // 8 + 1) * height)
            parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
            open(sys.argv[3], "wb").write(bytes([137, 80, 78, 71, 13, 10, 26, 10]) + b"".join(chunk(*part) for part in parts))
            """, numbers[0], numbers[1], sandbox.path("cover.png"),
        ]
        try maker.runUnblocked()
        maker.waitUntilExit()
        try #require(maker.terminationStatus == 0)
        let entry = #"{ "date": "2026-01-08T20:15:04Z", "status": "playing", "track": { "title": "So What" }, "artwork": "cover.png" }"#
        try entry.write(toFile: sandbox.path("entry.json"), atomically: true, encoding: .utf8)
        let drawn = try sandbox.run(
            "render", "--family", "systemSmall", "--entry", sandbox.path("entry.json"), "-o", sandbox.path("widget.png"))
        #expect(drawn.errors.contains("cover.png: this is no picture that can be decoded"), "\(drawn.errors)")
        #expect(drawn.status == 0)
    }
}
