import Foundation
import SubdialDrawing
import Testing

@testable import SubdialSnapshots

/// The messages about fonts that differ from a list.
@Suite struct FontManifestTests {
    private static func font(_ family: String, _ style: String, _ file: String, _ version: String, _ digest: String = "") -> FontRecord {
        FontRecord(family: family, style: style, file: file, version: version, sha256: digest)
    }

    @Test(
        arguments: [
            (
                font("Inter", "Semi Bold", "Inter-SemiBold.otf", "4.1"),
                "Inter Semi Bold (Inter-SemiBold.otf 4.1, of Debian's fonts-inter) is not here"
            ),
            (
                font("Noto Sans CJK JP", "Regular", "NotoSansCJK-Regular.ttc", ""),
                "Noto Sans CJK JP Regular (NotoSansCJK-Regular.ttc, of Debian's fonts-noto-cjk) is not here"
            ),
            (font("Mine", "", "mine.ttf", "1"), "Mine (mine.ttf 1) is not here"),
        ] as [(FontRecord, String)])
    func aMissingFontIsToldWithItsPackage(_ font: FontRecord, _ message: String) {
        #expect(FontManifest([font]).differences(among: []) == [message])
    }

    @Test func anotherFileIsToldWithItsPackage() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "Inter-Regular.otf").path
        try Data("not the font".utf8).write(to: URL(filePath: path))
        let face = try JSONDecoder().decode(
            FontFace.self, from: Data(#"{"family":"Inter","style":"Regular","path":"\#(path)","version":"4.0"}"#.utf8))
        for (version, message) in [
            ("4.1", "Inter Regular is version 4.0 here, and not 4.1 of Inter-Regular.otf (Debian's fonts-inter)"),
            ("4.0", "Inter Regular is another file of the same version here, and not 4.0 of Inter-Regular.otf (Debian's fonts-inter)"),
        ] {
            let manifest = FontManifest([Self.font("Inter", "Regular", "Inter-Regular.otf", version, "0")])
            #expect(manifest.differences(among: [face]) == [message])
        }
    }

    @Test func aLockSaysWhatToDo() {
        #expect(
            SnapshotError.fonts(path: "snapshots.fonts.lock", ["Mine (mine.ttf 1) is not here"]).description
                == "snapshots.fonts.lock: Mine (mine.ttf 1) is not here; install the same fonts, keep copies by 'subdial snapshot fonts vendor', "
                + "or lock those of here")
    }
}
