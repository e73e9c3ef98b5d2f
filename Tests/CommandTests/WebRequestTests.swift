import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// What all requests of the programs have in common, whichever command sends them.
@Suite struct WebRequestTests {
    /// Each request names the program and its version.
    @Test(arguments: [
        ["zones", "--bridge", "URL"], ["feed", "--once", "--bridge", "URL", "--zone", "Kitchen"], ["doctor", "--bridge", "URL"],
        ["mirror", "URL", "mirrored", "--once"], ["kind", "fetch", "page"],
    ])
    func requestsNameTheVersion(_ command: [String]) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let version = try sandbox.run("--version").output.trimmingCharacters(in: .newlines).replacing(" ", with: "/")
        try await withServer { _, peer in
            try peer.answer("{}", status: 404)
        } _: { server in
            try kind("page", at: server.url, sandbox)
            _ = try sandbox.run(command.map { $0 == "URL" ? server.url : $0 })
            let agents = Set(server.requests.map { $0.field("User-Agent") })
            #expect(agents == [version] && version.hasPrefix("subdial/"), "\(server.requests)")
        }
    }

    /// A kind has an authority and a certificate of its own.
    @Test func aKindHasItsOwnCertificates() async throws {
        try Tool.need("openssl")
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { bridge in
            let proxy = try await HTTPSProxy(bridge, needsClient: true, in: sandbox)
            defer { proxy.stop() }
            let cases = [
                ("", "write 'tls: { ca: FILE }'"),
                ("tls: { ca: '~/tls-ca.pem' }, ", "url: the connection was closed before an answer came"),
                ("tls: { ca: '~/missing.pem' }, ", "tls.ca: there is no such file"),
                ("tls: { ca: '~/tls-ca.pem', certificate: '~/tls-client.pem', key: '~/tls-client.key' }, ", ""),
                ("tls: { verify: false, certificate: '~/tls-client.pem', key: '~/tls-client.key' }, ", ""),
            ]
            for (keys, problem) in cases {
                try kind("own", at: proxy.address, sandbox, keys: keys)
                let fetched = try sandbox.run("kind", "fetch", "own")
                #expect(
                    problem.isEmpty ? fetched.status == 0 : fetched.status != 0 && fetched.errors.contains(problem),
                    "\(keys): \(fetched.status) \(fetched.errors)")
            }
        }
    }

    private func kind(_ name: String, at address: String, _ sandbox: Sandbox, keys: String = "") throws {
        let folder = sandbox.path("config/subdial/templates/\(name)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = "source: { \(keys)url: '\(address)/\(keys.isEmpty ? "data.json" : "zones")' }\nfields: { x: 1 }\n"
        try text.write(toFile: "\(folder)/kind.yaml", atomically: true, encoding: .utf8)
    }

    /// A bridge with a certificate of an authority of the user's own.
    @Test func anAuthorityOfOnesOwnIsTrusted() async throws {
        try Tool.need("openssl")
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { bridge in
            let proxy = try await HTTPSProxy(bridge, in: sandbox)
            defer { proxy.stop() }
            let stranger = try sandbox.run("zones", "--bridge", proxy.address)
            #expect(stranger.status == 69 && stranger.output.isEmpty)
            #expect(stranger.errors.contains("write 'tls: { ca: FILE }' in the configuration"), "\(stranger.errors)")
            let unknown = try sandbox.run("doctor", "--bridge", proxy.address)
            #expect(unknown.status == 69 && unknown.output.contains("write 'tls: { ca: FILE }' in the configuration"), "\(unknown.output)")

            // The engine that has refused the certificate accepts it from now on, without a restart.
            try configure("tls: { ca: [~/tls-ca.pem] }", sandbox)
            let plain = try sandbox.run("zones", "--bridge", bridge)
            let trusted = try sandbox.run("zones", "--bridge", proxy.address)
            #expect(trusted.status == 0 && trusted.output == plain.output, "\(trusted.errors)")
            #expect(try sandbox.run("doctor", "--bridge", proxy.address).status == 0)
            #expect(try sandbox.run("config", "check").status == 0)
        }
    }

    /// An authority vouches only for the names in its certificates.
    @Test func aCertificateOfAnotherNameIsNotTrusted() async throws {
        try Tool.need("openssl")
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { bridge in
            let proxy = try await HTTPSProxy(bridge, name: "DNS:elsewhere.example", in: sandbox)
            defer { proxy.stop() }
            try configure("tls: { ca: \(proxy.authority) }", sandbox)
            let outcome = try sandbox.run("zones", "--bridge", proxy.address)
            #expect(outcome.status == 69 && outcome.output.isEmpty)
            // Another authority would not help.
            #expect(outcome.errors.contains("no secure connection") && !outcome.errors.contains("tls: { ca"), "\(outcome.errors)")
        }
    }

    /// A file that cannot be used is reported with its place in the configuration; sources without TLS work nevertheless.
    @Test(arguments: [("~/missing.pem", "there is no such file"), ("~/note.txt", "there is no certificate in PEM form in it")])
    func aFileWithoutCertificatesIsReported(_ path: String, _ problem: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try "no certificate".write(toFile: sandbox.path("note.txt"), atomically: true, encoding: .utf8)
        try configure("theme: default\ntls: { ca: \(path) }", sandbox)
        let check = try sandbox.run("config", "check")
        #expect(check.status == 65 && check.output.contains(":2:6: tls: ") && check.output.contains(problem), "\(check.output)")
        try await sandbox.withBridge { bridge in
            let zones = try sandbox.run("zones", "--bridge", bridge)
            #expect(zones.status == 0 && zones.errors.contains(problem), "\(zones.errors)")
            #expect(try sandbox.run("doctor", "--bridge", bridge).output.contains(problem))
        }
    }

    private func configure(_ text: String, _ sandbox: Sandbox) throws {
        let folder = sandbox.path("config/subdial")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try (text + "\n").write(toFile: "\(folder)/config.yaml", atomically: true, encoding: .utf8)
    }
}
