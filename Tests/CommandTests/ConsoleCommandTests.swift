import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// A mixing console on a real socket, which is connected, unreachable, and connected again.
@Suite(.serialized) struct ConsoleCommandTests {
    private static func run(_ sandbox: Sandbox, _ console: FakeConsole, _ arguments: String...) throws -> Sandbox.Outcome {
        try sandbox.run(["console"] + arguments, environment: ["SUBDIAL_CONSOLE": console.url])
    }

    private static func with(
        isWebSocket: Bool = false, isGreeting: Bool = true, rate: Double = 20, _ body: (Sandbox, FakeConsole) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let console = try FakeConsole(isWebSocket: isWebSocket, isGreeting: isGreeting, rate: rate)
        defer { console.stop() }
        try await body(sandbox, console)
        #expect(console.errors.isEmpty)
    }

    /// Configures an instance of the kind.
    ///
    /// - Returns: Its name.
    private static func instance(_ sandbox: Sandbox, _ values: String) throws -> String {
        try FileManager.default.createDirectory(atPath: sandbox.path("config/subdial"), withIntermediateDirectories: true)
        try Data("kinds: [ { kind: console, id: desk, with: { \(values) } } ]\n".utf8)
            .write(to: URL(filePath: sandbox.path("config/subdial/config.yaml")))
        return "console:desk"
    }

