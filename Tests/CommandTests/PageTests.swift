import Foundation
import TestSupport
import Testing

@testable import ProcessSupport

/// The page of `subdial serve` in a real browser, before a real bridge.
@Suite(.serialized) struct PageTests {
    /// A server that can be ended, and started again where it was.
    private final class Server {
        let address: String
        private let sandbox: Sandbox
        private let arguments: [String]
        private var process: LineReader?

        init(_ sandbox: Sandbox, bridge: String) throws {
            let port = try LocalPort.free()
            self.sandbox = sandbox
            arguments = ["serve", "--bridge", bridge, "--listen", "127.0.0.1:\(port)"]
            address = "http://127.0.0.1:\(port)/"
        }

        func start() async throws {
            let process = LineReader(sandbox.process(arguments))
            try process.start()
            self.process = process
            _ = try await process.next { $0.hasPrefix("listening on ") }
        }

        func stop() {
            process?.stop()
            process = nil
        }
    }

    private static let zone = "subject=lms:00:04:20:12:ab:cd"
    private static let isLive = "document.querySelector('#connection').dataset.state === 'live'"
    private static let isLost = "document.querySelector('#connection').dataset.state === 'lost'"
    private static let hasPictures = """
        document.querySelector('.tile') && [...document.querySelectorAll('.tile')].every(tile => tile.querySelector('img')?.naturalWidth > 0)
        """

    /// Opens the page as `query` has it.
    private static func with(
        _ query: String = "view=phone", scenario: String = "steady", _ body: (Browser, Server, Sandbox) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let browser = try await Browser(sandbox)
        defer { browser.stop() }
        try await browser.resize(1440, 900)
        try await sandbox.withBridge(scenario) { bridge in
            let server = try Server(sandbox, bridge: bridge)
            defer { server.stop() }
            try await server.start()
            try await browser.open("\(server.address)?\(query)")
            try await browser.eventually("pictures", hasPictures)
            try await browser.eventually("a connection", isLive)
            try await body(browser, server, sandbox)
        }
    }

