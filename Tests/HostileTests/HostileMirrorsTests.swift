import Foundation
import SubdialDocuments
import SubdialGLib
import SubdialHTTP
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// `subdial mirror` with servers that send wrong data.
@Suite struct HostileMirrorsTests {
    /// The SHA-256 of "hello".
    private static let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

    private static func context(_ files: String, kinds: String = "[]") -> String {
        #"{"version":1,"revision":"r","kinds":\#(kinds),"files":[\#(files)]}"#
    }

    private static func file(_ path: String, _ address: String = hello, size: Int = 5) -> String {
        #"{"path":"\#(path)","sha256":"\#(address)","size":\#(size)}"#
    }

    /// Mirrors a server's response once.
    private static func mirror(
        _ context: String, answer: @escaping @Sendable (Peer) throws -> Void = { try $0.answer("hello") },
        _ check: (Sandbox.Outcome, _ folder: String, _ asked: [String]) throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await withServer { request, peer in
            if request.path == "/transfer/context.json" { try peer.answer(context) } else { try answer(peer) }
        } _: { server in
            let outcome = try sandbox.run("mirror", server.url, sandbox.path("a/mirror"), "--once")
            // Nothing is written beside the folder.
            #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("a")) == ["mirror"])
            try check(outcome, sandbox.path("a/mirror"), server.requests.filter { $0.path.hasPrefix("/transfer/files/") }.map(\.line))
        }
    }

    @Test func whatIsRightIsTaken() async throws {
        let kinds = #"[{"kind":"clock","entry":{"kind":"clock","date":"2026-01-08T20:15:04Z"}}]"#
        try await Self.mirror(
            Self.context([Self.file("templates/clock/a.yaml"), Self.file("covers/b.png")].joined(separator: ","), kinds: kinds)
        ) { outcome, folder, asked in
            #expect(outcome.status == 0 && outcome.lines == [#"{"changed":"clock","revision":"r"}"#], "\(outcome.errors)")
            #expect(asked.count == 1)
            for path in ["templates/clock/a.yaml", "covers/b.png"] {
                #expect(FileManager.default.contents(atPath: "\(folder)/\(path)") == Data("hello".utf8))
            }
            #expect(FileManager.default.fileExists(atPath: "\(folder)/entries/clock.json"))
        }
    }

