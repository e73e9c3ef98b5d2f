import Foundation
import SubdialDrawing
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// Pictures at addresses and in files, in processes that draw them.
@Suite struct PictureReportsCommandTests {
    private static let placeholder = "; a placeholder stands in its place\n"

    private func write(_ text: String, to name: String, in sandbox: Sandbox) throws {
        let path = sandbox.path("config/subdial/templates/shop/\(name)")
        try FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func makeKind(at address: String, in sandbox: Sandbox) throws {
        let kind = """
            source: { url: '\(address)/data' }
            fields:
              pic: { type: image, from: "{{ data.pic }}", optional: true }
              items: { type: list, of: { icon: image }, from: "{{ data.items }}" }
            refresh: { every: 1h }
            """
        try write(kind, to: "kind.yaml", in: sandbox)
        try write(
            "body: { HStack: [ { Image: artwork }, { Image: artwork, of: '{{ items[0].icon }}' } ] }\n", to: "systemSmall.yaml", in: sandbox
        )
    }

    /// The second process draws the same pixels, with the server away.
    @Test func aSecondRenderDrawsTheSamePictures() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let red = try PNG.encode(Bitmap(width: 8, height: 8, color: Color(red: 1, green: 0, blue: 0)))
        let blue = try PNG.encode(Bitmap(width: 8, height: 8, color: Color(red: 0, green: 0, blue: 1)))
        func draw(_ file: String) throws -> Data? {
            let drawn = try sandbox.run("render", "shop", "--family", "systemSmall", "-o", file)
            #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
            return FileManager.default.contents(atPath: sandbox.path(file))
        }
        var first: Data?
        try await withServer { request, peer in
            switch request.path {
            case "/red": try peer.answer(red, type: "image/png")
            case "/blue": try peer.answer(blue, type: "image/png")
            default:
                let start = "http://127.0.0.1:\(request.field("Host")?.split(separator: ":").last ?? "")"
                try peer.answer(#"{"pic":"\#(start)/red?key=secret","items":[{"icon":"\#(start)/blue"}]}"#)
            }
        } _: { server in
            try makeKind(at: server.url.replacing("localhost", with: "127.0.0.1"), in: sandbox)
            first = try draw("a.png")
            #expect(server.requests.count == 3)
        }
        let drawn = try #require(first)
        #expect(try draw("b.png") == drawn)
        let bitmap = try PNG.decode([UInt8](drawn))
        let colors = Set((0..<bitmap.width).compactMap { bitmap.color(x: $0, y: bitmap.height / 2)?.hex })
        #expect(colors.isSuperset(of: ["#ff0000", "#0000ff"]), "\(colors)")
    }

    /// Each process reports it, however many pictures it draws, and without the secrets of the address.
    @Test func anAddressWithoutAPictureIsReportedInEachRun() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await withServer { request, peer in
            let start = "http://127.0.0.1:\(request.field("Host")?.split(separator: ":").last ?? "")"
            if request.path == "/bad" { return try peer.answer("<html>", type: "image/png") }
            try peer.answer(#"{"pic":"\#(start)/bad?key=secret","items":[{"icon":"\#(start)/bad?key=secret"}]}"#)
        } _: { server in
            let address = server.url.replacing("localhost", with: "127.0.0.1")
            try makeKind(at: address, in: sandbox)
            for _ in 0..<2 {
                let drawn = try sandbox.run("render", "shop", "--family", "systemSmall", "--appearance", "both", "-o", "out/")
                #expect(drawn.status == 0)
                #expect(drawn.errors == "subdial: \(address)/bad?…: \(ImageError.unknownFormat(.unknown))\(Self.placeholder)")
            }
        }
    }

    /// A file that no decoder accepts is reported once for all pictures, also those of several processes.
    @Test(arguments: ["1", "2"]) func aFileIsReportedOnceForAllPictures(_ jobs: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try "no picture".write(toFile: sandbox.path("cover.jpg"), atomically: true, encoding: .utf8)
        let entry = #"{ "date": "2026-01-08T20:15:04Z", "status": "playing", "track": { "title": "So What" }, "artwork": "cover.jpg" }"#
        try entry.write(toFile: sandbox.path("entry.json"), atomically: true, encoding: .utf8)
        let drawn = try sandbox.run("render", "--all", "--scale", "1", "--jobs", jobs, "--entry", "entry.json", "-o", "out/")
        #expect(drawn.status == 0)
        #expect(drawn.errors == "subdial: cover.jpg: \(ImageError.unknownFormat(.unknown))\(Self.placeholder)")
    }

    /// The cover of a player that is larger than the limit is reported once.
    @Test func aCoverAboveTheLimitIsReported() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try "no picture".write(toFile: sandbox.path("cover.jpg"), atomically: true, encoding: .utf8)
        let message = #"{"type":"now_playing","title":"A","status":"playing","artwork":"cover.jpg"}"#
        try (message + "\n").write(toFile: sandbox.path("now.jsonl"), atomically: true, encoding: .utf8)
        let big = sandbox.path("cover.jpg")
        #expect(truncate(big, off_t(33 << 20)) == 0)
        let drawn = try sandbox.run(
            "render", "--source", "file:\(sandbox.path("now.jsonl"))", "--all", "--scale", "1", "-o", "out/")
        #expect(drawn.status == 0)
        let lines = drawn.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines.first?.contains("the picture has more than 32 MiB") == true, "\(drawn.errors)")
    }
}
