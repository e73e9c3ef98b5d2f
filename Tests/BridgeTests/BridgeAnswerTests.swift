import SubdialPlayback
import Testing

@testable import SubdialBridge
@testable import SubdialHTTP

@Suite struct BridgeAnswerTests {
    private static let zone = ZoneID("roon:1")
    private static let address = "http://nas:8088"

    private func answer(_ status: Int, _ body: String, type: String, location: String? = nil, for purpose: BridgeAnswer.Purpose)
        -> BridgeAnswer
    {
        var head = HTTPHead(status: status, fields: [.init(name: "Content-Type", value: type)])
        if let location { head.fields.append(.init(name: "location", value: location)) }
        return BridgeAnswer(response: HTTPResponse(head: head, body: Array(body.utf8)), address: Self.address, purpose: purpose)
    }

    @Test(arguments: [
        (200, "", "it is not JSON"),
        (200, "<html>", "it is not JSON"),
        (200, "{\"zones\":[", "it is not JSON"),
        (200, "[]", "a list where an object should be"),
        (200, "null", "null where an object should be"),
        (200, "{\"error\":\"all wrong\"}", "all wrong"),
        (200, "{\"error\":{\"message\":\"deeper\"}}", "deeper"),
        (500, "{\"error\":\"all\\nwrong\"}", "all wrong"),
        (500, "{}", "status 500"),
        (502, "<html>Bad Gateway</html>", "status 502"),
        (404, "not here", "status 404; is it a bridge?"),
        (204, "", "it is not JSON"),
    ])
    func badState(_ status: Int, _ body: String, _ reason: String) {
        #expect(throws: SourceError.badAnswer(address: Self.address, reason: reason)) {
            _ = try answer(status, body, type: "text/html", for: .state(Self.zone)).json()
        }
    }

    @Test func plainTextOfTheServer() {
        let said = "Failed to deserialize query string: missing field `zone_id`\r\n"
        #expect(
            throws: SourceError.badAnswer(
                address: Self.address, reason: "status 400, Failed to deserialize query string: missing field `zone_id`")
        ) {
            _ = try answer(400, said, type: "text/plain; charset=utf-8", for: .state(Self.zone)).json()
        }
    }

    @Test(arguments: [401, 403])
    func locked(_ status: Int) {
        for body in ["<html>", "", "{\"error\":\"no\"}"] {
            #expect(throws: SourceError.locked(Self.address)) {
                try answer(status, body, type: "text/html", for: .control(Self.zone)).checkDone()
            }
        }
        for code in ["controller_unauthorized", "csrf_failed"] {
            let error = #expect(throws: SourceError.self) {
                try answer(status, "{\"error\":\"no\",\"code\":\"\(code)\"}", type: "text/html", for: .control(Self.zone)).checkDone()
            }
            #expect(error?.description.contains("remove UHC_REQUIRE_CONTROLLER_AUTH") == true)
        }
        for body in ["<html>", "", "{\"error\":\"no\"}"] {
            let login = "\(Self.address) asks for a login; write it in the address, like http://NAME:PASSWORD@HOST:8088"
            #expect(throws: SourceError.refused(login)) {
                _ = try answer(status, body, type: "text/html", for: .state(Self.zone)).json()
            }
        }
    }

    @Test(arguments: [(200, ""), (204, ""), (200, "{\"ok\":true}"), (200, "{\"status\":\"ok\"}"), (202, "{}"), (200, "{\"error\":null}")])
    func done(_ status: Int, _ body: String) throws {
        try answer(status, body, type: "application/json", for: .control(Self.zone)).checkDone()
    }

    @Test(arguments: [
        (200, "{\"error\":\"no\"}", SourceError.refused("the bridge did not do it: no")),
        (200, "{\"ok\":false}", .refused("the bridge did not do it, and does not say why")),
        (500, "{\"error\":\"Not connected to Roon\"}", .refused("the bridge did not do it: Not connected to Roon")),
        (200, "<html>", .badAnswer(address: "http://nas:8088", reason: "it is not JSON")),
        (503, "busy", .badAnswer(address: "http://nas:8088", reason: "status 503")),
        (404, "{\"error\":\"zone not found\"}", .zoneMissing("roon:1", known: [])),
    ])
    func notDone(_ status: Int, _ body: String, _ error: SourceError) {
        #expect(throws: error) { try answer(status, body, type: "text/html", for: .control(Self.zone)).checkDone() }
    }

    @Test func aRedirectedControl() {
        #expect(throws: SourceError.badAnswer(address: Self.address, reason: "it redirects to https://nas/; give the address it leads to"))
        {
            try answer(303, "", type: "text/html", location: "https://nas/", for: .control(Self.zone)).checkDone()
        }
    }

    @Test func aFloodOfText() {
        let said = String(repeating: "long ", count: 10_000)
        do {
            _ = try answer(500, "{\"error\":\"\(said)\"}", type: "application/json", for: .state(Self.zone)).json()
            Issue.record("an error passed")
        } catch {
            #expect(error.description.count < 300)
        }
    }

    @Test(arguments: [
        (HTTPError.refused, SourceError.unreachable(address: "a", reason: "connection refused")),
        (.timedOut, .unreachable(address: "a", reason: "no answer in time")),
        (.truncated, .unreachable(address: "a", reason: "the answer broke off in the middle")),
        (.cannotResolve(host: "nas"), .unreachable(address: "a", reason: "the name 'nas' is not known")),
        (.bodyTooLarge(limit: 1 << 20), .badAnswer(address: "a", reason: "the answer is larger than 1 MB")),
        (.headersTooLarge(limit: 64 << 10), .badAnswer(address: "a", reason: "the answer's header fields are larger than 64 kB")),
        (.notHTTP, .badAnswer(address: "a", reason: "what answers there does not speak HTTP")),
        (.badURL("it names no host"), .badAddress("a", reason: "it names no host")),
        (.cancelled, .cancelled),
    ])
    func httpErrors(_ error: HTTPError, _ expected: SourceError) {
        #expect(SourceError(error, address: "a") == expected)
    }
}
