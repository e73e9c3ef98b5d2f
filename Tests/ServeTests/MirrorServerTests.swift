import Testing

@testable import SubdialHTTPSupport
@testable import SubdialServe

/// What a mirror makes of the answers of its server.
@Suite struct MirrorServerTests {
    private func error<Value>(of body: () async throws(MirrorError) -> Value) async -> MirrorError? {
        do throws(MirrorError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("http://nas.local:8380", "http://nas.local:8380"), ("http://nas.local:8380//", "http://nas.local:8380"),
        ("https://nas.local/home/", "https://nas.local/home"), ("http://[::1]:8380/", "http://[::1]:8380"),
    ])
    func theAddressEndsWithoutASlash(_ text: String, _ expected: String) throws {
        #expect(try MirrorServer(text, token: nil).address == expected)
    }

    @Test(arguments: [
        "", "nas.local", "ftp://nas.local", "http://nas.local/?x", "http://nas.local/#x", "http://anna@nas.local", "http://a b/",
    ])
    func otherAddressesAreRefused(_ text: String) async {
        let error = await error { () throws(MirrorError) in try MirrorServer(text, token: nil) }
        if case .address(text, _)? = error { return }
        Issue.record("\(text): \(String(describing: error))")
    }

    /// The status, the error of the body, whether a token is sent, and the message after the address.
    @Test(
        arguments: [
            (401, nil, false, "a token is needed: --token-file FILE"), (401, nil, true, "the token is wrong"),
            (403, nil, true, "the server refuses"), (403, "not yours", true, "the server refuses: not yours"),
            (404, nil, true, "no 'subdial serve' of this version answers there"), (404, "no such kind", true, "no such kind"),
            (302, nil, true, "the server answers with 302"), (500, "no\nroom", true, "the server answers with 500: no room"),
        ] as [(Int, String?, Bool, String)])
    func aStatusIsAnError(_ status: Int, _ said: String?, _ hasToken: Bool, _ reason: String) async throws {
        try await withServer { _, peer in
            let body = said.map { "{\"error\":\"\($0.split(separator: "\n").joined(separator: "\\n"))\"}" } ?? ""
            try peer.answer(body, status: status, fields: ["Location: http://127.0.0.1:9/"])
        } _: { server async throws in
            let mirror = try MirrorServer(server.url, token: hasToken ? "secret" : nil)
            let error = await error { () throws(MirrorError) in try await mirror.context(of: ["clock", "weather:a b"], hasFonts: false) }
            #expect(error?.description == "\(server.url): \(reason)")
            #expect(error?.passes == ![401, 403].contains(status))
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1 && request.target == "/transfer/context.json?kinds=clock,weather%3Aa%20b&fonts=0")
            #expect(request.field("Authorization") == (hasToken ? "Bearer secret" : nil))
        }
    }

    /// A batch is accepted whole or not at all.
    @Test(
        arguments: [
            (#"{"queue":"q","messages":[]}"#, []),
            (#"{"queue":"q","messages":[{"number":3,"message":1},{"number":5,"message":null}]}"#, [3, 5]),
            (#"{"queue":"q","messages":[{"number":5,"message":1},{"number":5,"message":2}]}"#, nil),
            (#"{"queue":"q","messages":[{"number":5,"message":1},{"number":4,"message":2}]}"#, nil),
            (#"{"queue":"q","messages":[{"number":0,"message":1}]}"#, nil), (#"{"queue":"q","messages":[{"number":1}]}"#, nil),
            (#"{"queue":"q","messages":[{"number":1.5,"message":1}]}"#, nil), (#"{"messages":[]}"#, nil), (#"{"queue":"q"}"#, nil),
            ("{", nil),
            (#"{"queue":"\#(String(repeating: "x", count: 65))","messages":[]}"#, nil),
        ] as [(String, [Int]?)])
    func messagesAreInOrder(_ body: String, _ numbers: [Int]?) async throws {
        try await withServer { _, peer in
            try peer.answer(body)
        } _: { server async throws in
            let mirror = try MirrorServer(server.url, token: nil)
            do throws(MirrorError) {
                let batch = try await mirror.messages(for: "kitchen", after: 2, queue: "q", wait: 0)
                #expect(batch.messages.map(\.number) == numbers && batch.queue == "q")
            } catch {
                #expect(numbers == nil && error == .context("the answer with the messages is none"))
            }
        }
    }
}
