import Drawing
import Snapshots
import Synchronization

/// The record of the fonts that the references of tests were drawn with.
enum TestFonts {
    /// Assertions of several tests write the same file.
    private static let turn = Mutex(())

    /// Adds faces to the record beside references.
    ///
    /// - Throws: Where it cannot be written.
    static func record(_ faces: [FontFace], beside references: String) throws {
        let new = FontRecord.records(faces)
        try turn.withLock { _ in
            let known = FontManifest(folder: references)
            // A file that has changed replaces its record.
            let kept = (known?.fonts ?? []).filter { font in !new.contains { $0.family == font.family && $0.style == font.style } }
            let all = FontManifest(kept + new)
            if all != known { try all.write(folder: references) }
        }
    }

    /// The differences between installed fonts and those of the references, a line each: they may explain a failure.
    static func warnings(_ faces: [FontFace], beside references: String) -> [String] {
        FontManifest(folder: references)?.differences(among: faces).map { "other fonts than the references were recorded with: \($0)" }
            ?? []
    }
}
