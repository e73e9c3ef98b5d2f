import Foundation
import Logging
import SubdialEngineWire
import SubdialHTTP
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialEngine
@testable import SubdialHTTPSupport
@testable import SubdialLibrary

/// The queue of listens with a server that follows ListenBrainz's documentation.
@Suite struct ListenBrainzSubmitterTests {
    private let folder: TemporaryFolder
    private let database: HistoryDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = HistoryDatabase(PrivateFolder(folder.path).file("history.db"))
        try "secret\n".write(toFile: folder.path + "/token", atomically: true, encoding: .utf8)
    }

    private func listen(_ title: String, _ number: Int) -> Listen {
        let date = Date(timeIntervalSince1970: 1_800_000_000 + Double(number) * 300)
        return Listen(track: Track(title: title, artist: "X"), started: date, heardUntil: date + 100, source: nil, zone: "z")
    }

    private func record(_ titles: String...) throws {
        let known = try database.summary().count
        for (index, title) in titles.enumerated() { _ = try database.record(listen(title, known + index), submitting: true) }
    }

    private func submitter() -> ListenBrainzSubmitter {
        ListenBrainzSubmitter(database: database, version: SubdialVersion.current, http: HTTPClient(), logger: .silent)
    }

    private func isQueueEmpty() throws -> Bool { try database.queued(limit: 1).isEmpty }

    @Test func oneIsSingleAndManyAreAnImport() async throws {
        let server = ListenBrainzServer(token: "secret")
        try await withServer(server.respond) { http in
            let (submitter, account) = (submitter(), ListenBrainzAccount(url: http.url, tokenFile: folder.path + "/token"))
            try record("A")
            await submitter.submit(to: account)
            try await eventually("the first is sent") { try isQueueEmpty() }
            try record("B", "C")
            await submitter.submit(to: account)
            try await eventually("the others are sent") { try isQueueEmpty() }
            await submitter.announce(listen("D", 9), to: account)
            #expect(server.types == ["single", "import", "playing_now"])
            #expect(server.listens.map(\.title) == ["A", "B", "C"] && server.playing == ["D"])
            #expect(server.listens.first?.date == 1_800_000_000)
            #expect(server.refusals.isEmpty)
        }
    }

    @Test func aHundredTogetherAndInOrder() async throws {
        let server = ListenBrainzServer(token: "secret")
        for number in 0..<230 { _ = try database.record(listen("T\(number)", number), submitting: true) }
        try await withServer(server.respond) { http in
            let submitter = submitter()
            await submitter.submit(to: ListenBrainzAccount(url: http.url, tokenFile: folder.path + "/token"))
            try await eventually("all are sent") { try isQueueEmpty() }
            #expect(server.types == ["import", "import", "import"])
            #expect(server.listens.map(\.title) == (0..<230).map { "T\($0)" })
        }
    }

    @Test func whatIsRefusedIsFoundAndDropped() async throws {
        let server = ListenBrainzServer(token: "secret")
        try record("A", "Unwanted", "C")
        try await withServer(server.respond) { http in
            let submitter = submitter()
            await submitter.submit(to: ListenBrainzAccount(url: http.url, tokenFile: folder.path + "/token"))
            try await eventually("the queue is empty") { try isQueueEmpty() }
            #expect(server.listens.map(\.title) == ["A", "C"])
            #expect(try database.summary().count == 3)
        }
    }

    @Test func aWrongTokenKeepsTheQueue() async throws {
        let server = ListenBrainzServer(token: "another")
        try record("A")
        try await withServer(server.respond) { http in
            let (submitter, account) = (submitter(), ListenBrainzAccount(url: http.url, tokenFile: folder.path + "/token"))
            await submitter.submit(to: account)
            try await eventually("it is refused") { server.refusals == ["Invalid authorization token."] }
            #expect(try !isQueueEmpty())
            // The file is read again each time.
            try "another\n".write(toFile: folder.path + "/token", atomically: true, encoding: .utf8)
            try await eventually("it is sent") {
                await submitter.submit(to: account)
                return try isQueueEmpty()
            }
            #expect(server.listens.map(\.title) == ["A"])
        }
    }

    @Test func limitsAndFailuresAreWaitedFor() async throws {
        let server = ListenBrainzServer(token: "secret")
        try record("A")
        server.answer(with: [(429, ["X-RateLimit-Reset-In: 1"]), (503, ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset-In: 0.2"])])
        try await withServer(server.respond) { http in
            let (submitter, account) = (submitter(), ListenBrainzAccount(url: http.url, tokenFile: folder.path + "/token"))
            await submitter.submit(to: account)
            try await eventually("it is sent") { try isQueueEmpty() }
            server.limit(to: 1)
            try record("B")
            await submitter.submit(to: account)
            try await eventually("the second is sent") { try isQueueEmpty() }
            // The limit is used up, so the current track is not announced.
            await submitter.announce(listen("D", 9), to: account)
            #expect(server.playing.isEmpty)
            try record("C")
            await submitter.submit(to: account)
            try await eventually("the third is sent") { try isQueueEmpty() }
            #expect(server.listens.map(\.title) == ["A", "B", "C"] && server.refusals.isEmpty)
        }
    }

    @Test(arguments: [404, 302, 405, 511]) func anotherPageTakesNothingAway(_ status: Int) async throws {
        let server = ListenBrainzServer(token: "secret")
        server.answer(with: [(status, []), (status, []), (status, [])])
        try record("A", "B")
        try await withServer(server.respond) { http in
            let submitter = submitter()
            await submitter.submit(to: ListenBrainzAccount(url: http.url, tokenFile: folder.path + "/token"))
            try await eventually("it was asked") { !http.requests.isEmpty }
            #expect(try database.queued(limit: 9).count == 2)
        }
    }

    @Test func nothingIsSentOnceItIsForbidden() async throws {
        let server = ListenBrainzServer(token: "secret")
        server.answer(with: [(429, ["X-RateLimit-Reset-In: 0.5"])])
        try record("A")
        try await withServer(server.respond) { http in
            let isWanted = Mutex(true)
            let (submitter, account) = (submitter(), ListenBrainzAccount(url: http.url, tokenFile: folder.path + "/token"))
            await submitter.submit(to: account) { isWanted.withLock { $0 } }
            try await eventually("it was asked") { !http.requests.isEmpty }
            isWanted.withLock { $0 = false }
            try await eventually("it has given up") {
                // Another process may send after the first has released the lock.
                try FileLock.acquire(database.path + ".submitting") != nil
            }
            #expect(server.listens.isEmpty)
            #expect(try database.queued(limit: 9).count == 1)
        }
    }

    @Test func twoProcessesSendNothingTwice() async throws {
        let server = ListenBrainzServer(token: "secret")
        for number in 0..<150 { _ = try database.record(listen("T\(number)", number), submitting: true) }
        try await withServer(server.respond) { http in
            let account = ListenBrainzAccount(url: http.url, tokenFile: folder.path + "/token")
            // A file lock applies between descriptors, as between processes.
            let submitters = (0..<6).map { _ in submitter() }
            try await eventually("all are sent") {
                for submitter in submitters { await submitter.submit(to: account) }
                return try isQueueEmpty()
            }
            #expect(server.listens.count == 150 && Set(server.listens).count == 150)
        }
    }

    /// After the end of a submitter, another process can submit the queue immediately.
    @Test func itsEndLeavesTheQueueToOthers() async throws {
        let server = ListenBrainzServer(token: "secret")
        server.answer(with: [(503, [])])
        try record("A")
        try await withServer(server.respond) { http in
            let account = ListenBrainzAccount(url: http.url, tokenFile: folder.path + "/token")
            let (first, second) = (submitter(), submitter())
            await first.submit(to: account)
            try await eventually("it was asked") { !http.requests.isEmpty }
            await first.stop()
            let isFree = try FileLock.acquire(database.path + ".submitting") != nil
            #expect(isFree)
            await second.submit(to: account)
            try await eventually("it is sent") { try isQueueEmpty() }
        }
    }

    @Test(
        arguments: [
            (200, ["X-RateLimit-Remaining": "5", "X-RateLimit-Reset-In": "3"], nil),
            (200, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset-In": "3"], 3),
            (429, ["Retry-After": "7"], 7), (429, ["X-RateLimit-Reset-In": "1e9"], 3600), (429, ["X-RateLimit-Reset-In": "nan"], nil),
            (429, ["X-RateLimit-Reset-In": "-4"], 0), (429, [:], nil),
        ] as [(Int, [String: String], Double?)])
    func pauses(_ status: Int, _ fields: [String: String], _ seconds: Double?) {
        let head = HTTPHead(status: status, fields: fields.map { HTTPHead.Field(name: $0.key, value: $0.value) })
        #expect(ListenBrainzSubmitter.pause(of: HTTPResponse(head: head)) == seconds)
    }
}
