import Foundation
import SubdialDocuments
import SubdialHTTP
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Kinds whose documents other programs send to `subdial serve`.
@Suite struct WebhookCommandTests {
    /// A kind with a webhook, its server, and the address with the secret.
    private struct Place {
        let sandbox: Sandbox
        let environment: [String: String]
        /// The address of the server.
        let base: String
        /// The path with the secret.
        let path: String

        func post(_ body: String, type: String = "application/json", to path: String? = nil) async throws -> HTTPResponse {
            let request = HTTPRequest(
                .post(body: Array(body.utf8), contentType: type), url: base + (path ?? self.path), timeout: .seconds(180))
            return try await HTTPClient().send(request)
        }

        var log: String { get throws { try String(contentsOfFile: sandbox.path("errors"), encoding: .utf8) } }
    }

    private static let kind = """
        source: { webhook: doorbell }
        fields: { who: Nobody, floor: 1 }
        feed: { text: "{{ who }} at {{ floor }}" }
        """

    private func with(_ body: (Place) async throws -> Void) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.createDirectory(atPath: sandbox.path("t/door"), withIntermediateDirectories: true)
        try Data(Self.kind.utf8).write(to: URL(filePath: sandbox.path("t/door/kind.yaml")))
        try Data("body: { Text: '{{ who }}' }\n".utf8).write(to: URL(filePath: sandbox.path("t/door/systemSmall.yaml")))
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t")]
        let explained = try sandbox.run(["kind", "fetch", "door", "--explain"], environment: environment).output
        let prefix = "POST http://127.0.0.1:8380"
        try #require(explained.hasPrefix(prefix + "/webhooks/doorbell/") && explained.hasSuffix("\n"), "\(explained)")
        let server = LineReader(
            sandbox.process(["serve", "--listen", "127.0.0.1:0", "--log-level", "debug"], environment: environment))
        _ = FileManager.default.createFile(atPath: sandbox.path("errors"), contents: nil)
        server.process.standardError = FileHandle(forWritingAtPath: sandbox.path("errors"))
        try server.start()
        defer { server.stop() }
        let line = try await server.next { $0.hasPrefix("listening on ") }
        try await body(
            Place(
                sandbox: sandbox, environment: environment, base: String(line.dropFirst("listening on ".count)),
                path: String(explained.dropFirst(prefix.count).dropLast())))
    }

    @Test func aFeedShowsWhatWasSentAtOnceAndAfterARestart() async throws {
        try await with { place in
            let waiting = try place.sandbox.run(["kind", "fetch", "door"], environment: place.environment)
            #expect(waiting.status != 0 && waiting.errors.contains("'subdial kind fetch door --explain' prints the address"))
            let feed = LineReader(place.sandbox.process(["feed", "--kind", "door", "--format", "plain"], environment: place.environment))
            try feed.start()
            defer { feed.stop() }
            for (body, line) in [(#"{"who":"Ada","floor":2}"#, "Ada at 2"), (#"{"who":"Grace","floor":3}"#, "Grace at 3")] {
                let response = try await place.post(body)
                #expect(response.status == 200 && String(decoding: response.body, as: UTF8.self) == "{\"ok\":true}\n")
                _ = try await feed.next { $0 == line }
            }
            let picture = try await HTTPClient().send(HTTPRequest(url: place.base + "/door/entry.json", timeout: .seconds(180)))
            #expect(String(decoding: picture.body, as: UTF8.self).contains("Grace"))
        }
    }

    @Test func theDocumentAndTheSecretSurviveTheServer() async throws {
        try await with { place in
            #expect(try await place.post(#"{"who":"Ada","floor":2}"#).status == 200)
            let again = try place.sandbox.run(["kind", "fetch", "door", "--explain"], environment: place.environment).output
            #expect(again.hasSuffix(place.path + "\n"))
            let stored = try place.sandbox.run(["kind", "fetch", "door"], environment: place.environment)
            #expect(stored.output.contains(#""who": "Ada""#), "\(stored.errors)")
        }
    }

    /// Nobody learns which webhooks exist, and no log contains a secret.
    @Test func strangersLearnNothing() async throws {
        try await with { place in
            let secret = try #require(place.path.split(separator: "/").last.map(String.init))
            let wrong = [
                "/webhooks/doorbell/\(secret.dropLast())x", "/webhooks/doorbell/", "/webhooks/doorbell", "/webhooks/other/\(secret)",
                "/webhooks/doorbell/\(secret)/x", "/webhooks/", "/webhooks/%64oorbell/\(secret)x",
            ]
            var bodies: Set<String> = []
            for path in wrong {
                let response = try await place.post("{}", to: path)
                #expect(response.status == 404, "\(path)")
                bodies.insert(String(decoding: response.body, as: UTF8.self))
            }
            #expect(bodies.count == 1, "\(bodies)")
            #expect(try await place.post("no JSON").status == 400)
            #expect(try place.log.contains("refused"))
            #expect(try !place.log.contains(secret.prefix(20)))
        }
    }

    /// A refused document leaves the last one as it was.
    @Test func onlySmallJSONIsStored() async throws {
        try await with { place in
            #expect(try await place.post(#"{"who":"Ada","floor":2}"#, type: "application/vnd.doors+json; charset=utf-8").status == 200)
            let large = #"{"who":""# + String(repeating: "x", count: 1 << 20) + #""}"#
            for (body, type, status) in [
                ("", "application/json", 400), ("{", "application/json", 400), ("who=Ada", "application/x-www-form-urlencoded", 415),
                (#"{"who":"Eve"}"#, "text/plain", 415), (large, "application/json", 413),
            ] {
                #expect(try await place.post(body, type: type).status == status, "\(type) \(status)")
            }
            let get = try await HTTPClient().send(HTTPRequest(url: place.base + place.path, timeout: .seconds(180)))
            #expect(get.status == 405 && get.head["Allow"] == "POST")
            let stored = try place.sandbox.run(["kind", "fetch", "door"], environment: place.environment)
            #expect(stored.output.contains("Ada"))
        }
    }

    @Test func aFloodIsSlowedDown() async throws {
        try await with { place in
            var statuses: [Int] = []
            for number in 0..<80 where statuses.last != 429 { statuses.append(try await place.post(#"{"floor":\#(number)}"#).status) }
            // A slow machine may send no 60 documents in ten seconds.
            #expect(Set(statuses).isSubset(of: [200, 429]) && statuses.prefix(60).allSatisfy { $0 == 200 })
        }
    }

    @Test(arguments: ["'a b'", "../x", "'{{ name }}'", "a/b", "ä"]) func aNameIsSafeInAPath(_ name: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.createDirectory(atPath: sandbox.path("t/door"), withIntermediateDirectories: true)
        try Data("source: { webhook: \(name) }\nfields: { who: Nobody }\n".utf8).write(to: URL(filePath: sandbox.path("t/door/kind.yaml")))
        let checked = try sandbox.run(["kind", "check", "door"], environment: ["SUBDIAL_TEMPLATES": sandbox.path("t")])
        #expect(checked.status == 65)
        #expect(checked.errors.contains("takes a name of 1 to 64 letters, digits, '-' and '_'"), "\(checked.errors)")
    }
}
