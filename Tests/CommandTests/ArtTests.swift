import Foundation
import SubdialDocuments
import Testing

@testable import SubdialProcessSupport

/// Covers on disk, as image modules of bars read them.
@Suite(.serialized) struct ArtTests {
    /// The width and height of a PNG, from its header.
    private func size(of path: String) -> [Int]? {
        guard let data = FileManager.default.contents(atPath: path), data.count > 24, data.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47])
        else {
            return nil
        }
        func number(_ offset: Int) -> Int { data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return [number(16), number(20)]
    }

    /// True if a PNG has no alpha channel, according to its header.
    private func isOpaque(_ path: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: path), data.count > 25 else { return false }
        return data[25] == 2
    }

    @Test func theFileIsReplacedWholeAndGoneWhenNothingPlays() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let folder = sandbox.path("art")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await sandbox.withBridge("steady") { address in
            let bridge = ["SUBDIAL_BRIDGE": address, "SUBDIAL_ZONE": "Kitchen"]
            let watch = try FolderWatch(folder)
            let cover = "\(folder)/cover.png"
            let arguments = [
                "feed", "--format", "json", "--art", cover, "--art-size", "96", "--on-art",
                "test -e \"$SUBDIAL_ART\" && echo there >> log || echo gone >> log",
            ]
            let feed = LineReader(sandbox.process(arguments, environment: bridge))
            try feed.start()
            defer { feed.stop() }
            try await eventually("a cover") { size(of: cover) == [96, 96] }
            let first = try Data(contentsOf: URL(filePath: cover))
            let line = try JSONValue(parsing: try await feed.next { $0.contains("\"art_path\":\"") })
            let path = try #require(line["art_path"]?.string)
            #expect(size(of: path) == [96, 96])
            #expect(try Data(contentsOf: URL(filePath: path)) == first)

            #expect(try sandbox.run("control", "next", environment: bridge).status == 0)
            try await eventually("another cover") { (try? Data(contentsOf: URL(filePath: cover))) != first }
            #expect(size(of: cover) == [96, 96])
            let next = try JSONValue(parsing: try await feed.next { $0.contains("\"art_path\":\"") && !$0.contains(path) })
            // Each cover has its own path, so that a picture never becomes another one.
            #expect(try Data(contentsOf: URL(filePath: path)) == first)
            #expect(next["art_path"]?.string != path)

            #expect(try sandbox.run("control", "stop", environment: bridge).status == 0)
            try await eventually("no cover") { !FileManager.default.fileExists(atPath: cover) }
            let events = watch.events().filter { $0.name == "cover.png" }
            #expect(events.count >= 3)
            #expect(events.allSatisfy { $0.isRename || $0.isRemoval }, "\(events)")
            let log = sandbox.path("log")
            func runs() -> [String] { (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [] }
            // Changes within a short time are combined into one run, but the last one always causes a run.
            try await eventually("the command") { runs().last == "gone" }
            #expect(runs().first == "there")
        }
    }

    @Test(arguments: ["transparent", "file"])
    func aPlaceholderStandsInForIt(_ kind: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let placeholder = kind == "file" ? sandbox.path("none.png") : kind
        try Data("not even a picture".utf8).write(to: URL(filePath: sandbox.path("none.png")))
        try await sandbox.withBridge("steady") { address in
            let bridge = ["SUBDIAL_BRIDGE": address, "SUBDIAL_ZONE": "Kitchen"]
            let cover = sandbox.path("cover.png")
            let feed = LineReader(
                sandbox.process(["feed", "--art", "cover.png", "--art-size", "32", "--art-placeholder", placeholder], environment: bridge))
            try feed.start()
            defer { feed.stop() }
            // A placeholder may be there before the cover.
            try await eventually("a cover") { isOpaque(cover) && size(of: cover) == [32, 32] }
            let picture = try Data(contentsOf: URL(filePath: cover))
            #expect(try sandbox.run("control", "stop", environment: bridge).status == 0)
            try await eventually("the placeholder") { (try? Data(contentsOf: URL(filePath: cover))) != picture }
            if kind == "file" {
                #expect(try String(contentsOfFile: cover, encoding: .utf8) == "not even a picture")
            } else {
                #expect(size(of: cover) == [32, 32] && !isOpaque(cover))
            }
        }
    }

    @Test func onceGivesThePathForALock() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { address in
            let bridge = ["SUBDIAL_BRIDGE": address, "SUBDIAL_ZONE": "Kitchen"]
            let outcome = try sandbox.run("feed", "--once", "--text", "{{ art_path }}", "--art-size", "64", environment: bridge)
            #expect(outcome.status == 0)
            #expect(size(of: outcome.lines.first ?? "") == [64, 64])
        }
    }

    /// Sixteen bars with covers of sixteen sizes and a click, which must not wait for each other.
    @Test func manyFeedsWithCoversLeaveTheControlsFree() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { address in
            let bridge = ["SUBDIAL_BRIDGE": address, "SUBDIAL_ZONE": "Kitchen"]
            let feeds = (1...16).map { number in
                LineReader(
                    sandbox.process(["feed", "--art", "cover\(number).png", "--art-size", "\(number * 100)"], environment: bridge))
            }
            for feed in feeds { try feed.start() }
            defer { for feed in feeds { feed.stop() } }
            for _ in 0..<3 { #expect(try sandbox.run("control", "next", environment: bridge).status == 0) }
            for number in 1...16 {
                try await eventually("the cover of feed \(number)") {
                    size(of: sandbox.path("cover\(number).png")) == [number * 100, number * 100]
                }
            }
        }
    }

    /// Errors about the cover file are reported at the start; the line is written nevertheless.
    @Test(arguments: [
        (["--art", "file/cover.png"], 74, "file/cover.png"), (["--art", "folder"], 74, "folder"),
        (["--art", "cover.png", "--art-placeholder", "missing.png"], 66, "missing.png"),
    ])
    func whatIsInTheWayOfACoverIsTold(_ arguments: [String], _ status: Int32, _ name: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try Data().write(to: URL(filePath: sandbox.path("file")))
        try FileManager.default.createDirectory(atPath: sandbox.path("folder"), withIntermediateDirectories: false)
        try await sandbox.withBridge("steady") { address in
            let bridge = ["SUBDIAL_BRIDGE": address, "SUBDIAL_ZONE": "Kitchen"]
            let outcome = try sandbox.run(["feed", "--once", "--text", "{{ title }}"] + arguments, environment: bridge)
            #expect(outcome.status == status)
            #expect(outcome.lines.first?.isEmpty == false)
            #expect(outcome.errors.contains(sandbox.path(name)) && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
            // An endless feed continues.
            let errors = Pipe()
            let feed = LineReader(sandbox.process(["feed", "--text", "{{ title }}"] + arguments, environment: bridge))
            feed.process.standardError = errors
            try feed.start()
            #expect(try await feed.next(where: { !$0.isEmpty }) == outcome.lines.first)
            feed.stop()
            #expect(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == outcome.errors)
        }
    }

    @Test func aFileTakesEachLine() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { address in
            let bridge = ["SUBDIAL_BRIDGE": address, "SUBDIAL_ZONE": "Kitchen"]
            #expect(try sandbox.run("feed", "--once", "--format", "file", environment: bridge).status == 64)
            let folder = sandbox.path("obs")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let watch = try FolderWatch(folder)
            let feed = LineReader(sandbox.process(["feed", "--format", "file", "--output", "obs/now.txt"], environment: bridge))
            try feed.start()
            defer { feed.stop() }
            let file = "\(folder)/now.txt"
            func text() -> String? { try? String(contentsOfFile: file, encoding: .utf8) }
            try await eventually("the song") { text() == "Small Hours Radio – Kettle\n" }
            #expect(try sandbox.run("control", "next", environment: bridge).status == 0)
            try await eventually("the next") { text() == "Palm & Parlour – Open Every Window\n" }
            #expect(try sandbox.run("control", "stop", environment: bridge).status == 0)
            try await eventually("nothing") { text() == " \n" }
            #expect(watch.events().filter { $0.name == "now.txt" }.allSatisfy { $0.isRename })
            #expect(feed.lines.isEmpty)
        }
    }

    @Test(arguments: [
        ["--art-size", "4"], ["--art-size", "5000"], ["--on-art", "true"], ["--art-size", "64", "--art-placeholder", "transparent"],
        ["--format", "file"], ["--format", "nothing"], ["--width", "0"],
    ])
    func wrongOptionsAreTold(_ arguments: [String]) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run(["feed", "--bridge", "http://127.0.0.1:1", "--once"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }
}
