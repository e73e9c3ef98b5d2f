import CDeflate
import Files
import FoundationEssentials

/// A font file that pictures are drawn with.
public struct FontRecord: Hashable, Sendable, Codable {
    /// The file's name, without its folder.
    public var file: String
    /// What the font calls its version; empty where it does not.
    public var version: String
    /// A CRC-32 of the file, in hexadecimal digits.
    public var digest: String

    /// The record of a font file; nil where it cannot be read.
    public init?(path: String, version: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        file = path.split(separator: "/").last.map(String.init) ?? path
        self.version = version
        digest = PixelDigest.hex(data.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) })
    }
}

/// The fonts that a suite's references were recorded with, as a file beside them.
public struct FontManifest: Hashable, Sendable {
    /// The file's name in the folder of references.
    public static let name = "fonts.json"

    /// The fonts.
    public let fonts: [FontRecord]

    /// Makes a manifest.
    public init(_ fonts: [FontRecord]) { self.fonts = fonts.sorted { $0.file < $1.file } }

    /// The manifest beside references; nil where there is none.
    public init?(folder: String) {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.name)"),
            let fonts = try? JSONDecoder().decode([FontRecord].self, from: data)
        else { return nil }
        self.init(fonts)
    }

    /// Writes it beside references.
    public func write(folder: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try AtomicFile.write(Array(try encoder.encode(fonts)) + [UInt8(ascii: "\n")], to: "\(folder)/\(Self.name)")
    }

    /// What differs from the fonts of `other`, a line each: it may explain why pictures do.
    public func warnings(against other: FontManifest) -> [String] {
        let recorded = Dictionary(fonts.map { ($0.file, $0) }) { first, _ in first }
        let present = Dictionary(other.fonts.map { ($0.file, $0) }) { first, _ in first }
        var warnings: [String] = []
        for font in fonts {
            guard let here = present[font.file] else {
                warnings.append("the references were recorded with \(font.file), which is not here")
                continue
            }
            guard here.digest != font.digest else { continue }
            let versions = [font.version, here.version].map { $0.isEmpty ? "another" : $0 }
            warnings.append("\(font.file) is not the one that the references were recorded with (\(versions[0]), here \(versions[1]))")
        }
        for font in other.fonts where recorded[font.file] == nil {
            warnings.append("\(font.file) is here, but was not when the references were recorded")
        }
        return warnings
    }
}
