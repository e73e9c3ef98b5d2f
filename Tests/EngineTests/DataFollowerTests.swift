import Foundation
import Logging
import SubdialDrawing
import SubdialExpressions
import SubdialHTTP
import SubdialKinds
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine
@testable import SubdialHTTPSupport

/// Data of kinds, followed from real sources.
@Suite struct DataFollowerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func hub() -> Hub {
        Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
    }

    private func instance(
        _ source: String, refresh: String = "refresh: { every: 1h, stale: 1h }", more: String = "", with values: [String: Value] = [:],
        isShipped: Bool = true
    ) throws -> KindInstance {
        let text = "\(more)\nsource: \(source)\nfields: { n: { type: number, sample: 1 } }\n\(refresh)\n"
        let file = folder.path + "/kind.yaml"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let kind = try Kind(text, name: "k", file: file)
        return KindInstance(kind, try KindValues(values, of: kind), isShipped: isShipped)
    }

    private func number(_ frame: EntryFrame) -> Value? { frame.timeline.entry(at: .now)?.fields.values["n"] }
    private func freshness(_ frame: EntryFrame) -> Freshness? { frame.timeline.entry(at: .now)?.freshness }

    // MARK: Web servers

    @Test func allWhoLookShareOneQuestion() async throws {
        try await withServer { request, peer in
            try peer.answer(#"{"n":5}"#)
        } _: { server in
            let (hub, instance) = (hub(), try instance("{ url: '\(server.url)/a' }"))
            await withDiscardingTaskGroup { group in
                for _ in 0..<20 { group.addTask { _ = await hub.entries(of: .data(instance)).current() } }
            }
            let (frame, error) = await hub.entries(of: .data(instance)).current()
            #expect(number(frame) == 5 && freshness(frame) == .live && error == nil)
            #expect(server.requests.count == 1)
            await hub.flush()
            // A restart does not poll before the scheduled time.
            let (again, _) = await self.hub().entries(of: .data(instance)).current()
            #expect(number(again) == 5 && freshness(again) == .live)
            #expect(server.requests.count == 1)
        }
    }

    /// The server's `Retry-After` time applies to the next engine too; after another failure, the server is polled again.
    @Test(arguments: [(true, 1), (false, 2)]) func aRestartKeepsTheServersWish(_ wishes: Bool, _ questions: Int) async throws {
        try await withServer { request, peer in
            try peer.answer("slow down", status: 429, fields: wishes ? ["Retry-After: 120"] : [])
        } _: { server in
            let (hub, instance) = (hub(), try instance("{ url: '\(server.url)/a' }"))
            let first = await hub.entries(of: .data(instance)).current()
            await hub.flush()
            let again = await self.hub().entries(of: .data(instance)).current()
            for (frame, error) in [first, again] {
                #expect("\(error.map { "\($0)" } ?? "")".contains("the server answered 429"))
                #expect(freshness(frame) == .offline && frame.isAnswer)
            }
            #expect(server.requests.count == questions)
        }
    }

    /// An optional source is polled no sooner than its server permits.
    @Test func anOptionalSourceIsLeftAloneToo() async throws {
        try await withServer { request, peer in
            if request.path == "/b" {
                try peer.answer("slow down", status: 429, fields: ["Retry-After: 7000"])
            } else {
                try peer.answer(#"{"n":5}"#)
            }
        } _: { server in
            let text = """
                sources:
                  a: { url: '\(server.url)/a' }
                  b: { url: '\(server.url)/b', optional: true }
                fields: { n: { type: number, from: "{{ a.n }}" } }
                refresh: { every: 60s }
                """
            let kind = try Kind(text, name: "k", file: folder.path + "/kind.yaml")
            let hub = hub()
            let source = hub.entries(of: .data(KindInstance(kind, try KindValues([:], of: kind), isShipped: true)))
            let timeline = await source.current().frame.timeline
            #expect(timeline.entry(at: .now)?.fields.values["n"] == 5)
            let next = try #require(await hub.follower(of: KindInstance(kind, try KindValues([:], of: kind), isShipped: true)).nextQuestion)
            #expect(next.timeIntervalSinceNow > 6000)
        }
    }

    /// An answer without content has no document, which is not the previous one; with its head it has a status.
    @Test(arguments: [
        ("{ url: URL, statuses: [200, 204] }", "{ type: number, optional: true }", Value.missing),
        ("{ url: URL, statuses: [200, 204], response: true }", "{ type: number, from: '{{ data.status }}' }", 204),
    ])
    func anAnswerWithoutContent(_ source: String, _ field: String, _ expected: Value) async throws {
        try await withServer { _, peer in
            try peer.answer("", status: 204)
        } _: { server in
            let text = "source: \(source.replacing("URL", with: "'\(server.url)'"))\nfields: { n: \(field) }"
            let kind = try Kind(text, name: "k", file: folder.path + "/kind.yaml")
            let source = hub().entries(of: .data(KindInstance(kind, try KindValues([:], of: kind), isShipped: true)))
            let (frame, error) = await source.current()
            #expect(error == nil && freshness(frame) == .live)
            #expect(frame.timeline.entry(at: .now)?.fields.values["n"] ?? .missing == expected)
        }
    }

    @Test func whatStillHoldsIsNotSentAgain() async throws {
        try await withServer { request, peer in
            if request.field("If-None-Match") == "\"v1\"" {
                try peer.answer("", status: 304)
            } else {
                try peer.answer(#"{"n":5}"#, fields: ["ETag: \"v1\""])
            }
        } _: { server in
            let (hub, instance) = (hub(), try instance("{ url: '\(server.url)' }"))
            let source = hub.entries(of: .data(instance))
            #expect(number(await source.current().frame) == 5)
            await source.refresh()
            let (frame, error) = await source.current()
            #expect(number(frame) == 5 && freshness(frame) == .live && error == nil)
            #expect(server.requests.count == 2)
        }
    }

    /// A fault after a valid answer: the server's response, and the reported error.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let message: String
        let answer: @Sendable (Peer) throws -> Void
        var testDescription: String { name }
    }

    /// The output of a shell command, compressed by gzip.
    private static func gzip(_ command: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\(command) | gzip -9"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.runUnblocked()
        return [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
    }

    static let faults: [Fault] = [
        Fault(name: "500", message: "source, url: the server answered 500; there is oops") { try $0.answer("oops", status: 500) },
        Fault(name: "429", message: "source, url: the server answered 429; there is slow down") {
            try $0.answer("slow down", status: 429, fields: ["Retry-After: 120"])
        },
        Fault(name: "a page", message: "document: the answer is a page, not JSON; there is <html>Log in</html>") {
            try $0.answer("<html>Log in</html>")
        },
        Fault(
            name: "an error inside",
            message: "accept, data: the answer is not one that 'accept' takes; there is {\"error\":\"quota\",\"n\":1}"
        ) {
            try $0.answer(#"{"error":"quota","n":1}"#)
        },
        Fault(name: "not a number", message: "document: this is not JSON: 1:6: a value should stand here; there is {\"n\":NaN}") {
            try $0.answer(#"{"n":NaN}"#)
        },
        Fault(name: "a wrong type", message: "fields.n: a number should stand here, not a text; there is \"warm\"") {
            try $0.answer(#"{"n":"warm"}"#)
        },
        Fault(
            name: "a missing field",
            message: "fields.n: the document has no value 'n': write 'from' if it is elsewhere, or 'optional: true' where it may be "
                + "missing; a constant is 'n: { from: 1 }'"
        ) { try $0.answer(#"{"m":1}"#) },
        Fault(name: "nothing", message: "document: the answer is empty") { try $0.answer("") },
        Fault(name: "half a body", message: "source, url: the answer broke off in the middle") {
            try $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"n\"")
            throw Peer.Hangup()
        },
        Fault(name: "a bomb", message: "source, url: the answer is larger than 1 kB") {
            try $0.answer(gzip("head -c 8000000 /dev/zero"), fields: ["Content-Encoding: gzip"])
        },
        Fault(name: "half a gzip", message: "document: this is not JSON") {
            try $0.answer(Array(gzip("seq 1000").prefix(300)), fields: ["Content-Encoding: gzip"])
        },
        Fault(name: "too much", message: "source, url: the answer is larger than 1 kB") {
            try $0.answer(String(repeating: " ", count: 2000))
        },
    ]

    @Test(arguments: faults)
    func aFaultStandsBesideTheLastGoodData(_ fault: Fault) async throws {
        let isGood = Mutex(true)
        try await withServer { _, peer in
            if isGood.withLock({ $0 }) { try peer.answer(#"{"n":5}"#) } else { try fault.answer(peer) }
        } _: { server in
            let (hub, instance) = (hub(), try instance("{ url: '\(server.url)', maxBytes: 1 KiB, accept: data.error == null }"))
            let source = hub.entries(of: .data(instance))
            #expect(number(await source.current().frame) == 5)
            isGood.withLock { $0 = false }
            await source.refresh()
            let (frame, error) = await source.current()
            #expect(number(frame) == 5 && freshness(frame) == .stale)
            let told = "\(error.map { "\($0)" } ?? "")"
            #expect(told.hasPrefix(fault.message), "\(told)")
            #expect(frame.timeline.entry(at: .now)?.problem?.message == told)
            isGood.withLock { $0 = true }
            await source.refresh()
            let (well, none) = await source.current()
            #expect(freshness(well) == .live && none == nil)
        }
    }

    @Test func aServerThatIsSilentIsLeftInTime() async throws {
        try await withServer { _, peer in
            peer.waitForClose()
        } _: { server in
            let (hub, instance) = (hub(), try instance("{ url: '\(server.url)', timeout: 0.2s }"))
            let (frame, error) = await hub.entries(of: .data(instance)).current()
            #expect(freshness(frame) == .offline)
            #expect("\(error.map { "\($0)" } ?? "")".contains("no answer in time"))
        }
    }

    @Test(
        arguments: [("120", 120.0), ("Thu, 01 Jan 1970 00:02:00 GMT", 120), ("soon", nil), ("-5", nil), ("999999999", 86_400)]
            as [(String, Double?)])
    func retryAfter(_ field: String, _ expected: Double?) {
        #expect(URLReader.retryAfter(field, at: Date(timeIntervalSince1970: 0)) == expected)
    }

    @Test func secretsDoNotLeaveTheHost() async throws {
        try await withServer { _, peer in
            try peer.answer(#"{"n":7}"#)
        } _: { other in
            try await withServer { _, peer in
                try peer.answer("", status: 302, fields: ["Location: http://localhost:\(other.port)/b"])
            } _: { server in
                let more = "parameters: { key: { type: secret } }"
                let source = "{ url: '\(server.url)', headers: { X-Key: { secret: key }, X-Open: yes } }"
                let (hub, header) = (hub(), try instance(source, more: more, with: ["key": "s3cret"]))
                #expect(number(await hub.entries(of: .data(header)).current().frame) == 7)
                #expect(server.requests.first?.field("X-Key") == "s3cret")
                #expect(other.requests.first?.field("X-Key") == nil && other.requests.first?.field("X-Open") == "yes")
                let query = try instance("{ url: '\(server.url)', query: { key: { secret: key } } }", more: more, with: ["key": "s3cret"])
                let error = await self.hub().entries(of: .data(query)).current().error
                #expect("\(error.map { "\($0)" } ?? "")".contains("must not see the secret"))
                #expect(other.requests.count == 1)
            }
        }
    }

    /// A document from the internet must not lead into the local network.
    @Test func picturesOfOtherHostsAreNotInOnesOwnNetwork() async throws {
        try await withServer { _, peer in
            try peer.answer("secret", type: "image/png")
        } _: { inside in
            try await withServer { _, peer in
                try peer.answer(#"{"n":1,"icon":"http://localhost:\#(inside.port)/x"}"#)
            } _: { server in
                let text = "source: { url: 'http://127.0.0.1:\(server.port)/' }\nfields: { n: 1, icon: { type: image, optional: true } }\n"
                let kind = try Kind(text, name: "k", file: folder.path + "/kind.yaml")
                let source = hub().entries(of: .data(KindInstance(kind, try KindValues([:], of: kind), isShipped: true)))
                let entry = try #require(await source.current().frame.timeline.entry(at: .now))
                #expect(entry.fields.values["n"] == 1 && entry.fields.pictures["icon"]?.location == nil)
                #expect(inside.requests.isEmpty)
            }
        }
    }

    @Test func picturesAreFetchedWithTheData() async throws {
        let png = try PNG.encode(Bitmap(width: 2, height: 2, color: Color(red: 1, green: 0, blue: 0)))
        try await withServer { request, peer in
            if request.path == "/icon.png" {
                try peer.answer(png, type: "image/png")
            } else {
                try peer.answer(
                    #"{"n":1,"icon":"http://127.0.0.1:\#(request.target.dropFirst(2))/icon.png","gone":"http://127.0.0.1:1/x"}"#)
            }
        } _: { server in
            let text = """
                source: { url: 'http://127.0.0.1:\(server.port)/?\(server.port)' }
                fields: { n: 1, icon: { type: image, optional: true }, gone: { type: image, optional: true } }
                """
            let file = folder.path + "/kind.yaml"
            let kind = try Kind(text, name: "k", file: file)
            let source = hub().entries(of: .data(KindInstance(kind, try KindValues([:], of: kind), isShipped: true)))
            let frame = await source.current().frame
            let entry = try #require(frame.timeline.entry(at: .now))
            let location = try #require(entry.fields.pictures["icon"]?.location)
            #expect(FileManager.default.contents(atPath: location).map { [UInt8]($0) } == png)
            #expect(entry.fields.pictures["gone"] == nil && entry.fields.values["n"] == 1)
            let picture = try #require(entry.cover?.picture)
            #expect(try await frame.pictures?.bytes(of: picture, side: 64) == png)
        }
    }

    // MARK: Commands

    /// A command and the reported error; none of its processes is left.
    @Test(arguments: [
        ("[sh, -c, 'exit 3']", "source, command: it ended with 3"),
        ("[sh, -c, 'echo gone >&2; exit 1']", "source, command: it ended with 1: gone"),
        ("[sh, -c, 'sleep 1000']", "source, command: it did not end in 0.3 s"),
        ("[sh, -c, 'trap \"\" TERM; sleep 1000 & wait; sleep 1000']", "source, command: it did not end in 0.3 s"),
        ("[sh, -c, 'sleep 1000 & echo {} & wait']", "source, command: it did not end in 0.3 s"),
        ("[sh, -c, 'while :; do echo xxxxxxxxxxxxxxxx; done']", "source, command: it wrote more than 1048576 bytes"),
        ("['true']", "document: the answer is empty"), ("[/nowhere/x]", "source, command: '/nowhere/x' cannot be run"),
        ("[sh, -c, 'kill -9 $$']", "source, command: it was ended by signal 9"),
    ])
    func aCommandThatFailsLeavesNothingBehind(_ command: String, _ message: String) async throws {
        let marker = "SD_\(UUID().uuidString.prefix(8))"
        // On a busy machine, a command that ends may take long.
        let timeout = message.contains("0.3 s") ? "0.3s" : "60s"
        let instance = try instance("{ command: \(command), timeout: \(timeout), environment: { MARK: \(marker) } }")
        let (frame, error) = await hub().entries(of: .data(instance)).current()
        #expect("\(error.map { "\($0)" } ?? "")".hasPrefix(message), "\(String(describing: error))")
        #expect(freshness(frame) == .offline)
        try await eventually("no process of the command is left") { Self.processes(marked: marker).isEmpty }
    }

    /// The processes with a given word in their environment.
    private static func processes(marked word: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { name in
            name.allSatisfy(\.isNumber)
                && FileManager.default.contents(atPath: "/proc/\(name)/environ").map { String(decoding: $0, as: UTF8.self).contains(word) }
                    == true
                && FileManager.default.contents(atPath: "/proc/\(name)/stat").map { !String(decoding: $0, as: UTF8.self).contains(") Z") }
                    == true
        }
    }

    @Test func aCommandIsRunOnceItIsTrustedAndOnlyAsItWas() async throws {
        let folders = UserFolders(environment: ["HOME": folder.path])
        let script = folder.path + "/get.sh"
        func write(_ text: String) throws {
            try text.write(toFile: script, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        }
        func error() async throws -> String {
            let instance = try instance("{ command: [./get.sh] }", isShipped: false)
            do {
                _ = try await hub().documents(of: instance)
                return ""
            } catch {
                return "\(error)"
            }
        }
        try write("#!/bin/sh\necho '{\"n\":1}'\n")
        #expect(try await error().contains("is not trusted yet"))
        try KindTrust(folders).trust(try instance("{ command: [./get.sh] }", isShipped: false))
        #expect(try await error().isEmpty)
        try write("#!/bin/sh\necho '{\"n\":2}'\n")
        #expect(try await error().contains("has changed since it was trusted"))
        try FileManager.default.setAttributes([.posixPermissions: 0o757], ofItemAtPath: script)
        #expect(throws: KindError.self) { try KindTrust(folders).trust(try instance("{ command: [./get.sh] }", isShipped: false)) }
    }

    /// A program that closes its output before it ends has delivered its document.
    @Test func aCommandThatClosesItsOutputFirstHasAnswered() async throws {
        let instance = try instance("{ command: [sh, -c, 'echo \"{\\\"n\\\":4}\"; exec >&-; sleep 0.2'] }")
        #expect(number(await hub().entries(of: .data(instance)).current().frame) == 4)
    }

    /// Messages of any length on stderr are read, and end nothing.
    @Test func aCommandMaySayAsMuchAsItLikes() async throws {
        let instance = try instance("{ command: [sh, -c, 'head -c 300000 /dev/zero | tr \"\\\\0\" x >&2; echo \"{\\\"n\\\":4}\"'] }")
        let (frame, error) = await hub().entries(of: .data(instance)).current()
        #expect(number(frame) == 4, "\(String(describing: error))")
    }

    @Test func aSecretIsStruckOutOfMessages() async throws {
        let more = "parameters: { key: { type: secret } }"
        let instance = try instance(
            "{ command: [sh, -c, 'echo \"bad key $KEY\" >&2; exit 1'], environment: { KEY: { secret: key } } }", more: more,
            with: ["key": "s3cret"])
        let error = await hub().entries(of: .data(instance)).current().error
        #expect("\(error.map { "\($0)" } ?? "")" == "source, command: it ended with 1: bad key •••")
    }

    @Test func aLastingCommandGivesADocumentALine() async throws {
        let instance = try instance(
            "{ command: [sh, -c, 'for i in 1 2 3; do echo \"{\\\"n\\\":$i}\"; sleep 0.15; done; sleep 1000'], lasting: true }", refresh: "")
        let hub = hub()
        let seen = Mutex<[String]>([])
        let following = Task {
            await hub.entries(of: .data(instance)).follow { news in
                if case .frame(let frame) = news, let number = number(frame) { seen.withLock { $0.append(number.text) } }
            }
        }
        try await eventually("the last line is shown, not \(seen.withLock { $0 })") { seen.withLock { $0.last } == "3" }
        following.cancel()
        await hub.stop()
    }

    /// The last line of a program that then ends is shown, with the error that it has ended.
    @Test func theLastLineOfALastingCommandCounts() async throws {
        let instance = try instance("{ command: [sh, -c, 'echo \"{\\\"n\\\":8}\"'], lasting: true }", refresh: "")
        let hub = hub()
        let seen = Mutex<[String]>([])
        let following = Task {
            await hub.entries(of: .data(instance)).follow { news in
                if case .frame(let frame) = news, let number = number(frame) { seen.withLock { $0.append(number.text) } }
            }
        }
        try await eventually("the line is shown") { seen.withLock { $0.last } == "8" }
        following.cancel()
        await hub.stop()
    }

    /// Lasting programs end with the engine.
    @Test func aLastingCommandEndsWithTheHub() async throws {
        let marker = "SD_\(UUID().uuidString.prefix(8))"
        let instance = try instance(
            "{ command: [sh, -c, 'sleep 1000'], lasting: true, environment: { MARK: \(marker) } }", refresh: "")
        let hub = hub()
        let following = Task { await hub.entries(of: .data(instance)).follow { _ in } }
        try await eventually("the command runs") { !Self.processes(marked: marker).isEmpty }
        await hub.stop()
        // The kernel may need a moment to remove a process that was killed.
        try await eventually("the command has ended") { Self.processes(marked: marker).isEmpty }
        following.cancel()
    }

    // MARK: Files

    @Test func aFileIsReadAnewAfterARestart() async throws {
        let file = folder.path + "/data.json"
        let instance = try instance("{ file: '\(file)' }", refresh: "")
        for number in 1...2 {
            try "{\"n\":\(number)}".write(toFile: file, atomically: true, encoding: .utf8)
            let hub = hub()
            #expect(self.number(await hub.entries(of: .data(instance)).current().frame)?.text == "\(number)")
            await hub.flush()
        }
    }

    /// The past values of a field outlast the engine, whether its source is polled or not.
    @Test(arguments: ["{ file: 'FOLDER/data.json' }", "{ command: [cat, 'FOLDER/data.json'] }"])
    func pastValuesOutlastARestart(_ source: String) async throws {
        let file = folder.path + "/data.json"
        let text = """
            source: \(source.replacingOccurrences(of: "FOLDER", with: folder.path))
            fields:
              past: { type: list, of: number, from: "{{ data.n }}", over: 366d, optional: true, sample: [1] }
            refresh: { every: 1s }
            """
        let kind = try Kind(text, name: "k", file: folder.path + "/kind.yaml")
        let instance = KindInstance(kind, try KindValues([:], of: kind), isShipped: true)
        // A sixtieth of a year is so long that all answers are of the same step.
        for (number, means) in [(1, 1.0...1.0), (4, 1.1...3.9)] {
            try "{\"n\":\(number)}".write(toFile: file, atomically: true, encoding: .utf8)
            let hub = hub()
            try await eventually("the mean of all answers is in \(means)") {
                let frame = await hub.entries(of: .data(instance)).current().frame
                guard case .list(let past)? = frame.timeline.entry(at: .now)?.fields.values["past"], past.count == 1 else { return false }
                return past.first?.number.map(means.contains) == true
            }
            await hub.flush()
        }
    }

    @Test func aFileIsFollowed() async throws {
        let file = folder.path + "/data.json"
        let (hub, instance) = (hub(), try instance("{ file: '\(file)' }", refresh: ""))
        let seen = Mutex<[String]>([])
        let following = Task {
            await hub.entries(of: .data(instance)).follow { news in
                guard case .frame(let frame) = news, let entry = frame.timeline.entry(at: .now) else { return }
                seen.withLock { $0.append("\(entry.fields.values["n"]?.text ?? "-") \(entry.freshness.rawValue)") }
            }
        }
        defer { following.cancel() }
        try await eventually("the file is missing") { seen.withLock { $0.last } == "- offline" }
        for number in 1...3 {
            try "{\"n\":\(number)}".write(toFile: file, atomically: true, encoding: .utf8)
            try await eventually("\(number) is shown, not \(seen.withLock { $0 })") { seen.withLock { $0.last } == "\(number) live" }
        }
        try "{".write(toFile: file, atomically: true, encoding: .utf8)
        try await eventually("the last good data are stale") { seen.withLock { $0.last } == "3 stale" }
        await hub.stop()
    }
}
