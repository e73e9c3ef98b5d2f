import Foundation
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// A suite whose pictures are in a store: only their digests are beside the texts.
@Suite struct SnapshotStoreTests {
    private let place: SnapshotWorkplace
    private var sandbox: Sandbox { place.sandbox }
    private let pictures: String

    /// A suite without references, and an empty folder for its pictures.
    init() throws {
        place = try SnapshotWorkplace()
        pictures = place.sandbox.path("pictures")
        try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    }

    private func use(_ store: String?) throws {
        let suite = try place.text("snapshots.yaml").split(separator: "\n").filter { !$0.hasPrefix("store:") }.joined(separator: "\n")
        try place.write((store.map { "store: \($0)\n" } ?? "") + suite + "\n", to: "snapshots.yaml")
    }

    private func files(_ folder: String, _ ending: String) -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(ending) }.sorted()
    }

    private var stored: [String] { files(pictures, ".png") }
    private var beside: [String] { files(sandbox.path("References"), ".png") }
    private var names: [String] { files(sandbox.path("References"), ".picture.txt") }
    private var cache: String { sandbox.path("cache/subdial/snapshots") }

    private func forget() throws {
        if FileManager.default.fileExists(atPath: cache) { try FileManager.default.removeItem(atPath: cache) }
    }

    @Test func aFolder() throws {
        try use("pictures")
        #expect(try place.run("record").status == 0)
        // The dark and the light ones are alike, and each is one file.
        #expect(beside.isEmpty && names.count == 8 && stored.count == 4)
        // What is equal by its digest is not read.
        try forget()
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")
        #expect(!FileManager.default.fileExists(atPath: cache))
        // What differs is read, for the report.
        try place.change()
        #expect(try place.run("check").status == 1)
        let shown = files(sandbox.path("snapshot-report/expected"), ".png")
        #expect(shown.count == 4 && files(sandbox.path("snapshot-report/difference"), ".png").count == 4)
        // What is accepted is in the store.
        #expect(try place.run("accept", "--all").status == 0)
        try forget()
        #expect(try place.run("check").status == 0)
        #expect(stored.count == 6 && names.count == 8)
        #expect(try place.run("store", "check").output.hasSuffix("4 of 4 pictures are in \(pictures)\n"))
        #expect(try place.run("store", "fetch").output == "4 pictures are in the cache\n")
    }

    /// References that were beside the texts are moved, and a suite without its store says what is missing.
    @Test func moving() throws {
        #expect(try place.run("record").status == 0)
        #expect(beside.count == 8)
        try use("pictures")
        #expect(try place.run("check").status == 0)
        #expect(try place.run("store", "send").output == "4 pictures sent to \(pictures)\n")
        #expect(beside.isEmpty && names.count == 8 && stored.count == 4)
        #expect(try place.run("check").status == 0)
        try use(nil)
        let outcome = try place.run("check")
        #expect(outcome.status == 1 && outcome.output.contains("names a picture of a store, and the suite has none: add 'store'"))
        #expect(try place.run("store", "check").errors.contains("has no store"))
    }

    /// A store without a file, with another one, and none at all: nothing passes, and each says why.
    @Test(arguments: [
        ("missing", "is missing in the store", 1), ("wrong", "its SHA-256 is wrong", 1), ("away", "there is no such folder", 69),
    ])
    func aBadStore(_ fault: String, _ message: String, _ status: Int32) throws {
        try use("pictures")
        #expect(try place.run("record").status == 0)
        try forget()
        try place.change()
        for file in stored where fault != "away" {
            let path = "\(pictures)/\(file)"
            if fault == "missing" { try FileManager.default.removeItem(atPath: path) }
            if fault == "wrong" { try Data("x".utf8).write(to: URL(filePath: path)) }
        }
        if fault == "away" { try FileManager.default.moveItem(atPath: pictures, toPath: "\(pictures)-elsewhere") }
        let outcome = try place.run("check")
        #expect(outcome.status == status && (outcome.output + outcome.errors).contains(message), "\(outcome)")
        if fault == "missing" {
            let check = try place.run("store", "check")
            #expect(check.output.split(separator: "\n").count == 9)
            #expect(check.status == 1 && check.output.hasSuffix("0 of 4 pictures are in \(pictures)\n"))
        }
    }

    /// The conflict of two people who have changed one template is one of the digest, with a message.
    @Test func aConflict() throws {
        try use("pictures")
        #expect(try place.run("record").status == 0)
        let name = sandbox.path("References/\(try #require(names.first))")
        let text = try String(contentsOfFile: name, encoding: .utf8)
        try "<<<<<<< ours\n\(text)=======\n\(text)>>>>>>> theirs\n".write(toFile: name, atomically: true, encoding: .utf8)
        let outcome = try place.run("check")
        #expect(outcome.status == 1 && outcome.output.contains("conflict"))
        try Data().write(to: URL(filePath: name))
        #expect(try place.run("check").output.contains("is empty"))
        try "sha256 1\n".write(toFile: name, atomically: true, encoding: .utf8)
        #expect(try place.run("check").output.contains("names no picture of a store"))
        #expect(try place.run("record").status == 0)
        #expect(try place.run("check").status == 0)
    }

    /// The files of a web server, and its faults.
    private struct Server {
        var files: [String: String] = [:]
        var isFull = false
        var failures = 0
    }

    /// A web server with a token: what it refuses is an error, what it cannot do now is asked again, and what is not sent is sent later.
    @Test func aWebServer() async throws {
        let state = Mutex(Server())
        try await withServer { request, peer in
            let status = state.withLock { state -> Int in
                guard request.field("Authorization") == "Bearer secret" else { return 403 }
                guard state.failures == 0 else {
                    state.failures -= 1
                    return 503
                }
                switch request.line.prefix(while: { $0 != " " }) {
                case "PUT":
                    guard !state.isFull else { return 507 }
                    state.files[request.path] = request.body
                    return 201
                default: return state.files[request.path] == nil ? 404 : 200
                }
            }
            try peer.answer("", status: status)
        } _: { server in
            try use("\(server.url)/pictures/")
            func run(_ arguments: String..., token: String = "secret") async -> Sandbox.Outcome {
                await sandbox.perform(["snapshot"] + arguments, environment: ["SUBDIAL_STORE_TOKEN": token])
            }
            state.withLock { $0.isFull = true }
            let full = await run("record")
            #expect(full.status == 69 && full.errors.contains("the store is full"), "\(full)")
            state.withLock { ($0.isFull, $0.failures) = (false, 1) }
            #expect(await run("store", "send", token: "other").errors.contains("refuses access (403)"))
            let sent = await run("store", "send")
            #expect(sent.output == "4 pictures sent to \(server.url)/pictures\n", "\(sent)")
            #expect(state.withLock { $0.files.count } == 4)
            #expect(await run("check").output == "8 snapshots: 8 passed\n")
            #expect(await run("store", "check").status == 0)
            let open = await sandbox.perform(["snapshot", "check"], environment: ["SUBDIAL_STORE_TOKEN": "secret"])
            #expect(open.status == 0)
        }
        try use("http://pictures.example/")
        let refused = await sandbox.perform(["snapshot", "check"], environment: ["SUBDIAL_STORE_TOKEN": "secret"])
        #expect(refused.status == 69 && refused.errors.contains("would be sent without encryption"))
    }
}
