import Foundation
import SubdialKinds
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialEngine
@testable import SubdialHTTPSupport

/// Actions that use the data of their kind.
@Suite struct KindActionTests {
    private let folder: TemporaryFolder
    private let hub: Hub

    init() throws {
        folder = try TemporaryFolder()
        hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
    }

    private var written: String? { try? String(contentsOfFile: folder.path("out"), encoding: .utf8) }

    /// A kind whose action `use` writes the field `n` and the parameter `p` to a file, and whose action `plain` writes only the parameter.
    private func entries(_ source: String, isShipped: Bool = true) throws -> any EntrySource {
        let text = """
            parameters: { p: P }
            source: \(source)
            fields: { n: { type: number, sample: 1 } }
            actions:
              use: { command: [sh, -c, 'echo "$1 $2" > out', sh, "{{ n }}", "{{ p }}"] }
              variable: { command: [sh, -c, 'echo "$N" > out'], environment: { N: "{{ n }}" } }
              plain: { command: [sh, -c, 'echo "$1" > out', sh, "{{ p }}"] }
            refresh: { every: 1h }

            """
        try text.write(toFile: folder.path("kind.yaml"), atomically: true, encoding: .utf8)
        let kind = try Kind(text, name: "k", file: folder.path("kind.yaml"))
        return hub.entries(of: .data(KindInstance(kind, try KindValues([:], of: kind), isShipped: isShipped)))
    }

    private func failure(_ entries: any EntrySource, _ action: String) async throws -> KindError {
        do {
            _ = try await entries.perform(action, isClick: true)
        } catch let error as KindError {
            return error
        }
        throw KindError(.action, "it was performed")
    }

    /// Sources whose first document comes at once, later, or by a program.
    @Test(arguments: [
        "{ static: { n: 5 } }", "{ file: data.json }", "{ command: [sh, -c, 'sleep 0.3; echo \"{\\\"n\\\":5}\"'] }",
        "{ command: [sh, -c, 'sleep 0.3; echo \"{\\\"n\\\":5}\"; sleep 100'], lasting: true }",
    ])
    func anActionWaitsForTheFirstEntry(_ source: String) async throws {
        try #"{"n":5}"#.write(toFile: folder.path("data.json"), atomically: true, encoding: .utf8)
        let entries = try entries(source)
        #expect(try await entries.perform("use", isClick: true) == nil)
        #expect(written == "5 P\n")
        await hub.stop()
    }

    /// Without an entry, nothing is run, and the reason is that of the source.
    @Test(arguments: [
        ("{ file: missing.json }", "there is no such file", true), ("{ command: [sh, -c, 'exit 3'] }", "it ended with 3", false),
        ("{ command: [sh, -c, 'sleep 100'], lasting: true, timeout: 0.2s }", "it has written no line in 0.2 s", false),
        ("{ stdin: true, timeout: 0.2s }", "nothing has come in 2.2 s", true), ("{ static: { m: 5 } }", "the document has no value", false),
    ])
    func anActionWithoutAnEntryIsRefused(_ source: String, _ reason: String, _ isUnreachable: Bool) async throws {
        let entries = try entries(source)
        for action in ["use", "variable"] {
            let error = try await failure(entries, action)
            #expect(error.description.hasPrefix("action, \(action): it uses n, and there is no entry yet: "), "\(error)")
            #expect(error.description.contains(reason) && error.isUnreachable == isUnreachable, "\(error)")
            #expect(written == nil)
        }
        // An action that uses none of the data needs no entry.
        #expect(try await entries.perform("plain", isClick: false) == nil)
        #expect(written == "P\n")
        await hub.stop()
    }

    @Test func anActionOfAKindThatIsNotTrustedSaysSo() async throws {
        let entries = try entries("{ command: [sh, -c, 'echo \"{\\\"n\\\":5}\"'] }", isShipped: false)
        let error = try await failure(entries, "use")
        #expect(error.isUntrusted && error.description.contains("run 'subdial kind trust k'"), "\(error)")
        #expect(written == nil)
    }

    /// A message and a request are not sent without an entry either.
    @Test func nothingIsSentWithoutAnEntry() async throws {
        try await withServer { _, peer in
            try peer.answer("{}")
        } _: { server in
            let text = """
                source: { file: missing.json }
                fields: { n: { type: number, sample: 1 } }
                actions: { send: { url: '\(server.url)/{{ n }}' }, tell: { mqtt: a/b, broker: 'mqtt://127.0.0.1:9', message: "{{ n }}" } }

                """
            let kind = try Kind(text, name: "k", file: folder.path("kind.yaml"))
            let entries = hub.entries(of: .data(KindInstance(kind, try KindValues([:], of: kind), isShipped: true)))
            for action in ["send", "tell"] { #expect(try await failure(entries, action).isUnreachable) }
            #expect(server.requests.isEmpty)
            await hub.stop()
        }
    }
}
