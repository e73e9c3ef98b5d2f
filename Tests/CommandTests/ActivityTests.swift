import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial activity` as a process.
@Suite struct ActivityTests {
    private let playing = Repository.fixtureURL("entries/playing.json").path
    private static let parts = ["carPlay", "compactLeading", "compactTrailing", "expanded", "island", "lockScreen", "minimal"]

    private func size(_ data: Data?) -> [Int] {
        let bytes = [UInt8](data ?? Data()).dropFirst(16).prefix(8).map(Int.init)
        guard bytes.count == 8 else { return [] }
        return [bytes[2] << 8 | bytes[3], bytes[6] << 8 | bytes[7]]
    }

    private func files(_ path: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    @Test func drawsEveryPartInItsSize() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("activity", "--all", "--scale", "1", "--entry", playing, "-o", "out")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(files(sandbox.path("out")) == Self.parts.map { "\($0).png" })
        func part(_ name: String) -> [Int] { size(FileManager.default.contents(atPath: sandbox.path("out/\(name).png"))) }
        #expect(part("lockScreen") == [371, 96])
        #expect(part("compactLeading") == [52, 37] && part("compactTrailing") == [52, 37])
        #expect(part("minimal") == [45, 37] && part("island") == [230, 37])
        #expect(part("expanded").first == 371 && (84...160).contains(part("expanded").last ?? 0))
        #expect(part("carPlay") == [240, 78])
        let standBy = try sandbox.run(
            "activity", "--presentation", "lockScreen", "--placement", "standBy", "--scale", "1", "--entry", playing, "-o", "standby.png")
        #expect(standBy.status == 0)
        #expect(size(FileManager.default.contents(atPath: sandbox.path("standby.png"))) == [742, 192])
    }

    /// The tap regions of every part that has some: the buttons, and the slider of the volume with its values.
    @Test func regionsTellWhereTapsCount() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func regions(_ arguments: String...) throws -> [String: [JSONValue]] {
            let outcome = try sandbox.run(
                ["activity", "--entry", playing, "--scale", "1", "--regions", "taps.json", "-o", "out/"] + arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let json = try JSONValue(parsing: try String(contentsOfFile: sandbox.path("taps.json"), encoding: .utf8))
            guard case .array(let pictures)? = json["pictures"] else { return [:] }
            return Dictionary(
                pictures.compactMap { picture in
                    guard let file = picture["file"]?.string, case .array(let regions)? = picture["regions"] else { return nil }
                    return (file, regions)
                }, uniquingKeysWith: { one, _ in one })
        }
        let found = try regions("--all")
        #expect(found.keys.sorted() == Self.parts.map { "\($0).png" })
        #expect(found["lockScreen.png"]?.map { $0["intent"]?.string } == ["previous", "playPause", "next"])
        #expect(found["expanded.png"]?.map { $0["intent"]?.string } == ["previous", "playPause", "next", "volumePercent"])
        let slider = try #require(found["expanded.png"]?.last)
        #expect(slider["from"] == 0 && slider["to"] == 100 && slider["value"] == 63.28)
        #expect(found["expanded.png"]?.first?["from"] == nil)
        #expect(found["island.png"] == [])
        let remote = try regions("now-playing-remote", "--presentation", "island")
        #expect(remote["island.png"]?.map { $0["intent"]?.string } == ["playPause"])
    }

    @Test(arguments: [
        (["--presentation", "lockScren"], 64, "--presentation does not know 'lockScren'; did you mean 'lockScreen'?"),
        (["--presentation", "expanded", "--device", "watch-45mm"], 64, "watch-45mm does not show expanded"),
        (["--all", "-o", "-"], 64, "-o - takes one picture"), ([], 64, "say what to draw"),
        (["--all", "--watch", "--end-after=-1", "--bridge", "http://127.0.0.1:9"], 64, "--end-after takes seconds"),
    ])
    func refusals(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run(["activity", "--entry", playing, "-o", "out"] + arguments)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    /// Content that exceeds the height limit is cut with a warning; a picture that exceeds its place is an error.
    @Test func heightsAndPicturesHaveLimits() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.createDirectory(atPath: sandbox.path("mine/tall"), withIntermediateDirectories: true)
        try "body:\n  Spacer:\n  frame: { height: 300 }\n".write(
            toFile: sandbox.path("mine/tall/lockScreen.yaml"), atomically: true, encoding: .utf8)
        try "body:\n  DynamicIsland:\n    minimal:\n      Image: artwork\n      frame: { width: 60, height: 60 }\n".write(
            toFile: sandbox.path("mine/tall/dynamicIsland.yaml"), atomically: true, encoding: .utf8)
        try "body:\n  Spacer:\n".write(toFile: sandbox.path("mine/tall/systemSmall.yaml"), atomically: true, encoding: .utf8)
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("mine")]
        let tall = try sandbox.run(
            ["activity", "tall", "--presentation", "lockScreen", "--scale", "1", "--entry", playing, "-o", "a.png"],
            environment: environment)
        #expect(tall.status == 0)
        #expect(tall.errors.contains("lockScreen: the content is 328 pt high, and 160 pt is all there is"), "\(tall.errors)")
        #expect(size(FileManager.default.contents(atPath: sandbox.path("a.png"))) == [371, 160])
        let large = try sandbox.run(
            ["activity", "tall", "--presentation", "minimal", "--scale", "1", "--entry", playing, "-o", "b.png"], environment: environment)
        #expect(large.status == 65)
        #expect(large.errors.contains("× 60 pt, and minimal has room for 45 × 36.67 pt"), "\(large.errors)")
    }

    /// The complete life cycle with a bridge: files appear, are replaced only by renaming, and are removed.
    @Test func followsABridge() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let out = sandbox.path("out")
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        try await sandbox.withBridge("steady") { address in
            let bridge = ["--bridge", address, "--zone", "Living Room"]
            let folder = try FolderWatch(out)
            let watch = LineReader(
                sandbox.process(
                    bridge + [
                        "activity", "--watch", "--all", "--scale", "1", "--end-after", "1", "--dismiss-after", "1", "-o", "out",
                        "--on-update",
                        "echo $SUBDIAL_ACTIVITY_STATE >> updates",
                    ]))
            try watch.start()
            defer { watch.stop() }
            _ = try await watch.next { $0.contains(" requested ") }
            for _ in 0..<4000 where files(out).count < Self.parts.count { try await Task.sleep(for: .milliseconds(50)) }
            #expect(try sandbox.run(bridge + ["control", "pause"]).status == 0)
            _ = try await watch.next { $0.contains(" ended (idle) ") }
            _ = try await watch.next { $0.contains(" dismissed (policy) ") }
            for _ in 0..<4000 where !files(out).isEmpty { try await Task.sleep(for: .milliseconds(50)) }
            #expect(files(out).isEmpty)
            let events = folder.events().filter { !$0.name.hasPrefix(".") }
            #expect(Set(events.map(\.name)) == Set(Self.parts.map { "\($0).png" }))
            #expect(events.allSatisfy { $0.isRename || $0.isRemoval })
            let updates = try String(contentsOfFile: sandbox.path("updates"), encoding: .utf8).split(separator: "\n")
            #expect(updates.first == "active" && updates.last == "none")
        }
    }

    /// Killed at any moment, it leaves no incomplete file, and the next run leaves no orphan.
    @Test func survivesBeingKilled() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let out = sandbox.path("out")
        try await sandbox.withBridge("steady") { address in
            func watch() -> LineReader {
                LineReader(
                    sandbox.process([
                        "--bridge", address, "--zone", "Living Room", "activity", "--watch", "--all", "--scale", "1", "-o", "out",
                    ]))
            }
            var random = SplitMix64(seed: 3)
            for _ in 0..<6 {
                let run = watch()
                try run.start()
                try await Task.sleep(for: .milliseconds(Int.random(in: 20...900, using: &random)))
                kill(run.process.processIdentifier, SIGKILL)
                run.process.waitUntilExit()
                for name in files(out) where !name.hasPrefix(".") {
                    let data = FileManager.default.contents(atPath: "\(out)/\(name)") ?? Data()
                    #expect(
                        data.starts(with: [0x89, 0x50, 0x4E, 0x47])
                            && data.suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
                }
            }
            // A missing file is written again when the next run begins.
            try? FileManager.default.removeItem(atPath: "\(out)/lockScreen.png")
            let last = watch()
            try last.start()
            for _ in 0..<4000 where files(out) != Self.parts.map({ "\($0).png" }) { try await Task.sleep(for: .milliseconds(50)) }
            #expect(files(out) == Self.parts.map { "\($0).png" })
            // At a graceful end, the pictures are removed.
            last.stop()
            #expect(files(out).isEmpty)
        }
    }
}
