import Digests
import Drawing
import Files
import FoundationEssentials

/// A face that pictures are drawn with, and what tells its file from others of the same name.
public struct FontRecord: Hashable, Sendable, Codable {
    /// The family.
    public var family: String
    /// The style within the family.
    public var style: String
    /// The file's name, without its folder.
    public var file: String
    /// What the font calls its version; empty where it does not.
    public var version: String
    /// The SHA-256 of the file.
    public var sha256: String

    /// The family and the style, as messages tell them.
    public var name: String { style.isEmpty ? family : "\(family) \(style)" }

    /// The records of faces; those whose files cannot be read are left out.
    public static func records(_ faces: some Sequence<FontFace>) -> [FontRecord] {
        var digests: [String: String] = [:]
        return faces.sorted().compactMap { face in
            if digests[face.path] == nil { digests[face.path] = FileManager.default.contents(atPath: face.path).map { SHA256.hex($0) } }
            guard let digest = digests[face.path] else { return nil }
            return FontRecord(
                family: face.family, style: face.style, file: face.path.split(separator: "/").last.map(String.init) ?? face.path,
                version: face.version, sha256: digest)
        }
    }
}

/// The fonts that pictures were drawn with, as a file: beside references what they were recorded with, beside a suite what it must have.
public struct FontManifest: Hashable, Sendable {
    /// The file's name in a folder of references.
    public static let name = "fonts.json"
    /// The ending of the file beside a suite that pins its fonts: `snapshots.fonts.lock`.
    public static let lockEnding = ".fonts.lock"

    /// The fonts, by family and style.
    public let fonts: [FontRecord]

    /// Makes a manifest.
    public init(_ fonts: some Sequence<FontRecord>) {
        self.fonts = Set(fonts).sorted { ($0.family, $0.style, $0.file) < ($1.family, $1.style, $1.file) }
    }

    /// The manifest beside references; nil where there is none.
    public init?(folder: String) {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.name)"),
            let fonts = try? JSONDecoder().decode([FontRecord].self, from: data)
        else { return nil }
        self.init(fonts)
    }

    /// The lock of a suite; nil where it has none.
    ///
    /// - Throws: Where the file is no lock: a suite must not pass because nobody could read what it asks for.
    public static func lock(ofSuite suite: String) throws(SnapshotError) -> FontManifest? {
        let path = lockPath(ofSuite: suite)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path), let fonts = try? JSONDecoder().decode([FontRecord].self, from: data)
        else { throw .suite(path: path, reason: "this is no lock of fonts; write it anew by 'subdial snapshot fonts lock'") }
        return FontManifest(fonts)
    }

    /// Where the lock of a suite is.
    public static func lockPath(ofSuite suite: String) -> String {
        (suite.hasSuffix(".yaml") ? String(suite.dropLast(5)) : suite) + lockEnding
    }

    /// Writes it beside references.
    public func write(folder: String) throws { try write(to: "\(folder)/\(Self.name)") }

    /// Writes it to a file.
    public func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.write(Array(try encoder.encode(fonts)) + [UInt8(ascii: "\n")], to: path)
    }

    /// The differences between this manifest and installed faces, a line each.
    public func differences(among faces: [FontFace]) -> [String] {
        // Each file is read once, however many of its faces are asked for.
        let names = Set(fonts.map(\.name))
        let known = Dictionary(grouping: FontRecord.records(faces.filter { names.contains($0.name) }), by: \.name)
        return fonts.compactMap { font in
            let likes = known[font.name] ?? []
            guard !likes.isEmpty else { return "\(font.name) (\(font.file)\(font.version.spaced)) is not here" }
            // Of two files with the same face the other one may be drawn with.
            guard let here = likes.first(where: { $0.sha256 != font.sha256 }) else { return nil }
            let versions = here.version == font.version ? "another file of the same version" : "version \(here.version)"
            return "\(font.name) is \(versions) here, and not\(font.version.spaced) of \(font.file)"
        }
    }
}

extension String {
    fileprivate var spaced: String { isEmpty ? "" : " \(self)" }
}
