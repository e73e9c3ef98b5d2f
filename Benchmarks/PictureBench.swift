import FoundationEssentials
import SubdialDrawing
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// Measures PNG encoding beside Cairo's, and whole widgets from entry to PNG.
enum PictureBench {
    static func run(root: String) throws {
        let scene = try PlayingScene(root: root)
        for square in [false, true] {
            let bitmap = try scene.picture(after: 0, square: square).bitmap
            let times = try timings(rounds: 25, [{ _ = try PNG.encode(bitmap) }, { _ = cairoPNG(bitmap) }])
            let name = "PNG, systemMedium at 3x, \(square ? "opaque" : "rounded")"
            report(name, times[0], beside: ("Cairo", times[1]))
            report(
                "\(name), size", Double(try PNG.encode(bitmap).count) / 1000, "kB", beside: ("Cairo", Double(cairoPNG(bitmap).count) / 1000)
            )
            // The measure of this machine's speed, by which times of several runs are compared.
            if square { report("calibration: Cairo's PNG writer", times[1]) }
        }
        try families(scene)
        try templates(root: root)
    }

    /// Measures each family from entry to PNG, with its layout, drawing and encoding.
    private static func families(_ scene: PlayingScene) throws {
        let (renderer, entry, folder) = (scene.renderer, scene.entry, scene.folder)
        var second = 0.0
        for family in WidgetFamily.allCases {
            // Not every kind has every family.
            guard FileManager.default.fileExists(atPath: "\(folder)/../../Templates/now-playing/\(family.rawValue).yaml") else { continue }
            let device = try renderer.catalog.standardDevice(for: family)
            // The time advances by a second for each picture, so that no running value is the same as before.
            func environment() -> WidgetEnvironment {
                second += 1
                return WidgetEnvironment(family: family, device: device, now: entry.date.addingTimeInterval(second))
            }
            let prepared = try renderer.layOut(entry, in: environment(), folder: folder)
            let bitmap = try renderer.draw(prepared).bitmap
            let times = try timings(
                rounds: 25,
                [
                    { _ = try renderer.picture(of: entry, in: environment(), folder: folder).png() },
                    { _ = try renderer.layOut(entry, in: environment(), folder: folder) },
                    { _ = try renderer.draw(prepared) },
                ])
            let name = "\(family.rawValue) on \(device.id)"
            report("\(name), entry to PNG, warm", times[0])
            report("\(name), layout", times[1])
            report("\(name), drawing", times[2])
            try WritingBench.run(name, bitmap)
        }
    }

    /// Measures the parsing and checking of a template with its parts.
    private static func templates(root: String) throws {
        let file = "\(root)/Templates/now-playing/systemMedium.yaml"
        let store = TemplateStore(resources: ResourceFolder(path: "\(root)/Templates"))
        report(
            "systemMedium.yaml with its parts, parsed and checked",
            try timings(rounds: 50, [{ try store.check(file: file, as: file, .nowPlaying) }])[0])
    }
}
