import FoundationEssentials
import SubdialDrawing
import SubdialGLib
import SubdialSystem

/// A list of fonts in a file: next to references, the fonts of the recording; next to a suite, the required fonts.
package struct FontManifest: Hashable, Sendable {
    /// The file name in a folder of references.
    package static let name = "fonts.json"
    /// The extension of the file next to a suite that locks its fonts: `snapshots.fonts.lock`.
    private static let lockEnding = ".fonts.lock"
    /// The maximum size of a file, in bytes.
    private static let maximumBytes = 16 << 20

    /// The fonts, by family and style.
    package let fonts: [FontRecord]

    /// Makes a manifest.
    package init(_ fonts: some Sequence<FontRecord>) {
        self.fonts = Set(fonts).sorted { ($0.family, $0.style, $0.file) < ($1.family, $1.style, $1.file) }
    }

    /// Reads the manifest next to references; nil if there is none.
    ///
    /// - Throws: ``SnapshotError`` for an invalid file: a difference must not go unsaid because the list is unreadable.
    package static func recorded(folder: String) throws(SnapshotError) -> FontManifest? {
        let path = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let manifest = read(path) else {
            throw .suite(path: path, reason: "this is no list of fonts; record the references to write it anew")
        }
        return manifest
    }

    private static func read(_ path: String) -> FontManifest? {
        guard let bytes = try? InputFile.bytes(at: path, limit: maximumBytes, accepting: .regular),
            let fonts = try? JSONDecoder().decode([FontRecord].self, from: Data(bytes))
        else { return nil }
        return FontManifest(fonts)
    }

    /// The manifest with other fonts, each in place of the one of the same family and style.
    package func updated(with new: some Sequence<FontRecord>) -> FontManifest {
        let names = Set(new.map(\.name))
        return FontManifest(fonts.filter { !names.contains($0.name) } + new)
    }

    /// Reads the font lock of a suite; nil if it has none.
    ///
    /// - Throws: ``SnapshotError`` for an invalid file: a suite must not pass because its lock is unreadable.
    package static func lock(ofSuite suite: String) throws(SnapshotError) -> FontManifest? {
        let path = lockPath(ofSuite: suite)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let manifest = read(path) else {
            throw .suite(path: path, reason: "this is no lock of fonts; write it anew by 'subdial snapshot fonts lock'")
        }
        return manifest
    }

    /// The path of a suite's font lock.
    package static func lockPath(ofSuite suite: String) -> String {
        (suite.hasSuffix(".yaml") ? String(suite.dropLast(5)) : suite) + lockEnding
    }

    /// Writes the manifest next to references.
    package func write(folder: String) throws { try ReferenceFolder(path: folder, platforms: []).write(try bytes, to: Self.name) }

    /// Writes the manifest to a file.
    package func write(to path: String) throws { try AtomicFile.write(try bytes, to: path) }

    private var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(fonts)) + [UInt8(ascii: "\n")]
        }
    }

    /// The differences between this manifest and installed faces, one line each.
    package func differences(among faces: [FontFace]) -> [String] {
        // Each file is read once, even if it contains several faces.
        let names = Set(fonts.map(\.name))
        let known = Dictionary(grouping: FontRecord.records(faces.filter { names.contains($0.name) }), by: \.name)
        return fonts.compactMap { font in
            let likes = known[font.name] ?? []
            let package = FontPackage.name(of: font.file).map { "Debian's \($0)" }
            guard !likes.isEmpty else {
                return "\(font.name) (\(font.file)\(font.version.spaced)\(package.map { ", of \($0)" } ?? "")) is not here"
            }
            // If two files contain the same face, either may be used for drawing.
            guard let here = likes.first(where: { $0.sha256 != font.sha256 }) else { return nil }
            let versions = here.version == font.version ? "another file of the same version" : "version \(here.version)"
            return "\(font.name) is \(versions) here, and not\(font.version.spaced) of \(font.file)\(package.map { " (\($0))" } ?? "")"
        }
    }
}
