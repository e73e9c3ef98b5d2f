import FoundationEssentials
import SubdialDrawing
import SubdialGLib
import SubdialSystem

/// A font face that pictures are drawn with, and the hash of its file.
package struct FontRecord: Hashable, Sendable, Codable {
    /// The family name.
    package var family: String
    /// The style name.
    package var style: String
    /// The file's name, without its folder.
    package var file: String
    /// The version from the font's name table; empty if it has none.
    package var version: String
    /// The SHA-256 of the file, in hexadecimal digits.
    package var sha256: String

    /// The family and the style, for messages.
    package var name: String { style.isEmpty ? family : "\(family) \(style)" }

    /// The records of faces; unreadable files are skipped.
    package static func records(_ faces: some Sequence<FontFace>) -> [FontRecord] {
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

extension String {
    var spaced: String { isEmpty ? "" : " \(self)" }
}

/// The packages of Debian that have the fonts of Subdial's templates.
package enum FontPackage {
    /// The packages, by the start of the font's file name.
    private static let packages = [
        ("InterDisplay", "fonts-inter"), ("Inter", "fonts-inter"), ("NotoSansCJK", "fonts-noto-cjk"), ("NotoSerifCJK", "fonts-noto-cjk"),
        ("NotoColorEmoji", "fonts-noto-color-emoji"), ("Noto", "fonts-noto-core"),
        ("JetBrainsMono", "fonts-jetbrains-mono"),
    ]

    /// The package with a font file; nil if unknown.
    ///
    /// - Parameter file: The file's name, without its folder.
    package static func name(of file: String) -> String? { packages.first { file.hasPrefix($0.0) }?.1 }
}
