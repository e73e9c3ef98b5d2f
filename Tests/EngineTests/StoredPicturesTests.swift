import Foundation
import SubdialDrawing
import SubdialExpressions
import SubdialHTTP
import SubdialKinds
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine
@testable import SubdialHTTPSupport

/// Pictures at addresses in the documents of kinds, through restarts of the engine.
@Suite struct StoredPicturesTests {
    private let folder: TemporaryFolder
    private let reported = ReportedPictures()
    /// What the server sends, by path; nothing for a server that is away.
    private let contents = Contents()

    private final class Contents: Sendable {
        let byPath = Mutex<[String: [UInt8]]>([:])
        subscript(path: String) -> [UInt8]? {
            get { byPath.withLock { $0[path] } }
            set { byPath.withLock { $0[path] = newValue } }
        }
    }

    init() throws { folder = try TemporaryFolder() }

    private static func png(_ red: Double) throws -> [UInt8] {
        try PNG.encode(Bitmap(width: 4, height: 4, color: Color(red: red, green: 0, blue: 0)))
    }

    /// The entries of an engine that has just started.
    ///
    /// - Parameter isRefreshed: True to read the source although its document still holds.
    private func frame(_ instance: KindInstance, _ reports: ReportedPictures? = nil, isRefreshed: Bool = false) async -> EntryFrame {
        let hub = Hub(
            folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent, pictureReports: (reports ?? reported).reports)
        let source = hub.entries(of: .data(instance))
        if isRefreshed { await source.refresh() }
        let frame = await source.current().frame
        await hub.flush()
        await hub.stop()
        return frame
    }

    private func instance(_ fields: String, at server: ScriptedServer) throws -> KindInstance {
        let text = "source: { url: '\(server.url)/data' }\nfields: \(fields)\nrefresh: { every: 1h }\n"
        let kind = try Kind(text, name: "k", file: folder.path + "/kind.yaml")
        return KindInstance(kind, try KindValues([:], of: kind), isShipped: true)
    }

    private func withPictures(_ body: (ScriptedServer) async throws -> Void) async throws {
        try await withServer { [contents] request, peer in
            if let bytes = contents[request.path] {
                try peer.answer(bytes, type: "application/octet-stream")
            } else {
                try peer.answer("gone", status: 503)
            }
        } _: { server in
            try await body(server)
        }
    }

    private func stored(_ location: String?) -> [UInt8]? {
        location.flatMap { FileManager.default.contents(atPath: $0) }.map { [UInt8]($0) }
    }

    private func picture(_ frame: EntryFrame, _ field: String = "pic") -> String? {
        frame.timeline.entry(at: .now)?.fields.pictures[field]?.location
    }

    private var pictureFiles: [String] {
        let folder = UserFolders(environment: ["HOME": folder.path]).cache.folder("pictures").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
    }

    private static let field = "{ pic: { type: image, from: '{{ data.pic }}', optional: true } }"

