import Foundation
import SubdialDocuments
import SubdialHTTP
import SubdialMQTT
import SubdialTestSupport
import Testing

@testable import SubdialMQTTSupport
@testable import SubdialProcessSupport

/// Several `subdial serve` of one user, with brokers and proxies.
@Suite struct ServeCompanyTests {
    private let http = HTTPClient()

    private func write(_ configuration: String, in sandbox: Sandbox) throws {
        try FileManager.default.createDirectory(atPath: sandbox.path("config/subdial"), withIntermediateDirectories: true)
        try Data(configuration.utf8).write(to: URL(filePath: sandbox.path("config/subdial/config.yaml")))
    }

    /// Starts a server, and returns its front and its address.
    private func server(_ sandbox: Sandbox, _ arguments: String...) async throws -> (front: FeedFront, address: String) {
        let front = try FeedFront(sandbox, ["serve", "--listen", "127.0.0.1:0"] + arguments)
        return (front, try await address(front))
    }

    private func address(_ front: FeedFront) async throws -> String {
        try await eventually("a server that listens") {
            front.lines.first?.hasPrefix("listening on ") == true || !front.isRunning
        }
        return String(try #require(front.lines.first, "\(front.errors)").dropFirst("listening on ".count))
    }

    private func get(_ url: String, _ headers: [(String, String)] = []) async throws -> HTTPResponse {
        var request = HTTPRequest(url: url, timeout: .seconds(180))
        request.maximumBody = 32 << 20
        request.headers = headers.map { .init(name: $0, value: $1) }
        return try await http.send(request)
    }

    /// Servers that start for the first time simultaneously have the same token.
    @Test func firstStartsAtOnceShareOneToken() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { bridge in
            try write("bridge: \(bridge)\n", in: sandbox)
            for round in 0..<3 {
                let file = sandbox.path("token-\(round)")
                let fronts = try (0..<4).map { _ in
                    try FeedFront(sandbox, ["serve", "--listen", "127.0.0.1:0", "--token-file", file])
                }
                defer { for front in fronts { front.stop() } }
                var addresses: [String] = []
                for front in fronts { addresses.append(try await address(front)) }
                try await eventually("all tell of the token") { fronts.allSatisfy { $0.lines.count >= 2 } }
                let token = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").joined()
                let shown = fronts.filter { $0.lines[1].hasPrefix("token: ") }
                #expect(shown.count == 1 && shown.first?.lines[1].contains(token) == true, "\(fronts.map(\.lines))")
                for address in addresses {
                    #expect(try await get(address + "/widgets.json", [("Authorization", "Bearer \(token)")]).status == 200)
                }
            }
        }
    }

