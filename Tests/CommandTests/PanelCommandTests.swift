import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Pictures for e-ink panels, written by `subdial render` and read by Pillow.
@Suite struct PanelCommandTests {
    private let playing = Repository.fixtureURL("entries/playing.json").path

    /// Returns Pillow's mode, size and format of a file, its colours, and the fields of a PNG's header: depth, colour type, interlacing.
    private func look(_ file: String, in sandbox: Sandbox) throws -> String {
        try Tool.need("python3")
        let reader = Process()
        reader.executableURL = URL(filePath: Tool.python)
        reader.arguments = [
            "-c",
            """
            import sys
            from PIL import Image
            data = open(sys.argv[1], "rb").read()
            image = Image.open(sys.argv[1])
            image.load()
            colors = sorted("%02x%02x%02x" % c for _, c in image.convert("RGB").getcolors(70000))
            head = "depth %d type %d interlace %d" % (data[24], data[25], data[28]) if image.format == "PNG" else "%d bytes" % len(data)
            print(image.format, image.mode, *image.size, head, "tRNS" if b"tRNS" in data else "opaque", len(colors), *colors[:8])
            """, file,
        ]
        reader.currentDirectoryURL = sandbox.folder
        let output = Pipe()
        reader.standardOutput = output
        try reader.runUnblocked()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        reader.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: [
        ("--family panel", "x.png", "PNG 1 800 480 depth 1 type 0 interlace 0 opaque 2 000000 ffffff"),
        ("--family panel --device trmnl-og", "x.bmp", "BMP 1 800 480 48062 bytes opaque 2 000000 ffffff"),
        ("--family panel --device trmnl-og-plus", "x.png", "PNG L 800 480 depth 2 type 0 interlace 0 opaque 4 000000 555555 aaaaaa ffffff"),
        ("--family panel --device trmnl-og-bwry", "x.png", "PNG P 800 480 depth 2 type 3 interlace 0 opaque"),
        ("--family panel --device trmnl-x", "x.png", "PNG L 1872 1404 depth 4 type 0 interlace 0 opaque"),
        ("--family panel --device kindle-paperwhite-7", "x.png", "PNG L 1072 1448 depth 8 type 0 interlace 0 opaque"),
        ("--family panel --device kindle-paperwhite-7 --rotate 0", "x.png", "PNG L 1448 1072 depth 8 type 0 interlace 0 opaque"),
        ("--family panel --device inky-impression-7.3", "x.png", "PNG P 800 480 depth 4 type 3 interlace 0 opaque"),
        ("--family panel --device inky-impression-7.3 --depth 1", "x.bmp", "BMP 1 800 480 48062 bytes opaque 2 000000 ffffff"),
        ("--size 400x300 --depth 4 --dither none", "x.png", "PNG L 400 300 depth 4 type 0 interlace 0 opaque"),
        ("--size 300x400 --depth 4 --palette bw", "x.png", "PNG L 300 400 depth 4 type 0 interlace 0 opaque 2 000000 ffffff"),
        ("--family systemMedium --scale 1 --depth 1", "x.png", "PNG 1 338 158 depth 1 type 0 interlace 0 opaque 2 000000 ffffff"),
    ])
    func whatAPanelGets(arguments: String, file: String, expected: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let drawn = try sandbox.run(["render"] + arguments.split(separator: " ").map(String.init) + ["--entry", playing, "-o", file])
        #expect(drawn.status == 0, "\(drawn.errors)")
        let found = try look(file, in: sandbox)
        #expect(found.hasPrefix(expected), "\(found)")
    }