    /// The second engine neither asks for the document, nor for the picture.
    @Test func aPictureSurvivesARestart() async throws {
        contents["/a.png"] = try Self.png(1)
        try await withPictures { server in
            contents["/data"] = Array(#"{"pic":"\#(server.url)/a.png?token=secret"}"#.utf8)
            let instance = try instance(Self.field, at: server)
            for _ in 0..<3 {
                let frame = await frame(instance)
                #expect(stored(picture(frame)) == contents["/a.png"])
                let cover = try #require(frame.timeline.entry(at: .now)?.cover?.picture)
                #expect(try await frame.pictures?.bytes(of: cover, side: 64) == contents["/a.png"])
            }
            #expect(server.requests.map(\.path) == ["/data", "/a.png"])
            #expect(reported.messages.isEmpty)
        }
    }

    /// In a list, in a map, in a list of maps, and in a map of any members.
    @Test func picturesInListsAndMapsAreStored() async throws {
        for path in ["/1", "/2", "/3", "/4", "/5"] { contents[path] = try Self.png((Double(path.dropFirst()) ?? 0) / 10) }
        try await withPictures { server in
            let url = server.url
            contents["/data"] = Array(
                """
                {"list":["\(url)/1","\(url)/1"],"map":{"icon":"\(url)/2"},"items":[{"icon":"\(url)/3","name":"\(url)/x"}],
                "tracks":[{"artwork":"\(url)/4","title":"t"}]}
                """.utf8)
            let instance = try instance(
                """
                { list: { type: list, of: image, from: '{{ data.list }}' }, map: { type: map, of: { icon: image }, from: '{{ data.map }}' },
                  items: { type: list, of: { icon: image, name: text }, from: '{{ data.items }}' },
                  tracks: { type: list, from: '{{ data.tracks }}' } }
                """, at: server)
            for _ in 0..<2 {
                let entry = try #require(await frame(instance).timeline.entry(at: .now))
                let locations = entry.fields.pictureLocations(entry.schema)
                #expect(locations.map { stored($0) } == ["/1", "/1", "/2", "/3", "/4"].map { contents[$0] })
                // A text that is no picture stays.
                #expect(entry.json.text().contains("\(url)/x") || entry.json.text().contains("\(url)/x".replacing("/", with: "\\/")))
            }
            #expect(server.requests.count == 5)
        }
    }

    @Test func aPictureThatWasRemovedIsFetchedAgain() async throws {
        contents["/a.png"] = try Self.png(1)
        try await withPictures { server in
            contents["/data"] = Array(#"{"pic":"\#(server.url)/a.png"}"#.utf8)
            let instance = try instance(Self.field, at: server)
            _ = await frame(instance)
            let files = pictureFiles
            #expect(files.count == 1)
            for file in files { try FileManager.default.removeItem(atPath: file) }
            #expect(stored(picture(await frame(instance))) == contents["/a.png"])
            #expect(server.requests.map(\.path) == ["/data", "/a.png", "/a.png"])
            // The same while an engine shows it.
            let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent, pictureReports: reported.reports)
            let shown = await hub.entries(of: .data(instance)).current().frame
            for file in pictureFiles { try FileManager.default.removeItem(atPath: file) }
            let cover = try #require(shown.timeline.entry(at: .now)?.cover?.picture)
            #expect(try await shown.pictures?.bytes(of: cover, side: 64) == contents["/a.png"])
            await hub.stop()
            #expect(reported.messages.isEmpty)
        }
    }

    @Test func anotherAddressIsAnotherPicture() async throws {
        (contents["/a.png"], contents["/b.png"]) = (try Self.png(1), try Self.png(0.5))
        try await withPictures { server in
            contents["/data"] = Array(#"{"pic":"\#(server.url)/a.png"}"#.utf8)
            let instance = try instance(Self.field, at: server)
            #expect(stored(picture(await frame(instance, isRefreshed: true))) == contents["/a.png"])
            contents["/data"] = Array(#"{"pic":"\#(server.url)/b.png"}"#.utf8)
            #expect(stored(picture(await frame(instance, isRefreshed: true))) == contents["/b.png"])
            // Another picture at the same address.
            contents["/b.png"] = try Self.png(0.25)
            #expect(stored(picture(await frame(instance, isRefreshed: true))) == contents["/b.png"])
            // The server is away, or sends the page of an error: the last picture stays.
            let last = contents["/b.png"]
            contents["/b.png"] = nil
            #expect(stored(picture(await frame(instance, isRefreshed: true))) == last)
            contents["/b.png"] = Array("<html>".utf8)
            #expect(stored(picture(await frame(instance, isRefreshed: true))) == last)
            #expect(
                reported.messages == [
                    "\(server.url)/b.png: the server answered 503; the last picture stays",
                    "\(server.url)/b.png: \(ImageError.unknownFormat(.unknown)); the last picture stays",
                ])
        }
    }

    /// An address without a picture is reported in every run, and requested again only after a while.
    @Test func aRefusedPictureIsReportedInEveryRun() async throws {
        contents["/bad"] = Array("<html>".utf8)
        try await withPictures { server in
            contents["/data"] = Array(
                #"{"pic":"\#(server.url)/bad?token=secret","more":["\#(server.url)/bad?token=secret","\#(server.url)/none"]}"#.utf8)
            let fields =
                "{ pic: { type: image, from: '{{ data.pic }}', optional: true }, more: { type: list, of: image, from: '{{ data.more }}' } }"
            let instance = try instance(fields, at: server)
            for _ in 0..<2 {
                let reported = ReportedPictures()
                #expect(picture(await frame(instance, reported)) == nil)
                #expect(
                    reported.messages == [
                        "\(server.url)/bad?…: \(ImageError.unknownFormat(.unknown)); a placeholder stands in its place",
                        "\(server.url)/none: the server answered 503; a placeholder stands in its place",
                    ])
            }
            #expect(server.requests.map(\.path).sorted() == ["/bad", "/data", "/none"])
        }
    }

    /// All entries of a timeline have their pictures, also those of the past.
    @Test func entriesOfThePastHaveTheirPictures() async throws {
        (contents["/0"], contents["/1"]) = (try Self.png(0), try Self.png(1))
        try await withPictures { server in
            contents["/data"] = Array(
                #"{"rows":[{"at":1000,"pic":"\#(server.url)/0"},{"at":2000000000,"pic":"\#(server.url)/1"}]}"#.utf8)
            let text = """
                source: { url: '\(server.url)/data' }
                timeline: { for: row in data.rows, at: "{{ row.at }}" }
                fields: { pic: { type: image, from: "{{ row.pic }}" } }
                refresh: { every: 1h }
                """
            let kind = try Kind(text, name: "k", file: folder.path + "/kind.yaml")
            let instance = KindInstance(kind, try KindValues([:], of: kind), isShipped: true)
            for _ in 0..<2 {
                let timeline = await frame(instance).timeline
                let shown = [1001.0, 2_000_000_001].map { timeline.entry(at: Date(timeIntervalSince1970: $0)) ?? timeline.entries.first }
                #expect(shown.map { stored($0?.fields.pictures["pic"]?.location) } == [contents["/0"], contents["/1"]])
            }
        }
    }

    @Test func tooManyPicturesAreRefusedWithWords() async throws {
        let picture = try Self.png(1)
        let count = PictureFetcher.maximumCount
        for index in 0..<count + 2 { contents["/\(index)"] = picture }
        try await withPictures { server in
            let list = (0..<count + 2).map { "\"\(server.url)/\($0)\"" }.joined(separator: ",")
            contents["/data"] = Array("{\"list\":[\(list)]}".utf8)
            let instance = try instance("{ list: { type: list, of: image, from: '{{ data.list }}' } }", at: server)
            let entry = try #require(await frame(instance).timeline.entry(at: .now))
            // The others keep their addresses, so that each has its own placeholder.
            #expect(entry.fields.pictureLocations(entry.schema).map { $0.hasPrefix("/") } == (0..<count + 2).map { $0 < count })
            let report = "2 of \(count + 2) pictures: an answer has \(count) pictures at most; placeholders stand in their place"
            #expect(reported.messages == [report])
        }
    }

    /// Pictures that stored data name are not removed, however old they are; others are, the oldest first.
    @Test func picturesThatDataNameStay() async throws {
        contents["/a.png"] = try Self.png(1)
        let folders = UserFolders(environment: ["HOME": folder.path])
        let pictures = folders.cache.folder("pictures")
        try await withPictures { server in
            contents["/data"] = Array(#"{"pic":"\#(server.url)/a.png"}"#.utf8)
            let named = try #require(picture(await frame(try instance(Self.field, at: server))))
            let shelf = PictureShelf(folder: pictures, state: folders.state, limit: 3000)
            var others: [String] = []
            for index in 0..<4 {
                let name = try shelf.store([UInt8](repeating: UInt8(index), count: 1000)).get()
                others.append(pictures.file(name).path)
            }
            // Those of the last hour stay.
            #expect(([named] + others).allSatisfy { FileManager.default.fileExists(atPath: $0) })
            for (age, path) in ([named] + others).enumerated() {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date.now.addingTimeInterval(Double(age) * 60 - 86_400)], ofItemAtPath: path)
            }
            _ = try shelf.store([UInt8](repeating: 9, count: 1000)).get()
            #expect(([named] + others).map { FileManager.default.fileExists(atPath: $0) } == [true, false, false, false, true])
        }
    }

    @Test func picturesBeyondTheLimitAreOneReport() async throws {
        let shelf = PictureShelf(folder: PrivateFolder(folder.path + "/pictures"), state: PrivateFolder(folder.path + "/state"))
        let fetcher = PictureFetcher(http: HTTPClient(), shelf: shelf, reports: reported.reports)
        let addresses = (0..<100).map { "http://127.0.0.1:1/\($0).png" }
        let found = await fetcher.fetch(addresses, known: StoredPictures())
        #expect(reported.messages.first == "36 of 100 pictures: an answer has 64 pictures at most; placeholders stand in their place")
        #expect(reported.messages.count == 65 && found.refusals.count == 64)
        // Those beyond it are not missing either.
        #expect(await fetcher.missing(addresses, in: found).isEmpty)
    }
}
