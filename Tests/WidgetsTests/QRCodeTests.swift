import Foundation
import SubdialDrawing
import SubdialTestSupport
import SubdialTimeline
import SubdialWidgets
import Testing

/// Tests of QR codes in pictures, with the reader `zbarimg`.
@Suite struct QRCodeTests {
    struct Look: CustomTestStringConvertible, Sendable {
        var text = "https://example.org/so-what"
        /// The arguments of the element, in a YAML map.
        var arguments = ""
        var mode = RenderingMode.fullColor
        var scale = 2.0
        var appearance = Appearance.dark

        var testDescription: String { "\(text.prefix(20)) \(arguments) \(mode) \(scale) \(appearance)" }
    }

    static let looks: [Look] = [
        Look(), Look(appearance: .light), Look(scale: 1), Look(scale: 3), Look(scale: 1.7), Look(mode: .accented), Look(mode: .vibrant),
        Look(text: "1234567890"), Look(text: "Ünïcode – 音楽 🎧"), Look(text: "WIFI:T:WPA;S:a\\;b;P:\"quoted\";;"),
        Look(arguments: "correction: H"), Look(arguments: "quietZone: 1"), Look(arguments: "foreground: \"#003366\", ground: \"#FFEECC\""),
        Look(text: String(repeating: "long ", count: 60)),
    ]

    private func picture(_ look: Look, side: Double = 140) throws -> Picture {
        let renderer = try WidgetRenderer.make()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "code.yaml")
        let others = look.arguments.isEmpty ? "" : ", \(look.arguments)"
        let text = look.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        try "background: background\nmargins: 4\nbody: { QRCode: \"\(text)\", frame: { maxWidth: \(side), maxHeight: \(side) }\(others) }\n"
            .write(to: file, atomically: true, encoding: .utf8)
        let entry = try Entry.sample("playing")
        let environment = WidgetEnvironment(
            family: .systemSmall, device: try renderer.catalog.device("iphone-15"), appearance: look.appearance, mode: look.mode,
            scale: look.scale, isSquare: true, now: entry.date)
        return try renderer.picture(of: entry, template: .file(file.path), in: environment)
    }

    private func read(_ picture: Picture) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(picture.png()).write(to: file)
        let reader = Process()
        reader.executableURL = URL(filePath: "/usr/bin/zbarimg")
        reader.arguments = ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.path]
        let output = Pipe()
        reader.standardOutput = output
        reader.standardError = FileHandle.nullDevice
        try reader.runUnblocked()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        reader.waitUntilExit()
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    @Test(arguments: looks) func canBeRead(_ look: Look) throws {
        let found = try read(picture(look))
        #expect(found == look.text)
    }

    /// Each module is a whole number of device pixels, so that there is no grey between black and white.
    @Test(arguments: [1, 1.7, 2, 3]) func modulesAreWholePixels(_ scale: Double) throws {
        let bitmap = try picture(Look(scale: scale, appearance: .light)).bitmap
        let shades = Set(stride(from: 0, to: bitmap.pixels.count, by: 4).map { bitmap.pixels[$0] })
        #expect(shades.subtracting([0, 255]).count <= 1, "\(shades.sorted())")
    }

    /// If a module would be smaller than a pixel, the square is blank, because the code would be unreadable.
    @Test func tooLittleRoomIsBlank() throws {
        #expect(try read(picture(Look(text: String(repeating: "long ", count: 60), scale: 1), side: 20)).isEmpty)
    }
}
