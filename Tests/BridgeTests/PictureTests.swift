import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import SubdialSystem
import Testing

@testable import SubdialBridge
@testable import SubdialHTTP
@testable import SubdialHTTPSupport

@Suite struct PictureTests {
    private let zone = ZoneID("roon:1")
    private let artwork = Artwork(key: "k1")
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    @Test func fetchesOnceAndKeeps() async throws {
        try await withTemporaryFolder { folder async throws in
            let bridge = FakeBridge()
            let cache = ArtworkCache(folder: PrivateFolder(folder.path(percentEncoded: false)))
            try await bridge.serve(artwork: cache) { client async throws in
                for _ in 0..<3 { #expect(try await client.picture(of: artwork, in: zone, side: 240) == FakeBridge.jpeg) }
                #expect(bridge.count(of: "/now_playing/image") == 1)
                #expect(try await client.picture(of: artwork, in: zone, side: 480) == FakeBridge.jpeg)
                #expect(bridge.count(of: "/now_playing/image") == 2)
            }
        }
    }

    /// One dialect resizes only JPEG: it sends a placeholder for a PNG with a size, and the original without one.
    @Test func aPictureThatIsNotResizedIsFetchedWithoutASize() async throws {
        let placeholder = "<svg xmlns='http://www.w3.org/2000/svg'/>"
        try await withServer { request, peer in
            if request.path == "/now_playing" { return try peer.answer("{\"line1\":\"T\",\"image_key\":\"k1\"}") }
            if request.target.contains("width") { return try peer.answer(Array(placeholder.utf8), type: "image/svg+xml") }
            try peer.answer(Self.png, type: "image/png")
        } _: { server async throws in
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient())
            #expect(try await client.picture(of: artwork, in: zone, side: 360) == Self.png)
            #expect(
                server.requests.map(\.target).prefix(2) == [
                    "/now_playing/image?zone_id=roon%3A1&width=360&height=360", "/now_playing/image?zone_id=roon%3A1",
                ])
        }
    }

    @Test func asksForTheSize() async throws {
        try await withServer { request, peer in
            if request.path == "/now_playing" { return try peer.answer("{\"line1\":\"T\",\"image_key\":\"k1\"}") }
            try peer.answer(Self.png, type: "text/html")
        } _: { server async throws in
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient())
            // The bytes decide the format, not the content type.
            #expect(try await client.picture(of: artwork, in: ZoneID("lms:a b"), side: 360) == Self.png)
            let sent = try #require(server.requests.first)
            #expect(sent.target == "/now_playing/image?zone_id=lms%3Aa%20b&width=360&height=360")
            #expect(sent.field("Accept-Encoding") == nil)
        }
    }

    @Test(arguments: ["<svg xmlns='http://www.w3.org/2000/svg'/>", "", "II*\u{0}TIFF", "{\"error\":\"none\"}"])
    func noPicture(_ body: String) async throws {
        try await withTemporaryFolder { folder async throws in
            let bridge = FakeBridge { $0.picture = Array(body.utf8) }
            let cache = ArtworkCache(folder: PrivateFolder(folder.path(percentEncoded: false)))
            try await bridge.serve(artwork: cache) { client async throws in
                #expect(try await client.picture(of: artwork, in: zone, side: 240) == nil)
            }
            #expect(bridge.count(of: "/now_playing/image") == 2)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).isEmpty)
        }
    }

    /// If the track changes between the picture and the check of its key, the cover may be wrong.
    @Test func aChangeOnTheWay() async throws {
        try await withTemporaryFolder { folder async throws in
            let bridge = FakeBridge { $0.afterPicture = { $0.imageKey = "k2" } }
            let cache = ArtworkCache(folder: PrivateFolder(folder.path(percentEncoded: false)))
            try await bridge.serve(artwork: cache) { client async throws in
                #expect(try await client.picture(of: artwork, in: zone, side: 240) == nil)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).isEmpty)
                #expect(try await client.picture(of: Artwork(key: "k2"), in: zone, side: 240) == FakeBridge.jpeg)
                // The previous picture is not available any more.
                #expect(try await client.picture(of: artwork, in: zone, side: 240) == nil)
            }
        }
    }

    @Test func sharesTheFetch() async throws {
        let bridge = FakeBridge()
        try await bridge.serve { client async throws in
            let pictures = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
                for _ in 0..<20 { group.addTask { try await client.picture(of: artwork, in: zone, side: 240) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(pictures.count == 20 && pictures.allSatisfy { $0 == FakeBridge.jpeg })
        }
        #expect(bridge.count(of: "/now_playing/image") < 20)
    }

    @Test func tellsFailures() async throws {
        let missing = "{\"error\":\"zone not found\",\"error_code\":\"ZONE_NOT_FOUND\",\"zones\":[]}"
        let bridge = FakeBridge { $0.answers["/now_playing/image"] = [(404, missing), (500, "{\"error\":\"no\"}"), (401, "")] }
        try await bridge.serve { client async throws in
            let address = client.address.text
            let login = "\(address) asks for a login; write it in the address, like http://NAME:PASSWORD@HOST:8088"
            for expected in [SourceError.zoneMissing("roon:1", known: []), .badAnswer(address: address, reason: "no"), .refused(login)] {
                await #expect(throws: expected) { try await client.picture(of: artwork, in: zone, side: 240) }
            }
        }
    }

    @Test func tooLarge() async throws {
        let bridge = FakeBridge { $0.picture = FakeBridge.jpeg + [UInt8](repeating: 1, count: 5000) }
        var limits = BridgeLimits()
        limits.maximumArtwork = 4 << 10
        try await bridge.serve(limits: limits) { client async throws in
            await #expect(throws: SourceError.badAnswer(address: client.address.text, reason: "the answer is larger than 4 kB")) {
                try await client.picture(of: artwork, in: zone, side: 240)
            }
        }
    }
}
