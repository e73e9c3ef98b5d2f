import Drawing
import Engine
import FoundationEssentials
import Logging
import NowPlaying
import Numbers
import Timeline
import Widgets

/// The benchmarks within one process; `Scripts/bench` runs the others.
///
/// Usage: `subdial-bench pictures ROOT`, `subdial-bench snapshots ROOT`, `subdial-bench mixer ROOT`, `subdial-bench ink ROOT`, `subdial-bench
/// updates URL`, `subdial-bench library ROOT DATABASE` or `subdial-bench serve PORT PROCESS`.
@main
enum Bench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == (["library", "serve"].contains(arguments.dropFirst().first) ? 4 : 3) else {
            print(
                "usage: subdial-bench pictures FOLDER | snapshots FOLDER | mixer FOLDER | ink FOLDER | updates URL | library FOLDER DATABASE | serve PORT PROCESS"
            )
            return
        }
        switch arguments[1] {
        case "pictures": try pictures(root: arguments[2])
        case "snapshots": try SnapshotBench.run(root: arguments[2])
        case "mixer": try MixerBench.run(root: arguments[2])
        case "ink": try InkBench.run(root: arguments[2])
        case "library": try await LibraryBench.run(root: arguments[2], path: arguments[3])
        case "serve":
            guard let port = UInt16(arguments[2]), let process = Int32(arguments[3]) else {
                return print("serve takes a port and a process")
            }
            try ServeBench.run(port: port, process: process)
        case "updates": try await updates(address: arguments[2])
        default: print("there is no benchmark '\(arguments[1])'")
        }
    }

    /// Measures PNG encoding compared with Cairo's, and whole widgets from entry to PNG.
    private static func pictures(root: String) throws {
        let renderer = try WidgetRenderer(resources: ResourceFolder(path: "\(root)/Templates"))
        let folder = "\(root)/Fixtures/entries"
        let text = String(decoding: FileManager.default.contents(atPath: "\(folder)/playing.json") ?? Data(), as: UTF8.self)
        let entry = try Entry(parsing: text)
        let device = try renderer.catalog.device("iphone-15")
        func picture(_ family: WidgetFamily, after seconds: Double, square: Bool = false) throws -> Picture {
            try renderer.picture(
                of: entry,
                in: WidgetEnvironment(
                    family: family, device: device, scale: 3, isSquare: square, now: entry.date.addingTimeInterval(seconds)),
                folder: folder)
        }
        for square in [false, true] {
            let bitmap = try picture(.systemMedium, after: 0, square: square).bitmap
            let (ours, cairos) = (try PNG.encode(bitmap), cairoPNG(bitmap))
            let times = try medians(rounds: 15, [{ _ = try PNG.encode(bitmap) }, { _ = cairoPNG(bitmap) }])
            let name = "PNG, systemMedium at 3x, \(square ? "opaque" : "rounded")"
            report(
                name,
                "\((times[1] / times[0]).short) times as fast as Cairo, \((Double(ours.count) / Double(cairos.count)).short) of its size")
        }
        try families(renderer, entry, folder)
        try templates(root: root)
    }

    /// Measures each family from entry to PNG, with its layout, drawing and encoding.
    private static func families(_ renderer: WidgetRenderer, _ entry: Entry, _ folder: String) throws {
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
            try WritingBench.run("\(family.rawValue) on \(device.id)", bitmap)
            let times = try medians(
                rounds: 25,
                [
                    { _ = try renderer.picture(of: entry, in: environment(), folder: folder).png() },
                    { _ = try renderer.layOut(entry, in: environment(), folder: folder) },
                    { _ = try renderer.draw(prepared) }, { _ = try PNG.encode(bitmap) },
                ])
            report(
                "\(family.rawValue) on \(device.id), entry to PNG, warm",
                "\(times[0].short) ms: layout \(times[1].short), drawing \(times[2].short), writing \(times[3].short)")
        }
    }

    /// Measures the parsing and checking of a template with its parts.
    private static func templates(root: String) throws {
        let file = "\(root)/Templates/now-playing/systemMedium.yaml"
        let resources = ResourceFolder(path: "\(root)/Templates")
        let store = TemplateStore(resources: resources)
        let times = try medians(rounds: 50, [{ try store.check(file: file, as: file, .nowPlaying) }])
        report("systemMedium.yaml with its parts, parsed and checked", "\(times[0].short) ms")
    }

    /// Measures the memory for following a zone: after 10,000 updates, compared with that after the first 500.
    private static func updates(address: String) async throws {
        var logger = Logger(label: "bench")
        logger.logLevel = .critical
        let folder = FileManager.default.temporaryDirectory.appending(path: "subdial-bench-\(ProcessInfo.processInfo.processIdentifier)")
            .path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder]), logger: logger)
        let provider = try await EntryProvider(hub.entries(of: .players(FollowedPlayers(address: address, zone: "Living Room"))))
        let session = FeedSession(
            hub: hub, setup: FeedSetup(options: try .init(format: "waybar"), address: address, zone: "Living Room"), logger: logger)
        let feed = Task { await session.run { _ in } }
        for _ in 0..<500 { await provider.refresh() }
        let before = residentMemory()
        let duration = await ContinuousClock().measure { for _ in 0..<10_000 { await provider.refresh() } }
        let after = residentMemory()
        feed.cancel()
        report(
            "engine's memory after 10,000 updates",
            "\((after / before).short) of what it was (\(Int(saturating: before)) kB, then \(Int(saturating: after)) kB)")
        report(
            "an update, from question to state",
            "\((Double(duration.components.seconds) * 0.1 + Double(duration.components.attoseconds) * 1e-19).short) ms")
    }

    /// Returns the resident memory in kB.
    private static func residentMemory() -> Double {
        let status = String(decoding: FileManager.default.contents(atPath: "/proc/self/status") ?? Data(), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Double(line.filter(\.isNumber)) ?? 0
    }
}
