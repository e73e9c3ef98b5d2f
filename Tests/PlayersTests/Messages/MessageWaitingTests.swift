import Foundation
import SubdialPlayback
import Testing

@testable import SubdialPlayers

/// Tests that the thread wakes up only for events, whatever it waits for.
@Suite struct MessageWaitingTests {
    /// Sends 50 requests, and then more to another source: meanwhile, a thread that wakes up without an event does so often.
    private func ask(_ source: MessageFileSource) async throws {
        for _ in 0..<50 { _ = try? await source.read(source.address.zone(nil)) }
        let den = try MessageDen()
        let other = try den.source()
        for _ in 0..<500 { _ = try? await other.read(other.address.zone(nil)) }
    }

    /// The kind of file at the path of the messages.
    enum Place: CaseIterable {
        case fifo, file, folder, nothing, nothingInNothing, linkToNothing, linkToNull
    }

    @Test(arguments: Place.allCases) func sleepsUntilAsked(_ place: Place) async throws {
        let den = try MessageDen()
        var name = "now.jsonl"
        switch place {
        case .fifo: try den.makePipe()
        case .file: try den.append(MessageDen.line("A", 1))
        case .folder: try FileManager.default.createDirectory(atPath: den.path(), withIntermediateDirectories: true)
        case .nothing: break
        case .nothingInNothing: name = "a/b/now.jsonl"
        case .linkToNothing: try #require(symlink("elsewhere/now.jsonl", den.path()) == 0)
        case .linkToNull: try #require(symlink("/dev/null", den.path()) == 0)
        }
        let source = try den.source(name)
        try await ask(source)
        // One for each request; the first reads may find events from before.
        #expect(source.follower.wakeUps <= 50 + 10)
    }

    @Test func aPipeWaitsForItsNextWriter() async throws {
        let den = try MessageDen()
        try den.makePipe()
        let source = try den.source()
        let log = MPDPushLog(source.pushes(of: source.address.zone(nil)))
        for step in 1...20 {
            try den.append(MessageDen.line("T\(step)", Double(step)))
            try await eventually("writer \(step)") { log.last?.track??.title == "T\(step)" }
        }
        // A writer that closes without writing, and one that stays open.
        for _ in 0..<20 { try den.append("") }
        let writer = open(den.path(), O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        try MessageDen.write(Array(MessageDen.line("Stays", 100).utf8), to: writer)
        try await eventually("the writer who stays") { log.last?.track??.title == "Stays" }
        try await ask(source)
        // Two for each writer, one for each request, and the first read.
        #expect(source.follower.wakeUps <= 2 * 41 + 50 + 10)
        #expect(log.readings.allSatisfy { $0.connection == .live })
    }

    @Test func aFileThatComesAndGoesIsNoWork() async throws {
        let den = try MessageDen()
        let source = try den.source()
        let log = MPDPushLog(source.pushes(of: source.address.zone(nil)))
        for step in 1...10 {
            try den.append(MessageDen.line("T\(step)", Double(step)), to: "new")
            try #require(rename(den.path("new"), den.path()) == 0)
            try await eventually("file \(step)") { log.last?.track??.title == "T\(step)" && log.last?.connection == .live }
            unlink(den.path())
            try await eventually("file \(step) is gone") { log.last?.connection == .stale }
        }
        // A busy folder.
        let before = source.follower.wakeUps
        for step in 0..<100 { try den.append("x", to: "other \(step)") }
        try await ask(source)
        #expect(before <= 10 * 12 + 10)
        #expect(source.follower.wakeUps - before <= 200 + 50 + 10)
    }

    /// Without requests: the event of the folder reports the new file.
    @Test(arguments: ["deep/now.jsonl", "very/deep/now.jsonl"]) func findsAFolderThatComesLater(name: String) async throws {
        let den = try MessageDen()
        let source = try den.source(name)
        let log = MPDPushLog(source.pushes(of: source.address.zone(nil)))
        for step in 1...3 {
            try await eventually("nothing is there") { log.last.map { $0.connection != .live } ?? false }
            let folder = URL(filePath: den.path(name)).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try den.append(MessageDen.line("T\(step)", Double(step)), to: name)
            try await eventually("the file") { log.last?.track??.title == "T\(step)" && log.last?.connection == .live }
            try FileManager.default.removeItem(atPath: den.path(String(name.split(separator: "/")[0])))
        }
    }

    @Test func followsALinkToAnotherFolder() async throws {
        let den = try MessageDen()
        try FileManager.default.createDirectory(atPath: den.path("other"), withIntermediateDirectories: true)
        try #require(symlink("other/now.jsonl", den.path()) == 0)
        let source = try den.source()
        let log = MPDPushLog(source.pushes(of: source.address.zone(nil)))
        try await eventually("nothing is there") { log.last?.connection == .offline }
        for step in 1...3 {
            try den.append(MessageDen.line("T\(step)", Double(step)), to: "new")
            try #require(rename(den.path("new"), den.path("other/now.jsonl")) == 0)
            try await eventually("file \(step)") { log.last?.track??.title == "T\(step)" }
        }
        try den.append(MessageDen.line("Link", 9), to: "new")
        try #require(symlink("new", den.path("link")) == 0)
        try #require(rename(den.path("link"), den.path()) == 0)
        try await eventually("another link") { log.last?.track??.title == "Link" }
    }

    /// Unsuitable files are rejected, never opened, and replaced as soon as the path changes.
    @Test(arguments: [("/dev/null", "a device"), ("/dev/zero", "a device"), ("folder", "a directory"), ("socket", "a socket")])
    func refusesWhatIsNoFile(target: String, kind: String) async throws {
        let den = try MessageDen()
        let path = den.path()
        switch target {
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        case "socket": try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
        default: try #require(symlink(target, path) == 0)
        }
        let source = try den.source()
        let log = MPDPushLog(source.pushes(of: source.address.zone(nil)))
        for _ in 0..<2 {
            let error = await #expect(throws: SourceError.self) { try await source.zones() }
            #expect(
                error
                    == .badAddress(
                        "file:\(path)",
                        reason: "it is \(kind); give a regular file, a FIFO as mkfifo makes it, or file:- for standard input"))
            #expect(error?.isPassing == false)
        }
        try FileManager.default.removeItem(atPath: path)
        try den.append(MessageDen.line("A", 1))
        try await eventually("the file") { log.last?.track??.title == "A" && log.last?.connection == .live }
    }
}
