import Testing

@testable import SubdialHTTP

@Suite struct WebURLTests {
    /// The scheme, the host, the port, the path, and the marks of a query and a fragment.
    @Test(arguments: [
        ("http://nas", "http nas - /"), ("http://nas:8088", "http nas 8088 /"), ("HTTPS://nas/", "https nas - /"),
        ("http://nas:8088/a/b?x=1#top", "http nas 8088 /a/b ? #"), ("http://nas?x", "http nas - / ?"),
        ("http://nas/%20", "http nas - /%20"),
        ("http://[::1]:80/", "http [::1] 80 /"), ("http://10.0.0.1", "http 10.0.0.1 - /"), ("http://nas:65535/", "http nas 65535 /"),
    ])
    func parses(_ text: String, _ expected: String) throws {
        let url = try WebURL(parsing: text)
        let marks = [url.hasQuery ? "?" : nil, url.hasFragment ? "#" : nil].compactMap { $0 }
        #expect(([url.scheme, url.host, url.port.map { "\($0)" } ?? "-", url.path] + marks).joined(separator: " ") == expected)
        #expect(url.user == nil && url.password == nil)
    }

    @Test func aLoginStaysEncoded() throws {
        let url = try WebURL(parsing: "http://anna%40home:p%3Aw@nas/")
        #expect(url.user == "anna%40home" && url.password == "p%3Aw" && url.host == "nas")
        #expect(url.with(port: 9000).port == 9000 && url.with(port: 9000).user == url.user)
    }

    @Test(arguments: [
        ("http://", "it names no host"), ("http://user@/", "it names no host"),
        ("http://nas:0/", "there is no port 0"), ("http://nas:65536/", "the port is no number from 1 to 65535"),
        ("http://nas:x/", "the port is no number from 1 to 65535"),
        ("http://[zz]/", "the IPv6 address is malformed"),
        ("http://a b/", "the host name holds what no host name holds"), ("http://na%2Fs/", "the host name holds what no host name holds"),
        ("http://na%00s/", "the host name holds what no host name holds"),
        ("ftp://nas/", "'ftp' is neither http nor https"), ("file:///etc/passwd", "'file' is neither http nor https"),
        ("nonsense", "it begins with neither http:// nor https://"),
    ])
    func saysWhatIsWrong(_ text: String, _ reason: String) {
        #expect(throws: HTTPError.badURL(reason)) { try WebURL(parsing: text) }
    }

    @Test(arguments: [
        ("/new", "http://nas:8088/a/b?x=1", "http://nas:8088/new"), ("c", "http://nas/a/b", "http://nas/a/c"),
        ("../c", "http://nas/a/b/d", "http://nas/a/c"), ("?y=2", "http://nas/a?x=1", "http://nas/a?y=2"),
        ("//other/x", "https://nas/a", "https://other/x"), ("https://other/", "http://nas/a", "https://other/"),
    ])
    func resolvesARedirect(_ location: String, _ base: String, _ expected: String) throws {
        let target = try WebURL.resolving(location, against: base)
        #expect(target.text == expected)
        #expect(target.url == (try WebURL(parsing: expected)))
    }

    @Test(arguments: ["ftp://other/", "file:///etc/passwd", "http://na%2Fs/", "http://nas:0/", "http://"])
    func refusesARedirectElsewhere(_ location: String) {
        let error = #expect(throws: HTTPError.self) { try WebURL.resolving(location, against: "http://nas/a") }
        if case .badURL = error { return }
        Issue.record("\(location): \(String(describing: error))")
    }

    @Test(arguments: [
        ("http://localhost:1/", true), ("http://LOCALHOST/", true), ("http://bridge.localhost/", true), ("http://127.0.0.1/", true),
        ("http://127.1.2.3:80/", true), ("http://[::1]:8088/", true), ("http://nas.local/", false), ("http://127.example.org/", false),
        ("http://10.0.0.1/", false), ("http://localhost.example.org/", false),
    ])
    func knowsThisMachine(_ url: String, _ expected: Bool) throws {
        #expect(try WebURL(parsing: url).isLoopback == expected)
    }
}
