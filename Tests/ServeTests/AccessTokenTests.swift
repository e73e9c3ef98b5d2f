import Foundation
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialServe

/// Tests of the token of a server that others can reach.
@Suite struct AccessTokenTests {
    private static func with(_ body: (String) throws -> Void) throws {
        let folder = Scratch.path("sd-token")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/deep/serve-token")
    }

    @Test func aTokenIsMadeOnceForItsOwnerAlone() throws {
        try Self.with { path in
            let (token, isNew) = try AccessToken.load(PrivateFile(path))
            #expect(isNew && token.text.count == 43)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let again = try AccessToken.load(PrivateFile(path))
            #expect(!again.isNew && again.token == token)
            #expect(AccessToken() != AccessToken())
        }
    }

    @Test(arguments: [("short", 0o600), ("two words of a token", 0o600), ("", 0o600), ("averylongtokenindeed", 0o640)])
    func filesThatHoldNone(_ text: String, _ mode: Int) throws {
        try Self.with { path in
            _ = try AccessToken.load(PrivateFile(path))
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let error = #expect(throws: ServeError.self) { try AccessToken.load(PrivateFile(path)) }
            #expect(error?.description.hasPrefix(path) == true)
        }
    }

    @Test func onlyTheWholeTokenMatches() throws {
        let token = AccessToken()
        #expect(token.matches(token.text))
        #expect(!token.matches("") && !token.matches(String(token.text.dropLast())) && !token.matches(token.text + "x"))
    }

    /// Of many servers that start at the same time, one creates the token, and all use it.
    @Test func whoeverComesFirstMakesIt() async throws {
        for _ in 0..<20 {
            let folder = Scratch.path("sd-token")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let found = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let (token, isNew) = try AccessToken.load(PrivateFile(folder + "/serve-token"))
                        return (token.text, isNew)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(found.map(\.0)).count == 1 && found.count { $0.1 } == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["serve-token"])
        }
    }

    @Test func aSignatureIsForOnePicture() throws {
        let token = AccessToken()
        let query = [("theme", "studio"), ("subject", "Living Room")]
        let sign = token.signature(kind: "now-playing", file: "systemSmall.png", query: query)
        func signs(_ token: AccessToken, _ kind: String, _ file: String, _ query: [(String, String)]) -> Bool {
            token.signs(kind: kind, file: file, query: query.map { ($0.0, $0.1) })
        }
        // In any order, and with the additional parameter that identifies the content.
        #expect(signs(token, "now-playing", "systemSmall.png", query.reversed() + [("v", "7"), ("sign", sign)]))
        #expect(!signs(token, "now-playing", "systemSmall.png", query))
        #expect(!signs(token, "now-playing", "systemSmall.bmp", query + [("sign", sign)]))
        #expect(!signs(token, "clock", "systemSmall.png", query + [("sign", sign)]))
        #expect(!signs(token, "now-playing", "systemSmall.png", [query[0], ("subject", "Office"), ("sign", sign)]))
        #expect(!signs(token, "now-playing", "systemSmall.png", query + [("scale", "9"), ("sign", sign)]))
        #expect(!signs(AccessToken(), "now-playing", "systemSmall.png", query + [("sign", sign)]))
        #expect(!sign.contains(token.text.prefix(8)))
    }

    @Test(
        arguments: [
            ("https://Panels.example", "https://panels.example", "panels.example"), ("https://a.b:443/widgets", "https://a.b", "a.b"),
            ("http://nas.local:8380/", "http://nas.local:8380", "nas.local"), ("http://[fe80::1]:80/", "http://[fe80::1]", "fe80::1"),
            ("https://a:80", "https://a:80", "a"), ("panels.example", nil, nil), ("", nil, nil), ("ftp://a", nil, nil),
            ("http://", nil, nil),
        ] as [(String, String?, String?)])
    func sites(_ address: String, _ origin: String?, _ host: String?) {
        let site = Gate.Site(address)
        #expect(site?.origin == origin && site?.host == host)
    }
}
