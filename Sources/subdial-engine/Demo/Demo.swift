import Engine
import Feeds
import Files
import FoundationEssentials
import NowPlaying
import Playback
import Timeline
import Widgets

/// The main job from one end to the other: a bridge's state as bar lines and as pictures.
struct Demo: Sendable {
    /// How many lines are printed.
    static let lines = 10
    /// The zone of the living-room scenario in which most happens.
    static let zone = "Living Room"

    let resources: ResourceFolder
    /// Where pictures go, and how the user wrote it.
    let folder: String
    let shownFolder: String
    let context: CommandContext

    func run(against address: String) async throws {
        await context.print("a simulated bridge listens on \(address)")
        let hub = Hub(folders: UserFolders(environment: ["HOME": ScratchFolder.path]), logger: context.logger)
        defer { ScratchFolder.remove() }
        try await draw(from: address, hub)
        try await printLines(from: address, hub)
        await hub.stop()
        await context.print("open \(shownFolder)/index.html to see the widgets as on devices")
    }

    /// Every family that has a template, on a phone and a watch, in both appearances.
    private func draw(from address: String, _ hub: Hub) async throws {
        let players = FollowedPlayers(address: address, zone: Self.zone)
        let scene = try await EntryProvider(hub.entries(of: .players(players))).scene()
        guard let entry = scene.timeline.entry(at: .now) else { return }
        let title = NowPlaying(entry).track?.title
        let cover = await scene.widgetCover(of: entry)
        let renderer = try WidgetRenderer(resources: resources)
        var sheet = ContactSheet(title: title ?? "Subdial")
        var count = 0
        for device in [try renderer.catalog.device(DeviceCatalog.standard), try renderer.catalog.device(DeviceCatalog.standardWatch)] {
            for family in WidgetFamily.allCases where device.places[family] != nil && renderer.hasTemplate(family: family) {
                for appearance in Appearance.allCases {
                    let environment = WidgetEnvironment(family: family, device: device, appearance: appearance, now: .now)
                    let picture = try renderer.picture(of: entry, in: environment, cover: cover)
                    let name = "\(device.isWatch ? "watch-" : "")\(family.rawValue)-\(appearance.rawValue).png"
                    try AtomicFile.write(try picture.png(), to: "\(folder)/\(name)")
                    sheet.add(name, family: family, device: device, appearance: appearance)
                    count += 1
                }
            }
        }
        try AtomicFile.write(Array(sheet.html.utf8), to: "\(folder)/index.html")
        await context.print("\(count) pictures of \"\(title ?? "nothing")\" are in \(shownFolder)/")
    }

    /// What Waybar would get, as tracks change.
    private func printLines(from address: String, _ hub: Hub) async throws {
        let options = try FeedOptions(format: "waybar")
        let session = FeedSession(hub: hub, setup: FeedSetup(options: options, address: address, zone: Self.zone), logger: context.logger)
        await context.print("what Waybar gets:")
        let (lines, feed) = AsyncStream<String>.makeStream()
        let following = Task { await session.run { feed.yield($0) } }
        // A demonstration ends, whatever happens.
        let limit = Task {
            try await Task.sleep(for: .seconds(16))
            feed.finish()
        }
        // Once the scenario has run out of surprises, what clicks do: it is shown before the bridge has confirmed it.
        let clicking = Task {
            try await Task.sleep(for: .seconds(9))
            while true {
                for (name, control) in [("play-pause", PlaybackControl.playPause), ("play-pause", .playPause), ("next", .next)] {
                    try await click(name, control, address, hub)
                    try await Task.sleep(for: .milliseconds(900))
                }
            }
        }
        defer { clicking.cancel() }
        var count = 0
        for await line in lines {
            await context.print(line)
            count += 1
            if count == Self.lines { break }
        }
        limit.cancel()
        following.cancel()
    }
}

extension Demo {
    private func click(_ name: String, _ control: PlaybackControl, _ address: String, _ hub: Hub) async throws {
        await context.print("a click, \"subdial control \(name)\":")
        try await ControlSession(hub: hub, address: address, zone: Self.zone).perform(control)
    }
}

/// A folder of the demonstration's own for states and covers, so that it leaves the user's alone.
private enum ScratchFolder {
    static let path = FileManager.default.temporaryDirectory.appending(path: "subdial-demo-\(ProcessInfo.processInfo.processIdentifier)")
        .path

    static func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