    /// A scenario with one zone, Kitchen, that plays; `scenario` of it is YAML within the zone.
    private static func scenario(_ sandbox: Sandbox, name: String = "Kitchen", title: String, artist: String = "Somebody") throws -> String
    {
        func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
        let path = sandbox.path("scenario.yaml")
        try """
        description: One zone

        zones:
          - id: lms:00:04:20:12:ab:cd
            name: \(quoted(name))
            state: playing
            volume: { kind: number, value: 35 }
            queue:
              - { title: \(quoted(title)), artist: \(quoted(artist)), album: Many, length: 3000 }
              - { title: Second, artist: Somebody, album: Many, length: 3000 }
        """.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// A sandbox of its own for a scenario that is written for the test.
    private static func with(
        title: String, artist: String = "Somebody", name: String = "Kitchen", query: String = "view=phone&\(zone)",
        _ body: (Browser, Server, Sandbox) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await with(query, scenario: try scenario(sandbox, name: name, title: title, artist: artist), body)
    }

    /// An expression that is true once the bridge tells it.
    private static func entry(_ condition: String) -> String {
        "await (async () => { const entry = await (await fetch('now-playing/entry.json?\(zone)', { cache: 'no-store' })).json(); "
            + "return \(condition); })()"
    }

    private static func wait(_ browser: Browser, _ what: String, _ condition: String) async throws {
        try await browser.eventually(what, "(\(entry(condition)))")
    }

    @Test func clicksReachTheBridge() async throws {
        try await Self.with(title: "First") { browser, _, _ in
            let play = "[data-family=systemMedium] [data-intent=playPause]"
            try await Self.wait(browser, "what plays", "entry.status === 'playing'")
            // The states that the button goes through, from before the click on.
            try await browser.run(
                """
                window.states = [];
                new MutationObserver(() => states.push(document.querySelector('\(play)').dataset.state))
                    .observe(document.querySelector('\(play)'), { attributes: true, attributeFilter: ['data-state'] });
                """)
            try await browser.click(play)
            try await Self.wait(browser, "a pause", "entry.status === 'paused'")
            try await browser.eventually("a settled button", "states.length === 2")
            #expect(try await browser.evaluate("states") == ["pending", ""])
            try await browser.eventually("the picture of it", "!document.querySelector('\(play)').dataset.state")
            try await browser.click("[data-family=systemLarge] [data-intent=next]")
            try await Self.wait(browser, "the next track", "entry.track.title === 'Second'")
            try await browser.eventually("its name", "document.querySelector('[data-family=systemLarge] img').alt.includes('Second')")
            #expect(browser.complaints.isEmpty, "\(browser.complaints)")
        }
    }

    @Test func keysActWhereNoControlHasThem() async throws {
        try await Self.with(title: "First") { browser, _, _ in
            try await browser.press(" ")
            try await Self.wait(browser, "a pause", "entry.status === 'paused'")
            try await browser.press("ArrowRight")
            try await Self.wait(browser, "the next track", "entry.track.title === 'Second'")
            try await browser.press("ArrowUp")
            try await Self.wait(browser, "louder", "entry.volume.value > 35")
            try await browser.press("ArrowDown")
            try await Self.wait(browser, "quieter", "entry.volume.value === 35")
            // In a choice a key is the choice's.
            try await browser.run(
                "window.sent = 0; const ask = fetch; window.fetch = (a, o) => { if (a === 'actions') sent++; return ask(a, o); }")
            try await browser.run("document.querySelector('#appearance').focus()")
            try await browser.press("ArrowDown")
            try await browser.eventually("another appearance", "document.documentElement.dataset.look === 'dark'")
            #expect(try await browser.evaluate("sent") == 0)
            // A button that has the focus is pressed, once.
            try await browser.run("document.querySelector('[data-family=systemLarge] [data-intent=playPause]').focus()")
            try await browser.press(" ")
            try await browser.eventually("one action", "sent === 1 && !document.activeElement.dataset.state")
            #expect(browser.complaints.isEmpty, "\(browser.complaints)")
        }
    }

    @Test func aLostConnectionComesBack() async throws {
        try await Self.with(title: "First") { browser, server, _ in
            try await browser.eventually("a service worker", "navigator.serviceWorker.controller")
            try await browser.eventually(
                "a picture that is kept",
                "await caches.match(document.querySelector('[data-family=systemMedium] img').src.replace(/&(v|scale)=[^&]*/g, ''))")
            let picture = "document.querySelector('[data-family=systemMedium] img')"
            server.stop()
            try await browser.eventually("the loss", Self.isLost)
            #expect(try await browser.evaluate("document.querySelector('#connection').innerText.startsWith('Offline since ')"))
            #expect(try await browser.evaluate("getComputedStyle(\(picture)).filter.includes('grayscale(1)')"))
            #expect(
                try await browser.evaluate("document.querySelector('[data-family=systemMedium] .mark').textContent.startsWith('As of ')"))
            #expect(try await browser.evaluate("/First.*As of /.test(\(picture).alt)"))
            // What is tapped now is taken back, and said.
            try await browser.click("[data-family=systemMedium] [data-intent=playPause]")
            try await browser.eventually("a word on it", "document.querySelector('#message').innerText.includes('cannot be reached')")
            try await browser.eventually(
                "a button as before", "!document.querySelector('[data-family=systemMedium] [data-intent=playPause]').dataset.state")
            // Opened anew, the page is as it was.
            try await browser.reload()
            try await browser.eventually("the last pictures", Self.hasPictures)
            try await browser.eventually(
                "their mark", "\(Self.isLost) && document.querySelector('[data-family=systemMedium] .mark').textContent")
            #expect(try await browser.evaluate("\(picture).alt.includes('First')"))
            try await server.start()
            try await browser.eventually("the connection", Self.isLive)
            #expect(try await browser.evaluate("!document.body.classList.contains('stale')"))
            try await browser.click("[data-family=systemMedium] [data-intent=next]")
            try await browser.eventually("what plays now", "\(picture).alt.includes('Second')")
            #expect(browser.complaints.allSatisfy { $0.source == "network" }, "\(browser.complaints)")
        }
    }

    @Test func aMachineWithoutANetworkIsTold() async throws {
        try await Self.with(title: "First") { browser, _, _ in
            try await browser.setOffline(true)
            try await browser.eventually("the loss", Self.isLost)
            try await browser.setOffline(false)
            try await browser.eventually("the connection", Self.isLive)
            #expect(browser.complaints.allSatisfy { $0.source == "network" }, "\(browser.complaints)")
        }
    }

    @Test func textOfABridgeStaysText() async throws {
        let title = #"<img src=x onerror="window.ran = 1">"#
        try await Self.with(title: title, artist: "<script>window.ran = 2</script>", name: "</option><b>Kitchen</b>") { browser, _, _ in
            let alt: String = try await browser.evaluate("document.querySelector('[data-family=systemMedium] img').alt")
            #expect(alt.contains("onerror"))
            try await browser.press("ArrowRight")
            try await browser.eventually(
                "the next track", "document.querySelector('[data-family=systemMedium] img').alt.includes('Second')")
            #expect(try await browser.evaluate("typeof window.ran") == "undefined")
            #expect(try await browser.evaluate("document.querySelectorAll('img[src=x], main script, #subject b').length") == 0)
            #expect(try await browser.evaluate("[...document.querySelectorAll('#subject option')].some(one => one.text.includes('<b>'))"))
            #expect(browser.complaints.isEmpty, "\(browser.complaints)")
        }
    }

