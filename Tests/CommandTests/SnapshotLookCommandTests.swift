import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The looks of a suite equal those of `render`.
@Suite(.serialized) struct SnapshotLookCommandTests {
    /// The text of a matrix, the flags of `render` for the same look, and the words in the name.
    static let looks: [(id: String, matrix: String, flags: [String], words: String)] = [
        ("tint", ##"modes: [accented], tints: ["#FF9500"]"##, ["--mode", "accented", "--tint", "#FF9500"], "accented.tint-ff9500"),
        ("backdrop", "backdrops: [covers/dusk.jpg]", ["--backdrop", "covers/dusk.jpg"], "backdrop-dusk"),
        ("night", "night: [true]", ["--night"], "night"),
        ("luminance", "reducedLuminance: [true]", ["--reduced-luminance"], "reducedLuminance"),
        ("ground", "noBackground: [true]", ["--no-background"], "noBackground"),
        ("scale", "scales: [1.5]", ["--scale", "1.5"], "1-5x"),
        ("square", "square: [true]", ["--square"], "square"),
        ("moment", "families: [systemMedium], moments: [30]", ["--family", "systemMedium", "--at", "2026-01-08T20:15:34Z"], "30s"),
        ("gray", "panels: [{ depth: 2, dither: atkinson }]", ["--depth", "2", "--dither", "atkinson"], "panel-2bit-atkinson"),
        (
            "turned", "panels: [{ depth: 1, rotate: 90 }]", ["--depth", "1", "--rotate", "90"], "panel-1bit-rotate90"
        ),
        ("palette", "panels: [{ palette: mine.yaml }]", ["--palette", "mine.yaml"], "panel-mine"),
        (
            "own", "families: [panel], devices: [inky-impression-7.3], panels: [own]",
            ["--family", "panel", "--device", "inky-impression-7.3"],
            "panel"
        ),
        (
            "zone", "families: [panel], panels: [own], timeZones: [Europe/Berlin]", ["--family", "panel", "--time-zone", "Europe/Berlin"],
            "Europe-Berlin.panel"
        ),
        (
            "size", "families: [panel], panels: [{ size: 400x300, depth: 1 }]", ["--family", "panel", "--size", "400x300", "--depth", "1"],
            "panel-400x300-1bit"
        ),
        (
            "size-of-device", "families: [panel], devices: [trmnl-x], panels: [{ size: 400x300 }]",
            ["--family", "panel", "--device", "trmnl-x", "--size", "400x300"], "panel-400x300"
        ),
        ("type-size", "typeSizes: [AX1]", ["--type-size", "AX1"], "AX1"),
        ("language", "languages: [ar], redactions: [placeholder]", ["--language", "ar", "--redacted", "placeholder"], "ar.placeholder"),
        ("direction", "directions: [rightToLeft]", ["--direction", "rightToLeft"], "rightToLeft"),
        ("stand-by", "placements: [standBy], night: [true]", ["--placement", "standBy", "--night"], "standBy.night"),
    ]

    @Test func everyLookIsWhatRenderDraws() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try Self.fill(sandbox)
        let cases = Self.looks.map { look in
            let families = look.matrix.contains("families") ? "" : "families: [systemSmall], "
            return "  - { id: \(look.id), kind: now-playing, entries: [playing.json], matrix: { \(families)\(look.matrix) } }\n"
        }
        let plain =
            "  - { id: plain, kind: now-playing, entries: [playing.json], matrix: { families: [systemSmall, systemMedium, panel] } }\n"
        try ("matrix: { appearances: [dark] }\nlevels: [picture]\ncases:\n" + plain + cases.joined())
            .write(toFile: sandbox.path("snapshots.yaml"), atomically: true, encoding: .utf8)
        let recorded = try sandbox.run("snapshot", "record")
        #expect(recorded.status == 0, "\(recorded.output)\(recorded.errors)")
        let plains = try Self.references("plain", sandbox)
        for look in Self.looks {
            let reference = try #require(try Self.references(look.id, sandbox).first)
            let family = look.flags.firstIndex(of: "--family").map { look.flags[$0 + 1] } ?? "systemSmall"
            #expect(reference.hasSuffix(".dark.\(look.words).png"), "\(reference)")
            let flags = look.flags.contains("--family") ? look.flags : ["--family", family] + look.flags
            let drawn = try sandbox.run(["render", "--entry", "playing.json", "-o", "drawn.png"] + flags)
            #expect(drawn.status == 0, "\(look.id): \(drawn.errors)")
            let compared = try sandbox.run("snapshot", "compare", "--exact", "drawn.png", "References/\(reference)")
            #expect(compared.status == 0, "\(look.id): \(compared.output)\(compared.errors)")
            let plain = try #require(plains.first { $0.contains(".\(family).") })
            let different = try sandbox.run("snapshot", "compare", "--exact", "References/\(plain)", "References/\(reference)")
            #expect(different.status == 1, "\(look.id) is drawn as usual")
        }
        #expect(try sandbox.run("snapshot", "check").output == "\(Self.looks.count + 3) snapshots: \(Self.looks.count + 3) passed\n")
    }

