import Foundation
import Logging
import SubdialExpressions
import SubdialKinds
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialEngine
@testable import SubdialHTTPSupport

/// Sources that use the documents of other ones, and the parts of requests.
@Suite struct SourceOrderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func hub() -> Hub { Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) }

    private func instance(_ text: String, with values: [String: Value] = [:]) throws -> KindInstance {
        let kind = try Kind(text, name: "k", file: folder.path + "/kind.yaml")
        return KindInstance(kind, try KindValues(values, of: kind), isShipped: true)
    }

    /// A source is asked after the one that it uses, and an `if` that is false leaves it out.
    @Test func aSourceUsesTheOneAboveIt() async throws {
        try await withServer { request, peer in
            switch request.path {
            case "/stations": try peer.answer(#"[{"id":"8 0/1","kind":"bus"}]"#)
            case "/board/8%200%2F1": try peer.answer(#"{"n":5}"#)
            default: try peer.answer("wrong", status: 404)
            }
        } _: { server in
            let text = """
                sources:
                  stations: { url: '\(server.url)/stations' }
                  board: { url: '\(server.url)/board/{{ stations[0].id }}', query: { day: "{{ date(now, 'yyyy') }}" }, headers: { X: "{{ stations[0].kind }}" } }
                  trams: { url: '\(server.url)/trams', if: "{{ stations[0].kind == 'tram' }}" }
                fields: { n: { type: number, from: "{{ board.n }}" }, t: { type: any, from: "{{ trams }}", optional: true } }
                """
            let instance = try instance(text)
            let (frame, error) = await hub().entries(of: .data(instance)).current()
            #expect(frame.timeline.entry(at: .now)?.fields.values["n"] == 5, "\(error.map { "\($0)" } ?? "")")
            #expect(server.requests.map(\.path) == ["/stations", "/board/8%200%2F1"])
            let board = try #require(server.requests.last)
            #expect(
                board.field("X") == "bus" && board.target.hasSuffix("?day=\(Calendar(identifier: .gregorian).component(.year, from: .now))")
            )
            // The key, of which the name of the stored documents is made, depends on no document and no time.
            #expect(instance.key.contains("{{ stations[0].id }}") && !instance.key.contains("day=2"))
        }
    }

    /// An `ETag` belongs to the request that has got it.
    @Test func anotherRequestIsNotUnchanged() async throws {
        let counter = Counter()
        try await withServer { request, peer in
            if request.path == "/which" {
                counter.increment()
                try peer.answer(#"{"id":\#(counter.value)}"#)
            } else if request.field("If-None-Match") != nil {
                try peer.answer("", status: 304)
            } else {
                try peer.answer(#"{"n":\#(request.path.dropFirst())}"#, fields: ["ETag: \"v1\""])
            }
        } _: { server in
            let text = """
                sources:
                  which: { url: '\(server.url)/which' }
                  one: { url: '\(server.url)/{{ which.id }}' }
                fields: { n: { type: number, from: "{{ one.n }}" }, id: { type: number, from: "{{ which.id }}" } }
                """
            let source = hub().entries(of: .data(try instance(text)))
            for _ in 0..<2 {
                let fields = await source.current().frame.timeline.entry(at: .now)?.fields.values
                #expect(fields?["n"] != nil && fields?["n"] == fields?["id"])
                await source.refresh()
            }
        }
    }

    /// A pushed document asks the sources that use it.
    @Test func aFileDecidesWhatIsAsked() async throws {
        try await withServer { request, peer in
            try peer.answer(#"{"n":\#(request.path.dropFirst())}"#)
        } _: { server in
            try #"{"id":7}"#.write(toFile: folder.path + "/which.json", atomically: true, encoding: .utf8)
            let text = """
                sources:
                  which: { file: which.json }
                  one: { url: '\(server.url)/{{ which.id }}' }
                fields: { n: { type: number, from: "{{ one.n }}" } }
                refresh: { every: 1h }
                """
            let follower = await hub().follower(of: try instance(text))
            let (frames, folder) = (await follower.frames(), folder.path)
            var numbers: [Value] = []
            for await frame in frames {
                guard let number = frame.timeline.entry(at: .now)?.fields.values["n"], number != numbers.last else { continue }
                numbers.append(number)
                if number == 8 { break }
                try #"{"id":8}"#.write(toFile: folder + "/which.json", atomically: true, encoding: .utf8)
            }
            #expect(numbers == [7, 8])
            #expect(server.requests.map(\.path) == ["/7", "/8"])
        }
    }

    /// A request with all its parts, as the server gets it.
    @Test func theServerGetsWhatIsWritten() async throws {
        try await withServer { request, peer in
            try peer.answer(#"{"n":1}"#)
        } _: { server in
            let text = """
                parameters: { server: "", user: me, key: { type: secret }, more: { type: secret, default: "" }, count: 3 }
                source:
                  url: "{{ server }}/bot{{ key }}/x"
                  query: { tag: [a, b], none: "{{ more }}" }
                  headers: { Authorization: "Bearer {{ key }}", X-None: "x{{ more }}", Accept: [a, b] }
                  body: { query: "q", variables: { first: "{{ count }}", token: "{{ key }}", ids: [1, "{{ user }}"] } }
                fields: { n: 1 }
                """
            let instance = try instance(text, with: ["server": .string(server.url), "key": "s\"3c&t"])
            let (frame, error) = await hub().entries(of: .data(instance)).current()
            #expect(frame.timeline.entry(at: .now)?.fields.values["n"] == 1, "\(error.map { "\($0)" } ?? "")")
            let request = try #require(server.requests.first)
            #expect(request.line == "POST /bots%223c%26t/x?tag=a&tag=b HTTP/1.1")
            #expect(
                request.field("Authorization") == "Bearer s\"3c&t" && request.field("X-None") == nil
                    && request.field("Content-Type") == "application/json")
            #expect(request.fields.filter { $0.hasPrefix("Accept:") } == ["Accept: a", "Accept: b"])
            #expect(request.body == #"{"query":"q","variables":{"first":3,"token":"s\"3c&t","ids":[1,"me"]}}"#)
            let lines = try instance.kind.sources[0].request(instance.values, knowing: nil).explanation
            #expect(!lines.joined().contains("3c") && lines.first?.contains("/bot•••/x") == true, "\(lines)")
            #expect(!instance.key.contains("3c"))
        }
    }

    /// Pages follow each other by a `Link` field or by the document, up to their number.
    @Test(arguments: [
        ("{ next: link, items: data.items }", [1, 2, 3, 4, 5, 6]),
        ("{ next: \"{{ data.next }}\", items: data.items, most: 2 }", [1, 2, 3, 4]),
        ("{ next: \"{{ page < 3 ? concat('/list?page=', page + 1) : '' }}\", items: data.items }", [1, 2, 3, 4, 5, 6]),
    ])
    func pages(_ pages: String, _ numbers: [Int]) async throws {
        try await withServer { request, peer in
            let page = Int(request.target.split(separator: "=").last ?? "") ?? 1
            let next = page < 3 ? "/list?page=\(page + 1)" : ""
            try peer.answer(
                #"{"items":[\#(page * 2 - 1),\#(page * 2)],"next":"\#(next)"}"#,
                fields: ["Link: </list?page=1>; rel=\"first\"" + (next.isEmpty ? "" : ", <\(next)>; rel=\"next\"")])
        } _: { server in
            let instance = try instance(
                "source: { url: '\(server.url)/list', pages: \(pages) }\nfields: { all: { of: number, from: \"{{ data }}\" } }")
            let (frame, error) = await hub().entries(of: .data(instance)).current()
            #expect(
                frame.timeline.entry(at: .now)?.fields.values["all"] == .list(numbers.map { .integer(Int64($0)) }),
                "\(error.map { "\($0)" } ?? "")")
        }
    }

    /// Pages lead to no other host, and have one size together.
    @Test(arguments: [
        ("Link: <http://localhost:1/>; rel=next", "1 MiB", "the next page is at another host; there is localhost"),
        ("Link: <?x>; rel=next", "10 B", "'maxBytes' of the source permits up to 64 MiB"),
    ])
    func pagesHaveLimits(_ field: String, _ maximum: String, _ message: String) async throws {
        try await withServer { request, peer in
            try peer.answer("[1,2,3,4]", fields: [field])
        } _: { server in
            let instance = try instance(
                "source: { url: '\(server.url)', maxBytes: \(maximum), pages: { next: link } }\nfields: { n: { of: number, from: \"{{ data }}\" } }"
            )
            let error = await hub().entries(of: .data(instance)).current().error
            #expect("\(error.map { "\($0)" } ?? "")".contains(message), "\(error.map { "\($0)" } ?? "")")
        }
    }

    @Test func theAnswersHeadIsKnown() async throws {
        try await withServer { request, peer in
            try peer.answer(
                "k\u{F6}".unicodeScalars.map { UInt8($0.value) }, type: "text/plain; charset=ISO-8859-1", fields: ["X-Left: 41"])
        } _: { server in
            let instance = try instance(
                """
                source: { url: '\(server.url)', response: true, format: text }
                fields: { left: { type: number, from: "{{ data.headers['x-left'] }}" }, status: { from: "{{ data.status }}", sample: 200 }, text: { from: "{{ data.body }}", sample: a } }
                """)
            let (frame, error) = await hub().entries(of: .data(instance)).current()
            let fields = try #require(frame.timeline.entry(at: .now)?.fields.values, "\(error.map { "\($0)" } ?? "")")
            #expect(fields["left"] == 41 && fields["status"] == 200 && fields["text"] == "kö")
        }
    }

    /// A host that another server names must not be in the user's own network.
    @Test func aDocumentDoesNotLeadIntoTheOwnNetwork() async throws {
        try await withServer { request, peer in
            try peer.answer(#"{"n":1,"next":"http://127.0.0.1:\#(request.field("Host")?.split(separator: ":").last ?? "")/secret"}"#)
        } _: { server in
            let instance = try instance(
                "sources:\n  a: { url: '\(server.url)/a' }\n  b: { url: '{{ a.next }}' }\nfields: { n: { type: number, from: \"{{ b.n }}\" } }"
            )
            let error = await hub().entries(of: .data(instance)).current().error
            #expect("\(error.map { "\($0)" } ?? "")".contains("it leads into one's own network"), "\(error.map { "\($0)" } ?? "")")
            #expect(server.requests.map(\.path) == ["/a"])
        }
    }
}
