import Foundation
import TestSupport
import Testing

@testable import Serve

/// The secret of a server that others can reach.
@Suite struct AccessTokenTests {
    private static func with(_ body: (String) throws -> Void) throws {
        let folder = "/tmp/sd-token-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/deep/serve-token")
    }

    @Test func aTokenIsMadeOnceForItsOwnerAlone() throws {
        try Self.with { path in
            let (token, isNew) = try AccessToken.load(path)
            #expect(isNew && token.text.count == 43)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let again = try AccessToken.load(path)
            #expect(!again.isNew && again.token == token)
            #expect(AccessToken() != AccessToken())
        }
    }

    @Test(arguments: [("short", 0o600), ("two words of a token", 0o600), ("", 0o600), ("averylongtokenindeed", 0o640)])
    func filesThatHoldNone(_ text: String, _ mode: Int) throws {
        try Self.with { path in
            _ = try AccessToken.load(path)
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let error = #expect(throws: ServeError.self) { try AccessToken.load(path) }
            #expect(error?.description.hasPrefix(path) == true)
        }
    }

    @Test func onlyTheWholeTokenMatches() throws {
        let token = AccessToken()
        #expect(token.matches(token.text))
        #expect(!token.matches("") && !token.matches(String(token.text.dropLast())) && !token.matches(token.text + "x"))
    }
}
