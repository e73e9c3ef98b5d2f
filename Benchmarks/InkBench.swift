import FoundationEssentials
import SubdialDrawing
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// Measures pictures for e-ink panels: dithering, and panels from entry to PNG.
enum InkBench {
    private static let size = (width: 1872, height: 1404)

    static func run(root: String) throws {
        let photograph = photograph()
        for (name, palette) in [("1 bit", InkPalette.gray(depth: 1)), ("16 grays", .gray(depth: 4))] {
            for method in [DitherMethod.floydSteinberg, .atkinson, .jarvis, .blueNoise] {
                let ditherer = Ditherer(palette, method)
                let time = try timings(
                    rounds: 9, [{ _ = ditherer.picture(photograph, width: size.width, height: size.height) }])[0]
                report("dithering 1872 × 1404 in \(name), \(method.rawValue)", time)
            }
        }
        let resources = ResourceFolder(path: "\(root)/Templates")
        let palettes = try InkPalettes(resources)
        let colors = Ditherer(try palettes.palette("color-6a"), .floydSteinberg)
        let time = try timings(rounds: 9, [{ _ = colors.picture(photograph, width: size.width, height: size.height) }])[0]
        report("dithering 1872 × 1404 in 6 colours, floyd-steinberg", time)
        try panels(resources, root)
    }

    /// Measures now-playing pictures on a small and a large panel.
    private static func panels(_ resources: ResourceFolder, _ root: String) throws {
        let renderer = try WidgetRenderer(resources: resources)
        let folder = "\(root)/Fixtures/entries"
        let text = String(decoding: FileManager.default.contents(atPath: "\(folder)/playing.json") ?? Data(), as: UTF8.self)
        let entry = try Entry(parsing: text)
        for id in ["trmnl-og", "trmnl-x"] {
            let device = try renderer.catalog.device(id)
            guard let options = device.panel else { continue }
            let environment = WidgetEnvironment(family: .panel, device: device, now: entry.date)
            var count = 0
            let time = try timings(
                rounds: 9,
                [
                    {
                        let widget = try renderer.layOut(entry, in: environment, folder: folder)
                        let picture = try renderer.draw(widget)
                        count = try PanelFile.bytes(of: picture.bitmap, photographs: widget.photographs, options).count
                    }
                ])[0]
            report("\(device.name), from entry to PNG", time)
            report("\(device.name), size", Double(count) / 1000, "kB")
        }
    }

    /// Returns smooth gradients with noise: as in a photograph, no two adjacent pixels are equal.
    private static func photograph() -> [UInt8] {
        var state: UInt32 = 1
        return [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { target, count in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    let noise = Int(state >> 28)
                    let place = (y * size.width + x) * 4
                    target[place] = UInt8(clamping: x * 240 / size.width + noise)
                    target[place + 1] = UInt8(clamping: y * 240 / size.height + noise)
                    target[place + 2] = UInt8(clamping: (x + y) * 240 / (size.width + size.height) + noise)
                    target[place + 3] = 255
                }
            }
            count = size.width * size.height * 4
        }
    }
}