    /// A frame of a suite equals the animation's frame at that time.
    @Test func aFrameIsThatOfAnAnimation() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try Self.fill(sandbox)
        try """
        levels: [picture]
        matrix: { appearances: [dark], families: [accessoryRectangular], moments: [0, 0.5], animated: [true] }
        cases: [{ id: a, kind: now-playing, entries: [playing.json] }]

        """.write(toFile: sandbox.path("snapshots.yaml"), atomically: true, encoding: .utf8)
        #expect(try sandbox.run("snapshot", "record").status == 0)
        let names = try Self.references("a", sandbox)
        #expect(
            names.count == 2 && names.contains { $0.hasSuffix(".dark.animated.png") }
                && names.contains { $0.hasSuffix(".500ms.animated.png") })
        for (name, at) in names.map({ ($0, $0.contains("500ms") ? "2026-01-08T20:15:04.500Z" : "2026-01-08T20:15:04Z") }) {
            let drawn = try sandbox.run(
                "render", "--entry", "playing.json", "--family", "accessoryRectangular", "--at", at, "--duration", "0", "-o", "drawn.apng")
            #expect(drawn.status == 0, "\(drawn.errors)")
            try? FileManager.default.removeItem(atPath: sandbox.path("drawn.png"))
            try FileManager.default.moveItem(atPath: sandbox.path("drawn.apng"), toPath: sandbox.path("drawn.png"))
            // Of an animation, the first frame is compared.
            let compared = try sandbox.run("snapshot", "compare", "--exact", "drawn.png", "References/\(name)")
            #expect(compared.status == 0, "\(name): \(compared.output)\(compared.errors)")
        }
        let moved = try sandbox.run("snapshot", "compare", "--exact", "References/\(names[0])", "References/\(names[1])")
        #expect(moved.status == 1)
    }

    /// A suite, and the reported error.
    @Test(
        arguments: [
            ("families: [systemSmall], panels: [own]", 65, "the panels of the case 'a' are for the family panel"),
            ("families: [systemSmall], backdrops: [none.jpg]", 1, "none.jpg: there is no such picture"),
            ("families: [systemSmall], backdrops: [playing.json]", 1, "playing.json: "),
            ("families: [systemSmall], panels: [{ palette: nothing }]", 1, "palette does not know 'nothing'"),
            ("families: [systemSmall], panels: [{ dither: none }]", 1, "dither is for pictures in few colours"),
            ("families: [panel], panels: [{ depth: 1, maxBytes: 100 }]", 1, "more than the limit of 100"),
            (
                "families: [systemSmall], backdrops: [covers/dusk.jpg, dusk.png]", 65,
                "give their entries, backdrops or palettes other names"
            ),
        ] as [(String, Int32, String)])
    func whatCannotBeDrawnIsTold(_ matrix: String, _ status: Int32, _ message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try Self.fill(sandbox)
        try "cases: [{ id: a, kind: now-playing, entries: [playing.json], matrix: { \(matrix) } }]\n"
            .write(toFile: sandbox.path("snapshots.yaml"), atomically: true, encoding: .utf8)
        let outcome = try sandbox.run("snapshot", "check")
        #expect(outcome.status == status && (outcome.errors + outcome.output).contains(message), "\(outcome.errors)\(outcome.output)")
    }

    /// A mask is placed at its node, also in a rotated picture.
    @Test func masksAreTurnedWithThePicture() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func template(_ artist: String) throws {
            try """
            body:
              VStack:
                - { Text: "{{ title }}", font: headline }
                - { Text: "\(artist)", frame: { width: 120, height: 30 }, id: artist }

            """.write(toFile: sandbox.path("systemSmall.yaml"), atomically: true, encoding: .utf8)
        }
        try Self.fill(sandbox)
        for rotation in [90, 180, 270] {
            func check(_ command: String, _ mask: String) throws -> Int32 {
                try """
                cases:
                  - { id: a, template: systemSmall.yaml, entries: [playing.json], levels: [picture], \(mask)
                      matrix: { panels: [{ depth: 1, rotate: \(rotation) }] } }

                """.write(toFile: sandbox.path("snapshots.yaml"), atomically: true, encoding: .utf8)
                return try sandbox.run("snapshot", command).status
            }
            try template("{{ artist }}")
            #expect(try check("record", "") == 0)
            try template("Nobody")
            #expect(try check("check", "masks: [{ node: artist }],") == 0)
            #expect(try check("check", "") == 1)
        }
    }

    private static func fill(_ sandbox: Sandbox) throws {
        let entry = try Repository.fixture("entries/playing.json").replacingOccurrences(of: "../artwork/", with: "covers/")
        try entry.write(toFile: sandbox.path("playing.json"), atomically: true, encoding: .utf8)
        try FileManager.default.copyItem(
            atPath: Repository.fixtureURL("artwork").path, toPath: sandbox.path("covers"))
        try FileManager.default.copyItem(atPath: sandbox.path("covers/spectrum.png"), toPath: sandbox.path("dusk.png"))
        try "palettes: { mine: { wire: [\"#000000\", \"#FFFFFF\", \"#FF0000\"] } }\n"
            .write(toFile: sandbox.path("mine.yaml"), atomically: true, encoding: .utf8)
    }

    /// The pictures of a case, by their paths below the references.
    private static func references(_ id: String, _ sandbox: Sandbox) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sandbox.path("References/\(id)")).filter { $0.hasSuffix(".png") }.sorted()
            .map { "\(id)/\($0)" }
    }
}