    @Test(arguments: [
        ("../x.yaml", "begins with a dot"), ("/etc/x.yaml", "absolute"), ("templates/../../x.yaml", "begins with a dot"),
        ("templates//x.yaml", "empty"), ("templates/./x.yaml", "begins with a dot"), (".mirror.json", "begins with a dot"),
        ("templates/.hidden", "begins with a dot"), ("templates", "alone"), ("entries/clock.json", "alone"), ("x.yaml", "alone"),
        (#"templates/a\\..\\b"#, "should"), (#"templates/a\u0000b"#, "should"), (#"templates/a\nb"#, "should"), ("templates/x/", "empty"),
        ("templates/" + String(repeating: "x", count: 300), "too long"),
    ])
    func pathsLeadNowhereElse(_ path: String, _ reason: String) async throws {
        try await Self.mirror(Self.context(Self.file(path))) { outcome, _, asked in
            #expect(outcome.status == 65 && outcome.errors.contains(reason) && asked.isEmpty, "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.output.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("nonsense", 65, "not JSON"), ("[]", 65, "no version"),
            (#"{"version":2,"revision":"r","kinds":[],"files":[]}"#, 65, "another version"),
            (#"{"version":1,"kinds":[],"files":[]}"#, 65, "lacks"),
            (context(file("templates/x", size: 2 << 30)), 77, "--limit MIB allows more"),
            (context(file("templates/x", size: .max)), 77, "--limit MIB allows more"),
            (context(file("templates/x", size: -1)), 65, "no path, SHA-256 or size"),
            (context(file("templates/x", "../../../etc/passwd")), 65, "no path, SHA-256 or size"),
            (context([file("templates/x"), file("templates/x")].joined(separator: ",")), 65, "twice"),
            (context([file("templates/x"), file("templates/x/y")].joined(separator: ",")), 65, "in its way"),
            (context([file("templates/x"), file("templates/y", size: 6)].joined(separator: ",")), 65, "two sizes"),
            (context("", kinds: #"[{"kind":"../x","entry":{}}]"#), 65, "no kind has such a name"),
            (context("", kinds: #"[{"kind":"a","entry":5}]"#), 65, "no object"),
            (context((0...10_000).map { file("templates/\($0)") }.joined(separator: ",")), 65, "more than"),
        ] as [(String, Int32, String)])
    func contextsThatAreNone(_ context: String, _ status: Int32, _ reason: String) async throws {
        try await Self.mirror(context) { outcome, _, asked in
            #expect(outcome.status == status && outcome.errors.contains(reason) && asked.isEmpty, "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.output.isEmpty)
        }
    }

    /// A file with wrong bytes is fetched once more from the start, and then reported; its entry is not written.
    @Test(arguments: ["jello", "hell", "hello, world", ""])
    func filesThatAreOthers(_ body: String) async throws {
        let kinds = #"[{"kind":"clock","entry":{"kind":"clock","date":"2026-01-08T20:15:04Z"}}]"#
        try await Self.mirror(Self.context(Self.file("templates/x.yaml"), kinds: kinds), answer: { try $0.answer(body) }) {
            outcome, folder, asked in
            #expect(outcome.status == 65 && outcome.errors.contains("not the file of its manifest"), "\(outcome.errors)")
            #expect(asked.count == 2 && outcome.output.isEmpty)
            for path in ["templates/x.yaml", "entries/clock.json", ".parts/\(Self.hello)"] {
                #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(path)"), "\(path)")
            }
        }
    }

    /// A connection that breaks repeatedly without a byte is given up; earlier bytes stay.
    @Test func connectionsThatBreak() async throws {
        try await Self.mirror(
            Self.context(Self.file("templates/x.yaml")),
            answer: {
                try $0.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"); throw Peer.Hangup()
            }
        ) { outcome, _, asked in
            #expect(outcome.status == 69 && (2...8).contains(asked.count), "\(outcome.errors) \(asked)")
        }
    }

    /// A range at another position is not appended to the received bytes.
    @Test func rangesThatAreOthers() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.createDirectory(atPath: sandbox.path("mirror/.parts"), withIntermediateDirectories: true)
        try Data("he".utf8).write(to: URL(filePath: sandbox.path("mirror/.parts/\(Self.hello)")))
        try await withServer { request, peer in
            if request.path == "/transfer/context.json" {
                try peer.answer(Self.context(Self.file("templates/x.yaml")))
            } else if request.field("Range") != nil {
                try peer.answer("llo", status: 206, fields: ["Content-Range: bytes 1-3/5"])
            } else {
                try peer.answer("hello")
            }
        } _: { server in
            let outcome = try sandbox.run("mirror", server.url, sandbox.path("mirror"), "--once")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(FileManager.default.contents(atPath: sandbox.path("mirror/templates/x.yaml")) == Data("hello".utf8))
        }
    }

    // MARK: Files of this machine

    /// An entry of a clock, and one of playback, with a picture at a location.
    private static func kinds(_ location: String) -> String {
        """
        [{"kind":"now-playing","entry":{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"/etc/passwd"},"artwork":"\(location)",
          "queue":[{"title":"a","artwork":"\(location)"}]}},
         {"kind":"shelf","entry":{"kind":"shelf","date":"2026-01-08T20:15:04Z","cover":"\(location)","name":"\(location)"}}]
        """
    }

    private static let kind = "name: Shelf\nsource: { static: {} }\nfields: { cover: { type: image }, name: text }\n"
    private static let template = "body: { Image: artwork, of: \"{{ 'SECRET' }}\", placeholder: music.note }\n"

    /// A server with files by their path.
    private static func withFiles(
        _ files: [String: Data], kinds: String = "[]", _ body: (Sandbox, _ address: String) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let secret = sandbox.path("secret.png")
        try Data(Repository.fixtureBytes("artwork/blue.jpg")).write(to: URL(filePath: secret))
        let named = files.sorted { $0.key < $1.key }.enumerated().map { index, file in
            let text = String(decoding: file.value, as: UTF8.self)
            let isText = Data(text.utf8) == file.value
            return (path: file.key, data: isText ? Data(text.replacingOccurrences(of: "SECRET", with: secret).utf8) : file.value)
        }
        let digests = named.map { SHA256.hex([UInt8]($0.data)) }
        let context = Self.context(
            zip(named, digests).map { Self.file($0.path, $1, size: $0.data.count) }.joined(separator: ","),
            kinds: kinds.replacingOccurrences(of: "SECRET", with: secret))
        try await withServer { request, peer in
            if request.path == "/transfer/context.json" { return try peer.answer(context) }
            guard let index = digests.firstIndex(where: { request.path.hasSuffix($0) }) else { return try peer.answer("", status: 404) }
            try peer.answer([UInt8](named[index].data))
        } _: { server in
            try await body(sandbox, server.url)
        }
    }

    /// Only pictures in the mirror's folder remain in entries; other locations are reported once, and texts stay as they are.
    @Test(arguments: [
        "/etc/passwd", "SECRET", "file://SECRET", "../secret.png", "../entries/../../secret.png", "../covers/../../secret.png", "/dev/zero",
        "http://127.0.0.1/x.png",
    ])
    func entriesNameNoFileOfTheMachine(_ location: String) async throws {
        let files = [
            "templates/shelf/kind.yaml": Data(Self.kind.utf8), "templates/shelf/systemSmall.yaml": Data("body: { Image: artwork }\n".utf8),
        ]
        try await Self.withFiles(files, kinds: Self.kinds(location)) { sandbox, address in
            let shown = location.replacingOccurrences(of: "SECRET", with: sandbox.path("secret.png"))
            let outcome = try sandbox.run("mirror", address, sandbox.path("mirror"), "--once")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let told = outcome.errors.split(separator: "\n")
            #expect(told.count == 2 && told.allSatisfy { $0.contains("none of the mirror's") && $0.contains(shown) }, "\(outcome.errors)")
            func entry(_ kind: String) throws -> JSONValue {
                try JSONValue(parsing: try String(contentsOfFile: sandbox.path("mirror/entries/\(kind).json"), encoding: .utf8))
            }
            let (playing, shelf) = (try entry("now-playing"), try entry("shelf"))
            #expect(playing["artwork"] == "../covers/missing" && playing["track"]?["title"] == "/etc/passwd")
            #expect(playing["queue"]?.text() == #"[{"title":"a","artwork":"../covers/missing"}]"#)
            #expect(shelf["cover"] == "../covers/missing" && shelf["name"]?.string == shown)
            #expect(!FileManager.default.fileExists(atPath: sandbox.path("mirror/covers")))
        }
    }

    /// A template of the server draws no picture of the machine, whatever it computes.
    @Test func templatesNameNoFileOfTheMachine() async throws {
        let cover = Data(try Repository.fixtureBytes("artwork/forest.jpg"))
        let own = "\(SHA256.hex([UInt8](cover))).jpg"
        let files = [
            "templates/shelf/kind.yaml": Data(Self.kind.utf8), "templates/shelf/systemSmall.yaml": Data(Self.template.utf8),
            "covers/\(own)": cover,
            "templates/shelf/systemMedium.yaml": Data(Self.template.replacing("SECRET", with: "../covers/\(own)").utf8),
            "templates/shelf/systemLarge.yaml": Data("body: { Part: \"../../../secret\" }\n".utf8),
        ]
        try await Self.withFiles(files, kinds: Self.kinds("../covers/\(own)")) { sandbox, address in
            let outcome = try sandbox.run("mirror", address, sandbox.path("mirror"), "--once")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            func draw(_ family: String) throws -> Sandbox.Outcome {
                try sandbox.run(
                    "render", "shelf", "--family", family, "--entry", sandbox.path("mirror/entries/shelf.json"), "-o", "-",
                    environment: ["SUBDIAL_TEMPLATES": sandbox.path("mirror/templates")])
            }
            let small = try draw("systemSmall")
            #expect(
                small.status == 0 && small.errors.contains("secret.png: the picture is not among those of the mirror"), "\(small.errors)")
            let medium = try draw("systemMedium")
            #expect(medium.status == 0 && medium.errors.isEmpty, "\(medium.errors)")
            #expect(try draw("systemLarge").status == 65)
            // A link that has come into the folder leads out of it.
            let place = sandbox.path("mirror/covers/\(own)")
            try FileManager.default.removeItem(atPath: place)
            try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: sandbox.path("secret.png"))
            #expect(try draw("systemMedium").errors.contains("is not among those of the mirror"))
        }
    }

    /// The fontconfig file of a server is not stored; the mirror's own one names its folder of fonts and its cache, and nothing else.
    @Test(arguments: ["templates/fonts.conf", "templates/FONTS.conf", "templates/fonts.conf/x.yaml"])
    func theFontConfigurationIsTheMirrorsOwn(_ path: String) async throws {
        let font = try #require(Self.font, "needs the fonts: Scripts/install-dependencies --test")
        let evil = """
            <?xml version="1.0"?><fontconfig><dir>/</dir><include>/dev/zero</include><cachedir>SECRET.cache</cachedir></fontconfig>
            """
        let files = [
            path: Data(evil.utf8), "fonts/00-inter/0000-Inter.otf": font, "templates/shelf/kind.yaml": Data(Self.kind.utf8),
            "templates/shelf/systemSmall.yaml": Data("body: { Text: \"{{ name }}\" }\n".utf8),
        ]
        try await Self.withFiles(files, kinds: Self.kinds("../covers/missing")) { sandbox, address in
            for _ in 0..<2 {
                let outcome = try sandbox.run("mirror", address, sandbox.path("mirror"), "--once")
                #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
                let text = try String(contentsOfFile: sandbox.path("mirror/templates/fonts.conf"), encoding: .utf8)
                let folders = text.matches(of: #/<(?:dir|include|cachedir|remap-dir)[^>]*>[^<]*/#).map { String($0.output) }
                #expect(
                    folders == [
                        "<dir prefix=\"relative\">../fonts", "<cachedir>\(sandbox.folder.resolvingSymlinksInPath().path)/mirror/.cache",
                    ],
                    "\(folders)")
                #expect(text.contains("<string>Noto Color Emoji</string>"))
                let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("mirror/templates"))
                #expect(names.filter { $0.lowercased().hasPrefix("fonts") } == ["fonts.conf"])
                let drawn = try sandbox.run(
                    "render", "shelf", "--family", "systemSmall", "--entry", sandbox.path("mirror/entries/shelf.json"), "-o", "-",
                    environment: ["SUBDIAL_TEMPLATES": sandbox.path("mirror/templates")])
                #expect(drawn.status == 0 && drawn.bytes.count > 100, "\(drawn.errors)")
                #expect(FileManager.default.fileExists(atPath: sandbox.path("mirror/.cache")))
                #expect(!FileManager.default.fileExists(atPath: sandbox.path("secret.png.cache")))
            }
        }
    }

    /// A font that is none is not stored, and the next run asks for it again.
    @Test(arguments: ["<?xml version=\"1.0\"?><fontconfig/>", "\u{7F}ELF", "x"]) func aFontIsAFont(_ text: String) async throws {
        try await Self.withFiles(["fonts/00-inter/0000-Inter.otf": Data(text.utf8)]) { sandbox, address in
            for _ in 0..<2 {
                let outcome = try sandbox.run("mirror", address, sandbox.path("mirror"), "--once")
                #expect(outcome.status == 65 && outcome.errors.contains("0000-Inter.otf: ") && outcome.errors.contains("it is no font"))
                #expect(!FileManager.default.fileExists(atPath: sandbox.path("mirror/fonts")))
            }
        }
    }

    private static var font: Data? {
        ["/usr/share/fonts/opentype/inter/Inter-Regular.otf", "/usr/share/fonts/truetype/inter/Inter-Regular.ttf"].lazy
            .compactMap { FileManager.default.contents(atPath: $0) }.first
    }
}
