import FoundationEssentials
import SubdialEngine
import SubdialFeeds
import SubdialPlayback
import SubdialSystem
import SubdialTimeline
import SubdialWidgets

/// The demonstration of the whole pipeline: a bridge's state as bar lines and as pictures.
struct Demo: Sendable {
    /// The number of printed lines.
    static let lines = 10
    /// The zone of the living-room scenario with the most changes.
    static let zone = "Living Room"

    let resources: ResourceFolder
    /// The folder for pictures, as an absolute path and as the user wrote it.
    let folder: String
    let shownFolder: String
    let context: CommandContext

    func run(against address: String) async throws {
        let elapsed = ElapsedTime()
        await context.print("a simulated bridge listens on \(address)")
        let hub = Hub(folders: UserFolders(environment: ["HOME": ScratchFolder.path]), logger: context.logger)
        defer { ScratchFolder.remove() }
        try await draw(from: address, hub)
        try await printLines(from: address, hub)
        await hub.stop()
        await context.print("done in \(elapsed.text); open \(shownFolder)/index.html to see the widgets on devices")
    }

    /// Draws every family with a template, on a phone and a watch, in both appearances.
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

    /// Prints Waybar's lines while tracks change.
    private func printLines(from address: String, _ hub: Hub) async throws {
        let options = try FeedOptions(format: "waybar")
        let session = FeedSession(hub: hub, setup: FeedSetup(options: options, address: address, zone: Self.zone), logger: context.logger)
        await context.print("the lines for Waybar:")
        let (lines, feed) = AsyncStream<String>.makeStream()
        let following = Task { await session.run { feed.yield($0) } }
        defer { following.cancel() }
        // A time limit, so that the demonstration always ends.
        let limit = Task {
            try await Task.sleep(for: .seconds(16))
            feed.finish()
        }
        // After the scenario's own events, simulated clicks: the feed shows their effect before the bridge confirms it.
        let clicking = Task {
            try await Task.sleep(for: .seconds(9))
            while true {
                for (name, control) in [("play-pause", PlaybackControl.playPause), ("play-pause", .playPause), ("next", .next)] {
                    try await click(name, control, address, hub)
                    try await Task.sleep(for: .milliseconds(900))
                }
            }
        }
        defer { for task in [clicking, limit] { task.cancel() } }
        var count = 0
        for await line in lines {
            await context.print(line)
            count += 1
            if count == Self.lines { break }
        }
    }
}

extension Demo {
    private func click(_ name: String, _ control: PlaybackControl, _ address: String, _ hub: Hub) async throws {
        await context.print("a click, \"subdial control \(name)\":")
        try await ControlSession(hub: hub, address: address, zone: Self.zone).perform(control)
    }
}

/// A temporary folder for states and covers, so that the demonstration does not change the user's.
private enum ScratchFolder {
    static let path = FileManager.default.temporaryDirectory.appending(path: "subdial-demo-\(ProcessInfo.processInfo.processIdentifier)")
        .path

    static func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