    @Test func canBeInstalled() async throws {
        try await Self.with { browser, _, _ in
            try await browser.eventually("a service worker", "navigator.serviceWorker.controller")
            #expect(try await browser.installabilityErrors() == [])
            struct Icon: Decodable, Equatable { let src: String, sizes: [Int] }
            let icons: [Icon] = try await browser.evaluate(
                """
                (async () => {
                    const { icons } = await (await fetch('manifest.webmanifest')).json();
                    return Promise.all(icons.filter(({ type }) => type === 'image/png').map(async ({ src }) => {
                        const picture = new Image();
                        picture.src = src;
                        await picture.decode();
                        return { src, sizes: [picture.naturalWidth, picture.naturalHeight] };
                    }));
                })()
                """)
            #expect(
                icons == [
                    Icon(src: "icon-192.png", sizes: [192, 192]), Icon(src: "icon-512.png", sizes: [512, 512]),
                    Icon(src: "icon-maskable-512.png", sizes: [512, 512]),
                ])
            // Neither events nor actions are ever kept.
            let kept: [String] = try await browser.evaluate(
                """
                (async () => (await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys())
                    .map(({ url }) => new URL(url).pathname)))).flat())()
                """)
            #expect(kept.contains("/page.js") && !kept.contains("/events") && !kept.contains("/actions"), "\(kept)")
            #expect(browser.complaints.isEmpty, "\(browser.complaints)")
        }
    }

    @Test func remembersWhatIsChosen() async throws {
        try await Self.with { browser, server, _ in
            try await browser.click("[data-view=watch]")
            try await browser.eventually("watch pictures", "document.querySelector('.watch') && \(Self.hasPictures)")
            #expect(try await browser.evaluate("new URLSearchParams(location.search).get('view')") == "watch")
            try await browser.open(server.address)
            try await browser.eventually("the same view", "document.querySelector('.watch') && \(Self.hasPictures)")
            // A wall by its address has nothing but its picture.
            try await browser.open("\(server.address)?view=wall&kind=now-playing&family=systemLarge&appearance=light")
            try await browser.eventually("the wall", "document.querySelector('.wall') && \(Self.hasPictures)")
            #expect(try await browser.evaluate("getComputedStyle(document.querySelector('header')).display") == "none")
            #expect(try await browser.evaluate("document.querySelector('.wall img').src.includes('appearance=light')"))
            let sizes: [Double] = try await browser.evaluate(
                "[document.querySelector('.wall img').naturalWidth, document.querySelector('.wall img').clientWidth * devicePixelRatio]")
            #expect(sizes[0] >= sizes[1], "as sharp as the screen")
            try await browser.press("Escape")
            #expect(try await browser.evaluate("getComputedStyle(document.querySelector('header')).display") == "flex")
            #expect(browser.complaints.isEmpty, "\(browser.complaints)")
        }
    }

    @Test(arguments: [("phone", 320, 568), ("watch", 320, 568), ("wall", 320, 568), ("phone", 390, 844), ("phone", 844, 390)])
    func fitsANarrowScreen(view: String, width: Int, height: Int) async throws {
        try await Self.with { browser, server, _ in
            try await browser.resize(width, height, scale: 2, isMobile: true)
            // With the controls, as a person sees it who has chosen the view.
            try await browser.run("localStorage.setItem('subdial', JSON.stringify({ view: '\(view)' }))")
            try await browser.open(server.address)
            try await browser.eventually("pictures", "document.body.dataset.view === '\(view)' && \(Self.hasPictures)")
            #expect(try await browser.evaluate("document.documentElement.scrollWidth") == width)
        }
    }

    /// The rules of axe-core for names, contrast and what else it can judge.
    @Test(arguments: ["phone", "watch", "wall"], [false, true])
    func isForEverybody(view: String, isDark: Bool) async throws {
        let rules = try Self.axe()
        try await Self.with { browser, server, _ in
            try await browser.setDark(isDark)
            try await browser.run("localStorage.setItem('subdial', JSON.stringify({ view: '\(view)' }))")
            try await browser.open(server.address)
            try await browser.eventually("pictures", "document.body.dataset.view === '\(view)' && \(Self.hasPictures)")
            try await browser.run(rules)
            let judge = """
                (async () => (await axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`))()
                """
            #expect(try await browser.evaluate(judge) == [String]())
            // And with a word on the lost connection.
            server.stop()
            try await browser.eventually("the loss", "\(Self.isLost) && document.querySelector('#message').innerText")
            #expect(try await browser.evaluate(judge) == [String]())
        }
    }

    /// axe-core, which a package of Python's brings along.
    private static func axe() throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: Tool.python)
        process.arguments = ["-c", "import axe_playwright_python; print(list(axe_playwright_python.__path__)[0])"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { try Tool.skip("needs python3") }
        let folder = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).trimmingCharacters(in: .newlines)
        process.waitUntilExit()
        guard let rules = try? String(contentsOfFile: folder + "/axe.min.js", encoding: .utf8) else {
            try Tool.skip("needs axe-core: Scripts/install-dependencies --test")
        }
        return rules
    }
}