    /// Both servers read each other's records of displays, and neither overwrites them.
    @Test func displaysAreSharedByTwoServers() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { bridge in
            try write("bridge: \(bridge)\ndisplays: [{ id: A1 }, { id: B2 }]\n", in: sandbox)
            let (one, other) = (try await server(sandbox), try await server(sandbox))
            defer { for front in [one.front, other.front] { front.stop() } }
            func key(_ id: String, _ address: String) async throws -> String {
                let answer = try JSONValue(parsing: try await get(address + "/api/setup", [("ID", id)]).body)
                return try #require(answer["api_key"]?.string)
            }
            let (a, b) = (try await key("A1", one.address), try await key("B2", other.address))
            #expect(try await key("A1", other.address) == a)
            #expect(try await key("B2", one.address) == b)
            for (key, address) in [(a, other.address), (b, one.address), (a, one.address), (b, other.address)] {
                let answer = try JSONValue(parsing: try await get(address + "/api/display", [("Access-Token", key)]).body)
                #expect(answer["status"] == 0 && answer["image_url"]?.string?.contains("/api/pictures/") == true, "\(answer)")
            }
            let file = try JSONValue(parsing: Array(try Data(contentsOf: URL(filePath: sandbox.path("state/subdial/displays.json")))))
            guard case .array(let displays)? = file["displays"] else { return #expect(Bool(false), "\(file)") }
            for display in displays {
                guard case .array(let wakes)? = display["wakes"] else { return #expect(Bool(false), "\(display)") }
                #expect(wakes.count == 2, "\(display)")
            }
            #expect(displays.compactMap { $0["id"]?.string } == ["A1", "B2"])
        }
    }

    /// One server publishes; another one reports this, waits for its end, and then publishes.
    @Test func oneOfTwoServersPublishes() async throws {
        try Tool.need("mosquitto")
        let (sandbox, broker) = (try Sandbox(), try MQTTBroker())
        defer { sandbox.clean() }
        try await sandbox.withBridge { bridge in
            try write("bridge: \(bridge)\nmqtt: { broker: '\(broker.url)', devices: [{ name: Den }] }\n", in: sandbox)
            let one = try await server(sandbox)
            defer { one.front.stop() }
            let client = try await MQTTClient.connected(to: broker)
            func retained(_ topic: String) async throws -> String? {
                try await client.retained(at: [topic], within: .seconds(180)).first?.text
            }
            func wait(_ topic: String, _ isMet: (String?) -> Bool) async throws {
                let deadline = ContinuousClock.now + .seconds(180)
                while !isMet(try await retained(topic)) {
                    guard .now < deadline else { throw NeverCameTrue(description: "never: \(topic)") }
                }
            }
            try await wait("subdial/bridge/info") { $0 != nil }
            let first = try await retained("subdial/bridge/info")
            let other = try await server(sandbox)
            defer { other.front.stop() }
            try await eventually("it says so") { other.front.errors.contains("publishes to \(broker.url) below 'subdial'") }
            #expect(other.front.errors.split(separator: "\n").count == 1, "\(other.front.errors)")
            // It serves nevertheless.
            #expect(try await get(other.address + "/widgets.json").status == 200)
            #expect(try await retained("subdial/bridge/info") == first)
            #expect(try await retained("subdial/bridge/state") == "online")
            #expect(other.front.errors.contains("(process "))
            one.front.stop()
            try await wait("subdial/bridge/info") { $0 != nil && $0 != first }
            try await wait("subdial/bridge/state") { $0 == "online" }
            await client.stop()
        }
    }

    /// Behind a proxy that forwards its own host name, the page's host name is that of the configuration.
    @Test func theNameBeforeAProxyMayAct() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { bridge in
            try write("bridge: \(bridge)\nserve: { url: 'https://Panels.example/widgets' }\n", in: sandbox)
            let (front, address) = try await server(sandbox)
            defer { front.stop() }
            func act(_ headers: [(String, String)]) async throws -> Int {
                var request = HTTPRequest(
                    .post(body: Array(#"{"kind":"now-playing","intent":"playPause"}"#.utf8), contentType: "application/json"),
                    url: address + "/actions", timeout: .seconds(180))
                request.headers = headers.map { .init(name: $0, value: $1) }
                return try await http.send(request).status
            }
            #expect(try await act([("Origin", "https://panels.example")]) == 200)
            #expect(try await act([("Origin", "https://panels.example"), ("Host", "panels.example")]) == 200)
            #expect(try await get(address + "/widgets.json", [("Host", "panels.example")]).status == 200)
            for origin in [
                "http://panels.example", "https://panels.example:8443", "https://panels.example.evil.example", "https://evil.example",
            ] {
                #expect(try await act([("Origin", origin)]) == 403, "\(origin)")
            }
            #expect(try await get(address + "/widgets.json", [("Host", "panels.example.evil.example")]).status == 403)
        }
    }

    /// A picture's URL at the broker is accessible, and does not reveal the token.
    @Test func anAddressAtTheBrokerNeedsNoToken() async throws {
        try Tool.need("mosquitto")
        let (sandbox, broker) = (try Sandbox(), try MQTTBroker())
        defer { sandbox.clean() }
        try await sandbox.withBridge { bridge in
            let port = try LocalPort.free()
            let page = "http://127.0.0.1:\(port)"
            try write(
                """
                bridge: \(bridge)
                mqtt:
                  broker: '\(broker.url)'
                  page: '\(page)'
                  devices: [{ name: Den, zone: Living Room, pictures: [{ id: small, family: systemSmall, by: address, appearance: light }] }]

                """, in: sandbox)
            let front = try FeedFront(sandbox, ["serve", "--listen", "127.0.0.1:\(port)", "--token-file", sandbox.path("token")])
            defer { front.stop() }
            _ = try await address(front)
            let client = try await MQTTClient.connected(to: broker)
            let url = try await client.messages(of: ["subdial/den/pictures/small/url"]).first(1).first?.text ?? ""
            let token = try String(contentsOfFile: sandbox.path("token"), encoding: .utf8).split(separator: "\n").joined()
            #expect(
                url.hasPrefix(page + "/now-playing/systemSmall.png?subject=Living%20Room&appearance=light&v=") && !url.contains(token),
                "\(url)")
            let picture = try await get(url)
            #expect(picture.status == 200 && picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let sign = try #require(url.range(of: "&sign="))
            for other in [
                String(url[..<sign.lowerBound]), url + "0", url.replacingOccurrences(of: "systemSmall.png", with: "systemSmall.json"),
                url.replacingOccurrences(of: "light", with: "dark"), url.replacingOccurrences(of: "systemSmall", with: "systemMedium"),
                page + "/widgets.json?" + url[url.index(after: sign.lowerBound)...],
            ] {
                #expect(try await get(other).status == 401, "\(other)")
            }
            await client.stop()
        }
    }
}