    @Test(arguments: [false, true])
    func everythingIsListedAndChanged(_ isWebSocket: Bool) async throws {
        try await Self.with(isWebSocket: isWebSocket) { sandbox, console in
            let list = try Self.run(sandbox, console, "list")
            #expect(list.status == 0 && list.lines.count == 3 && list.lines.last?.hasSuffix("Master  (master)") == true, "\(list.errors)")
            #expect(list.lines.contains { $0.hasPrefix("* 50 %") && $0.hasSuffix("Vox  (vox)") }, "\(list.lines)")
            for arguments in [
                ["fader", "VOX", "72"], ["fader", "vox", "+5"], ["pan", "vox", "-40"], ["mute", "bass"], ["solo", "Bass", "on"],
            ] {
                let outcome = try sandbox.run(["console", "--url", console.url] + arguments)
                #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(arguments): \(outcome.errors)")
            }
            #expect(abs(console.value("vox", "volume") - 0.77) < 0.001 && console.value("vox", "pan") == -0.4)
            #expect(console.value("bass", "mute") == 1 && console.value("bass", "solo") == 1)
            #expect(console.applied.map(\.sequence) == [1, 2, 3, 4, 5])
            let document = try JSONValue(parsing: try Self.run(sandbox, console, "list", "--json").output)
            #expect(document["connected"] == true && document["any_solo"] == true && document["selected"] == "vox")
            #expect(
                try Self.run(sandbox, console, "fader", "voxx", "5").errors == "subdial: the console has no 'voxx'; did you mean 'Vox'?\n")
        }
    }

    @Test(arguments: [
        (["list"], 64, "no console is named"), (["list", "--url", "wss://h/"], 64, "not reached over TLS"),
        (["list", "--url", "tcp://h"], 64, "it takes a port"), (["list", "--url", "http://h"], 64, "it begins with ws://"),
        (["list", "--url", "tcp://127.0.0.1:1"], 69, "cannot be reached"),
        (["fader", "a", "loud", "--url", "tcp://h:1"], 64, "fader takes per cent"),
        (["pan", "a", "101", "--url", "tcp://h:1"], 64, "pan takes a number"), (["mute", "a", "maybe", "--url", "tcp://h:1"], 64, "STATE"),
    ])
    func whatIsRefused(_ arguments: [String], _ status: Int32, _ words: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let outcome = await sandbox.perform(["console"] + arguments)
        #expect(outcome.status == status && outcome.errors.lowercased().contains(words.lowercased()), "\(outcome.status) \(outcome.errors)")
    }

    @Test(arguments: [false, true])
    func editsWaitWhileItIsAway(_ isWebSocket: Bool) async throws {
        try await Self.with(isWebSocket: isWebSocket) { sandbox, console in
            #expect(try Self.run(sandbox, console).status == 0)
            console.stop()
            // A relative value is computed from the last known state and the pending edits.
            for arguments in [
                ["fader", "vox", "60"], ["fader", "Vox", "+5"], ["mute", "bass"], ["mute", "bass"], ["pan", "vox", "10"],
            ] {
                let outcome = try sandbox.run(["console"] + arguments, environment: ["SUBDIAL_CONSOLE": console.url])
                #expect(outcome.status == 0 && outcome.output.contains("queued"), "\(outcome.errors)")
            }
            let away = try Self.run(sandbox, console, "list")
            #expect(away.status == 69 && away.lines.contains { $0.contains("65 %") && $0.contains("Vox: waiting") }, "\(away.lines)")
            let edits = try Self.run(sandbox, console, "edits").lines
            #expect(edits.count == 5 && edits.allSatisfy { $0.contains("waiting") } && edits[1].hasSuffix("vox fader 65 %"), "\(edits)")
            try console.start()
            let feed = try FeedFront(
                sandbox, ["feed", "--kind", try Self.instance(sandbox, "channel: vox"), "--text", "{{percent(fader)}} {{waiting}}"],
                environment: ["SUBDIAL_CONSOLE": console.url])
            defer { feed.stop() }
            try await eventually("the edits are sent, not \(feed.lines) \(feed.errors)") { console.applied.count == 5 }
            #expect(console.applied.map(\.sequence) == [1, 2, 3, 4, 5])
            try await eventually("the line tells so") { feed.last == "65 0" }
            #expect(console.value("bass", "mute") == 0)
            #expect(try Self.run(sandbox, console, "edits").lines.allSatisfy { $0.contains("sent") })
            // The follower sends clicks from now on.
            #expect(try Self.run(sandbox, console, "fader", "vox", "30").output.isEmpty)
            try await eventually("a change shows") { feed.last == "30 0" }
            console.move("vox", "volume", 0.2)
            try await eventually("the console's own change") { feed.last == "20 0" }
        }
    }

    /// The engine that a change has started sends it when the console is back; so does an engine that starts later.
    @Test(arguments: [false, true])
    func editsLeaveWithoutASubscriber(_ isKilled: Bool) async throws {
        try await Self.with { sandbox, console in
            #expect(try Self.run(sandbox, console).status == 0)
            console.stop()
            let outcome = try Self.run(sandbox, console, "fader", "vox", "60")
            #expect(
                outcome.output.contains("vox fader 60 %: queued, and sent when the console is back (the console at"), "\(outcome.output)")
            if isKilled { for engine in sandbox.engines { kill(engine.id, SIGKILL) } }
            try console.start()
            if isKilled { #expect(try sandbox.run("feed", "--kind", "clock", "--once").status == 0) }
            try await eventually("the edit is sent, not \(console.applied)") { console.value("vox", "volume") == 0.6 }
            try await eventually("it no longer waits") { try Self.run(sandbox, console, "edits").lines.allSatisfy { $0.contains("sent") } }
        }
    }

    /// A click leaves too, although no bar shows the console.
    @Test func clicksLeaveWithoutASubscriber() async throws {
        try await Self.with { sandbox, console in
            let kind = try Self.instance(sandbox, "channel: vox, url: '\(console.url)'")
            #expect(try sandbox.run("feed", "--kind", kind, "--once").status == 0)
            console.stop()
            let outcome = try sandbox.run("control", "--kind", kind, "mute")
            #expect(
                outcome.status == 0 && (outcome.output + outcome.errors).contains("queued, and sent when the console is back"),
                "\(outcome.output)\(outcome.errors)")
            try console.start()
            try await eventually("the edit is sent, not \(console.applied)") { console.value("vox", "mute") == 1 }
        }
    }

    /// A command without an engine says which one sends the edit.
    @Test func withoutAnEngineTheMessageSaysSo() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let outcome = await sandbox.perform("console", "mute", "bass", "on", "--url", "tcp://127.0.0.1:1")
        #expect(
            outcome.status == 0
                && outcome.output.hasPrefix(
                    "bass mute on: queued, and sent when the console is back, by the engine that the next change or a bar starts (the console"
                ),
            "\(outcome.output)\(outcome.errors)")
    }

    @Test func anEditThatIsOlderThanTheConsolesOwnChangeIsSuperseded() async throws {
        try await Self.with { sandbox, console in
            #expect(try Self.run(sandbox, console).status == 0)
            console.stop()
            #expect(try Self.run(sandbox, console, "fader", "vox", "60").output.contains("queued"))
            console.move("vox", "volume", 0.3)
            #expect(try Self.run(sandbox, console, "fader", "bass", "90").output.contains("queued"))
            try console.start()
            #expect(try Self.run(sandbox, console, "pan", "bass", "50").output.isEmpty)
            #expect(console.value("vox", "volume") == 0.3 && console.value("bass", "volume") == 0.9)
            #expect(console.applied.map(\.sequence) == [2, 3])
            let edits = try Self.run(sandbox, console, "edits").lines
            #expect(edits.first { $0.contains("vox") }?.contains("superseded") == true, "\(edits)")
        }
    }

    /// Each step of a wheel counts, although all commands run at the same time.
    @Test func stepsOfManyProcessesAddUp() async throws {
        try await Self.with { sandbox, console in
            #expect(try Self.run(sandbox, console).status == 0)
            let fronts = try (0..<6).map { _ in
                try FeedFront(sandbox, ["console", "fader", "vox", "+5"], environment: ["SUBDIAL_CONSOLE": console.url])
            }
            defer { for front in fronts { front.stop() } }
            // A step that was not sent in time is sent with the next edit.
            try await eventually("all steps, not \(console.applied.map(\.value))") {
                _ = try Self.run(sandbox, console, "pan", "bass", "0")
                return console.applied.count { $0.field == "volume" } == 6
            }
            #expect(abs(console.value("vox", "volume") - 0.8) < 0.001, "\(console.applied.map(\.value))")
        }
    }

    /// An unreadable file of edits does not prevent the console from being shown.
    @Test func aDamagedFileIsNoWall() async throws {
        try await Self.with { sandbox, console in
            #expect(try Self.run(sandbox, console, "fader", "vox", "60").status == 0)
            let folder = URL(filePath: sandbox.path("state"))
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
            let file = try #require(files.first { $0.pathExtension == "jsonl" })
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("garbage\n".utf8))
            try handle.close()
            let feed = try FeedFront(
                sandbox, ["feed", "--kind", try Self.instance(sandbox, "channel: vox"), "--text", "{{connected}} {{percent(fader)}}"],
                environment: ["SUBDIAL_CONSOLE": console.url])
            defer { feed.stop() }
            try await eventually("the console, not \(feed.lines)") { feed.last == "true 60" }
            console.move("vox", "volume", 0.25)
            try await eventually("its change, not \(feed.lines)") { feed.last == "true 25" }
            // On a busy machine, the last known state may be shown before the console answers.
            #expect(feed.lines.drop { ["", "false 60"].contains($0) }.allSatisfy { $0.hasPrefix("true") }, "\(feed.lines)")
            let outcome = try Self.run(sandbox, console, "fader", "vox", "70")
            #expect(outcome.status != 0 && outcome.errors.contains("line") && outcome.errors.contains("is no record"), "\(outcome.errors)")
            // It is put aside, and the next edit begins another file.
            #expect(try String(contentsOf: file.appendingPathExtension("bad"), encoding: .utf8).hasSuffix("garbage\n"))
            #expect(try Self.run(sandbox, console, "fader", "vox", "70").status == 0)
        }
    }

    /// A console that reports numbers of edits that were never made is greeted twice, and receives no edits.
    @Test func aConsoleThatBoastsIsToldNothing() async throws {
        try await Self.with { sandbox, console in
            console.boast(1000)
            let outcome = try Self.run(sandbox, console, "fader", "vox", "60")
            #expect(outcome.status == 0 && outcome.output.contains("queued"), "\(outcome.errors)")
            // Twice by the command, and twice by the engine that follows the console for it.
            #expect((1...4).contains(console.greetings) && console.applied.isEmpty, "\(console.greetings)")
            console.boast(0)
            #expect(try Self.run(sandbox, console, "fader", "bass", "60").output.isEmpty)
            #expect(console.value("vox", "volume") == 0.6)
        }
    }

    /// A console that does not answer the greeting receives no edits.
    @Test func withoutAnAnswerEditsStay() async throws {
        try await Self.with(isGreeting: false) { sandbox, console in
            let outcome = try Self.run(sandbox, console, "fader", "vox", "60")
            #expect(outcome.status == 0 && outcome.output.contains("queued") && outcome.output.contains("has not confirmed"))
            #expect(try Self.run(sandbox, console, "edits").output.contains("waiting"))
            #expect(try Self.run(sandbox, console, "forget").output == "1 edit is dropped\n")
            #expect(try Self.run(sandbox, console, "edits").output.contains("forgotten"))
        }
    }

    /// The sender is killed at any moment; every edit that a command has reported as stored arrives once, in order.
    @Test(arguments: [false, true])
    func nothingIsLostByAKill(_ isWebSocket: Bool) async throws {
        try await Self.with(isWebSocket: isWebSocket) { sandbox, console in
            var random = SplitMix64(seed: isWebSocket ? 1 : 2)
            #expect(try Self.run(sandbox, console).status == 0)
            for round in 0..<25 {
                let front = try FeedFront(
                    sandbox, ["console", "fader", round % 2 == 0 ? "vox" : "bass", "\(round)"],
                    environment: ["SUBDIAL_CONSOLE": console.url])
                usleep(UInt32.random(in: 0...60_000, using: &random))
                for engine in sandbox.engines { kill(engine.id, SIGKILL) }
                front.stop()
                if round % 6 == 5 {
                    console.stop()
                    try console.start()
                }
            }
            try await eventually("an edit gets through") { try Self.run(sandbox, console, "fader", "vox", "50").output.isEmpty }
            let edits = try Self.run(sandbox, console, "edits").lines
            #expect(!edits.contains { $0.contains("waiting") }, "\(edits)")
            let numbers = console.applied.map(\.sequence)
            #expect(numbers == Array(1...numbers.count) && console.refused.isEmpty, "\(numbers)")
            #expect(Set(console.applied.map(\.client)).count == 1 && console.value("vox", "volume") == 0.5)
        }
    }

    /// Sixty states per second produce no more lines than a reader can take.
    @Test(arguments: [false, true])
    func manyStatesAreFewLines(_ isWebSocket: Bool) async throws {
        try await Self.with(isWebSocket: isWebSocket, rate: 60) { sandbox, console in
            let feed = try FeedFront(
                sandbox,
                ["feed", "--kind", try Self.instance(sandbox, "channel: bass, url: '\(console.url)'"), "--text", "{{level}}"])
            defer { feed.stop() }
            try await eventually("levels, not \(feed.lines) \(feed.errors)") { feed.lines.count >= 20 }
            let (before, start) = (feed.lines.count, ContinuousClock.now)
            try await eventually("more of them") { feed.lines.count >= before + 40 }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            #expect(Double(feed.lines.count - before) <= 61 * seconds + 5 && !feed.repeats)
        }
    }

    @Test func theDefaultLine() async throws {
        try await Self.with { sandbox, console in
            let feed = try FeedFront(
                sandbox, ["feed", "--kind", try Self.instance(sandbox, "channel: vox"), "--format", "waybar"],
                environment: ["SUBDIAL_CONSOLE": console.url])
            defer { feed.stop() }
            func line() -> JSONValue { (try? JSONValue(parsing: feed.last ?? "")) ?? .null }
            try await eventually("the fader, not \(feed.lines) \(feed.errors)") { line()["text"] == "Vox 50 %" }
            console.move("vox", "mute", 1)
            try await eventually("mute") { line()["text"] == "Vox muted" }
            console.stop()
            try await eventually("it is away, not \(feed.lines)") { feed.last?.contains("offline") == true }
            try console.start()
            try await eventually("it is back, not \(feed.lines)") { feed.last?.contains("offline") == false }
        }
    }
}