    @Test(arguments: [
        ("--family panel --depth 3", "x.png", 64, "--depth takes 1, 2, 4 or 8, the bits of a pixel, not '3'"),
        ("--family panel --palette spectre", "x.png", 64, "--palette does not know 'spectre'"),
        ("--family panel --dither atkinsen", "x.png", 64, "--dither does not know 'atkinsen'; did you mean 'atkinson'?"),
        ("--family panel --rotate 45", "x.png", 64, "--rotate takes 0, 90, 180 or 270"),
        ("--size 800", "x.png", 64, "--size takes pixels such as 800x480"),
        ("--size 100x100 --family systemSmall", "x.png", 64, "--size is for the family panel"),
        ("--family panel --max-bytes none", "x.png", 64, "--max-bytes takes a number"),
        ("--family panel --max-bytes 300", "x.png", 77, "bytes at its smallest, more than the limit of 300"),
        ("--family panel --depth 1 --palette gray-4", "x.png", 64, "depth 1 has room for 2 colours, and the palette 'gray-4' has 4"),
        ("--family panel --device trmnl-x", "x.bmp", 64, "a BMP for panels has 1 bit a pixel, and this picture has 4"),
        ("--family systemSmall", "x.bmp", 64, "pictures are written as .bmp in 1 bit alone: --depth 1"),
        ("--family systemSmall --rotate 90", "x.png", 64, "--rotate is for pictures in few colours"),
        ("--family panel --depth 2", "x.svg", 64, "--depth is for a .png or .bmp"),
        ("--family panel --palette ./none.yaml", "x.png", 66, "none.yaml: there is no such palette"),
        ("--family panel --device iphone-15", "x.png", 64, "iphone-15 has no panel"),
    ])
    func whatIsRefused(arguments: String, file: String, status: Int32, message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let drawn = try sandbox.run(["render"] + arguments.split(separator: " ").map(String.init) + ["--entry", playing, "-o", file])
        #expect(drawn.status == status && drawn.errors.contains(message), "\(drawn.errors)")
        #expect(!FileManager.default.fileExists(atPath: sandbox.path(file)))
    }

    /// A user's own devices and palettes are added to Subdial's, and replace those of the same name.
    @Test func ownPanelsAndPalettes() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let folder = sandbox.path("own")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "panels:\n  door: { size: [250, 122], palette: door }\n  trmnl-og: { name: Mine, size: [640, 384], depth: 2 }\n".write(
            toFile: "\(folder)/devices.yaml", atomically: true, encoding: .utf8)
        try "palettes:\n  door: { wire: [\"#FFFFFF\", \"#000000\", \"#FF0000\"] }\n".write(
            toFile: "\(folder)/palettes.yaml", atomically: true, encoding: .utf8)
        let own = ["SUBDIAL_TEMPLATES": folder]
        let list = try sandbox.run("render", "--list-devices", environment: own).output
        #expect(list.contains("door") && list.contains("Mine") && list.contains("trmnl-x") && list.contains("iphone-15"))
        for (device, expected) in [
            ("door", "PNG P 250 122 depth 2 type 3"), ("trmnl-og", "PNG L 640 384 depth 2 type 0"), ("trmnl-x", "PNG L 1872 1404 depth 4"),
        ] {
            let drawn = try sandbox.run(
                ["render", "--family", "panel", "--device", device, "--entry", playing, "-o", "x.png"], environment: own)
            #expect(drawn.status == 0, "\(drawn.errors)")
            #expect(try look("x.png", in: sandbox).hasPrefix(expected), "\(device)")
        }
        try "palettes:\n  mine: { wire: [\"#000000\", \"#FFFFFF\", \"#00FF00\"] }\n".write(
            toFile: sandbox.path("mine.yaml"), atomically: true, encoding: .utf8)
        #expect(
            try sandbox.run("render", "--family", "panel", "--palette", "mine.yaml", "--entry", playing, "-o", "y.png").status == 0)
        #expect(try look("y.png", in: sandbox).hasPrefix("PNG P 800 480 depth 2 type 3"))
        try "panels:\n  door: { size: [250, 122], deth: 1 }\n".write(
            toFile: "\(folder)/devices.yaml", atomically: true, encoding: .utf8)
        let wrong = try sandbox.run("render", "--list-devices", environment: own)
        #expect(wrong.status == 65 && wrong.errors.contains("the panel 'door': 'deth' is no key of a panel; did you mean 'depth'?"))
    }
}
