import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The pinned fonts of a suite.
@Suite(.serialized) struct SnapshotFontsCommandTests {
    private func faces(_ place: SnapshotWorkplace) throws -> [JSONValue] {
        try #require(try JSONValue(parsing: place.text("snapshots.fonts.lock")).elements)
    }

    @Test func everyFaceIsLockedAndAnotherFailsBeforeDrawing() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        let locked = try place.run("fonts", "lock")
        #expect(locked.status == 0 && locked.output.hasSuffix("snapshots.fonts.lock: 2 faces\n"), "\(locked.output)\(locked.errors)")
        // A headline does not have the regular weight.
        #expect(Set(try faces(place).map { $0["family"]?.string ?? "" }) == ["Inter"])
        #expect(Set(try faces(place).map { $0["style"]?.string ?? "" }) == ["Regular", "Semi Bold"])
        #expect(try faces(place).allSatisfy { $0["sha256"]?.string?.count == 64 && $0["version"]?.string?.isEmpty == false })
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")

        let lock = try place.text("snapshots.fonts.lock")
        let digest = try #require(lock.firstMatch(of: /"sha256" : "([0-9a-f]{64})"/)?.output.1)
        try place.write(lock.replacing(digest, with: String(repeating: "0", count: 64)), to: "snapshots.fonts.lock")
        for arguments in [["check"], ["record"], ["check", "--processes", "1"]] {
            let outcome = try place.sandbox.run(["snapshot"] + arguments)
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains("Inter Regular is another file of the same version here, and not"), "\(outcome.errors)")
            #expect(outcome.errors.contains("snapshot fonts vendor") && outcome.output.isEmpty)
        }
        try place.write(lock.replacing("Semi Bold", with: "Ultra"), to: "snapshots.fonts.lock")
        let missing = try place.run("check")
        #expect(missing.status == 65 && missing.errors.contains("Inter Ultra (") && missing.errors.contains("is not here"))
        try place.write("nothing", to: "snapshots.fonts.lock")
        let broken = try place.run("check")
        #expect(broken.status == 65 && broken.errors.contains("this is no lock of fonts; write it anew by 'subdial snapshot fonts lock'"))
    }

    /// A newly used face is reported, and can be locked again.
    @Test func aFaceThatIsNotInTheLockIsToldOf() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        #expect(try place.run("fonts", "lock").status == 0)
        let entry = #"{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"青の中の緑","artist":"Miles Davis"}}"#
        try place.write(entry, to: "entries/one.json")
        let outcome = try place.run("check")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("is used and not in the lock; 'subdial snapshot fonts lock' adds it"), "\(outcome.output)")
        #expect(outcome.output.contains("Noto Sans CJK"))
    }

    /// The list beside the references has the fonts of what is recorded or accepted, and only those.
    @Test func theListOfFontsIsThatOfTheReferences() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        let list = "References/fonts.json"
        #expect(try place.run("check").status == 1)
        #expect(try place.run("accept", "--all").lines.count == 8)
        let accepted = try place.text(list)
        try FileManager.default.removeItem(atPath: place.sandbox.path(list))
        #expect(try place.run("record").output == "8 snapshots: 8 passed\n")
        #expect(try place.text(list) == accepted && accepted.contains("Semi Bold"))

        let digest = try #require(accepted.firstMatch(of: /"sha256" : "([0-9a-f]{64})"/)?.output.1)
        let stale = accepted.replacing(digest, with: String(repeating: "0", count: 64))
        for arguments in [["record", "--mode", "all"], ["record"], ["record", "--filter", "systemSmall"]] {
            try place.write(stale, to: list)
            #expect(try place.run("check").output.hasPrefix("warning: other fonts than the references were recorded with: Inter"))
            let outcome = try place.sandbox.run(["snapshot"] + arguments)
            #expect(outcome.status == 0 && !outcome.output.contains("warning"), "\(outcome.output)")
            #expect(try place.text(list) == accepted)
        }
        // Missing references are none of those that exist.
        try place.write(stale, to: list)
        #expect(try place.run("record", "--mode", "missing").output.contains("other fonts than"))

        try place.write("nothing", to: list)
        let broken = try place.run("check")
        #expect(broken.status == 65)
        #expect(
            broken.errors
                == "subdial: \(place.sandbox.path(list)): this is no list of fonts; record the references to write it anew\n")
        #expect(try place.statuses() == ["error": 1])
        #expect(try place.run("record").output == "8 snapshots: 8 passed\n")
        #expect(try place.text(list) == accepted)
    }

    @Test func vendoredFontsAreUsedAlone() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        let vendored = try place.run("fonts", "vendor", "fonts")
        #expect(vendored.status == 0 && vendored.errors.isEmpty, "\(vendored.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: place.sandbox.path("fonts")).sorted()
        #expect(files == ["Inter-Regular.otf", "Inter-SemiBold.otf", "licences"])
        #expect(try place.text("fonts/licences/fonts-inter.txt").contains("License"))
        #expect(try place.text("snapshots.yaml").hasSuffix("fonts: \"fonts\"\n"))
        // The same fonts give the same pixels.
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")
        #expect(try place.run("fonts", "vendor", "fonts").status == 0)
        #expect(try place.run("fonts", "vendor", "others").status == 64)
        // A font that is missing in the folder is not taken from the system.
        try FileManager.default.removeItem(atPath: place.sandbox.path("fonts/Inter-SemiBold.otf"))
        let outcome = try place.run("check")
        #expect(outcome.status == 65 && outcome.errors.contains("Inter Semi Bold (Inter-SemiBold.otf"), "\(outcome.errors)")
    }

    /// A box must not become a reference, whether no font has the glyph or the suite's own folder lacks it.
    @Test func aTextWithoutGlyphsIsAnError() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        func entry(_ title: String) throws {
            let entry = #"{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"\#(title)","artist":"Miles Davis"}}"#
            try place.write(entry, to: "entries/one.json")
        }
        #expect(try place.run("record").status == 0)
        #expect(try place.run("fonts", "vendor", "fonts").status == 0)
        try entry("青の中 So What")
        let boxes = #"no font has a glyph for U+9752, U+306E, U+4E2D of the text "青の中 So What"; boxes stand in their place"#
        for command in ["check", "record"] {
            let outcome = try place.run(command, "--filter", "systemSmall")
            #expect(outcome.status == 1)
            #expect(
                outcome.output.contains(
                    "! systemSmall/one.systemSmall.iphone-15.dark: \(boxes); install a font that has them, or add one to the suite's folder of "
                        + "fonts\n"), "\(outcome.output)")
            #expect(try place.statuses() == ["error": 2, "passed": 2])
        }
        // A preview may lack the glyphs, and says so.
        let many = (0x10_FFF0...0x10_FFF6).compactMap(UnicodeScalar.init).map(String.init).joined()
        try entry(many)
        let preview = try place.sandbox.run(
            "render", "--template", "systemSmall.yaml", "--family", "systemSmall", "--entry", "entries/one.json", "-o", "a.png")
        let list = "U+10FFF0, U+10FFF1, U+10FFF2, U+10FFF3, U+10FFF4"
        #expect(
            preview.status == 0 && preview.errors.contains("no font has a glyph for \(list) and 2 more of the text"), "\(preview.errors)")
    }
}
