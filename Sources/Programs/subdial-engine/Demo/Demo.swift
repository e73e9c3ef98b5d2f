import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialFeeds
import SubdialPlayback
import SubdialSystem
import SubdialTimeline
import SubdialWidgets

/// The demonstration of the whole pipeline: a bridge's state as bar lines and as pictures.
struct Demo: Sendable {
    /// The number of printed lines.
    private static let lines = 10
    /// The zone of the living-room scenario with the most changes.
    private static let zone = "Living Room"

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
                    let widget = try renderer.layOut(entry, in: environment, cover: cover)
                    let picture = try renderer.draw(widget)
                    context.pictureReports.report(renderer.pictureFindings(of: widget))
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

/// An HTML page that shows pictures as on devices: a home screen, a lock screen and a watch face, light and dark.
struct ContactSheet {
    private struct Item {
        let file: String
        let family: WidgetFamily
        let device: Device
        let appearance: Appearance
    }

    private let title: String
    private var items: [Item] = []

    init(title: String) {
        self.title = title
    }

    mutating func add(_ file: String, family: WidgetFamily, device: Device, appearance: Appearance) {
        items.append(Item(file: file, family: family, device: device, appearance: appearance))
    }

    fileprivate var html: String {
        let screens = Appearance.allCases.reversed().map { appearance in
            """
            <section class="\(appearance.rawValue)">
            <figure class="phone home"><div class="screen">\(images(of: [.systemSmall, .systemMedium, .systemLarge], appearance, onWatch: false))</div>
            <figcaption>Home screen, \(appearance.rawValue)</figcaption></figure>
            <figure class="phone lock"><div class="screen">\(images(of: [.accessoryInline], appearance, onWatch: false))<time>9:41</time>
            <div class="row">\(images(of: [.accessoryRectangular, .accessoryCircular], appearance, onWatch: false))</div></div>
            <figcaption>Lock screen, \(appearance.rawValue)</figcaption></figure>
            <figure class="watch"><div class="screen">\(images(of: [.accessoryInline, .accessoryRectangular, .accessoryCircular], appearance, onWatch: true))</div>
            <figcaption>Watch, \(appearance.rawValue)</figcaption></figure>
            </section>
            """
        }
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Subdial: \(title.markupEscaped)</title>
            <style>\(Self.style)</style></head>
            <body><h1>Subdial <small>\(title.markupEscaped)</small></h1>
            \(screens.joined(separator: "\n"))
            </body></html>

            """
    }

    private func images(of families: [WidgetFamily], _ appearance: Appearance, onWatch: Bool) -> String {
        families.flatMap { family in items.filter { $0.family == family && $0.appearance == appearance && $0.device.isWatch == onWatch } }
            .compactMap { item in
                item.device.places[item.family].map { place in
                    "<img src=\"\(item.file)\" width=\"\(place.size.width)\" height=\"\(place.size.height)\" alt=\"\(item.family.rawValue), \(appearance.rawValue)\">"
                }
            }.joined()
    }

    private static let style = """
        :root { font: 15px/1.4 Inter, system-ui, sans-serif; background: #eef0f3; color: #1c1c1e; }
        body { margin: 40px auto; max-width: 1240px; padding: 0 24px; }
        h1 { font-weight: 700; letter-spacing: -.02em; } h1 small { font-weight: 400; color: #6b7078; margin-left: .4em; }
        section { display: flex; flex-wrap: wrap; gap: 32px; align-items: flex-start; margin: 32px 0; }
        figure { margin: 0; } figcaption { text-align: center; color: #6b7078; margin-top: 12px; }
        .phone .screen { width: 413px; height: 872px; overflow: hidden; border-radius: 55px; border: 10px solid #0b0b0d; box-sizing: border-box; padding: 58px 27px 24px;
          display: flex; flex-wrap: wrap; gap: 22px; justify-content: flex-start; align-content: flex-start; }
        .dark .home .screen { background: radial-gradient(120% 80% at 20% 0, #3a4a6b, transparent), radial-gradient(100% 80% at 100% 100%, #5b3550, transparent), #151822; }
        .light .home .screen { background: radial-gradient(120% 80% at 20% 0, #bcd4f5, transparent), radial-gradient(100% 80% at 100% 100%, #f3cfc4, transparent), #e7e4ef; }
        .home img { filter: drop-shadow(0 6px 14px #0003); }
        .lock .screen { flex-direction: column; flex-wrap: nowrap; align-items: center; gap: 6px; padding-top: 84px; }
        .dark .lock .screen { background: linear-gradient(#26324a, #4a3b57 60%, #6d4a4a); color: #fff; }
        .light .lock .screen { background: linear-gradient(#dce8f7, #f1e3dc); color: #111; }
        .lock time { font-size: 92px; font-weight: 600; line-height: 1; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
        .lock .row { display: flex; gap: 16px; align-items: center; margin-top: 14px; }
        .watch .screen { width: 218px; min-height: 262px; border-radius: 54px; border: 10px solid #0b0b0d; box-sizing: border-box; padding: 24px 0; background: #000;
          display: flex; flex-direction: column; gap: 14px; align-items: center; justify-content: center; }
        .light .watch .screen { background: #f5f5f7; }
        """
}
