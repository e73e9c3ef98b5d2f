import Drawing
import Files
import FoundationEssentials

/// Square pictures of covers on disk, a file for each cover and size, so that another path means another picture.
struct CoverFolder: Sendable {
    /// How many pictures stay; the oldest go first.
    static let limit = 200

    let path: String

    /// The file of a cover; made if it is not there.
    ///
    /// - Throws: `ImageError` where the bytes are no picture that is known, `WriteError` where it cannot be kept.
    func file(key: String, bytes: [UInt8], side: Int) throws -> String {
        let file = "\(path)/\(Self.name(of: key))-\(side).png"
        if FileManager.default.fileExists(atPath: file) { return file }
        try AtomicFile.write(Self.square(bytes, side: side), to: file)
        trim(keeping: file)
        return file
    }

    /// The picture as a square PNG.
    static func square(_ bytes: [UInt8], side: Int) throws(ImageError) -> [UInt8] {
        try PNG.encode(ImageDecoder.decode(bytes, width: side, height: side))
    }

    /// Keys are whatever a source makes of them: the name is a hash (FNV-1a, 64 bits).
    private static func name(of key: String) -> String {
        let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }

    private func trim(keeping newest: String) {
        let manager = FileManager.default
        let files = ((try? manager.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasSuffix(".png") && !$0.hasPrefix(".") }
        guard files.count > Self.limit else { return }
        let dated = files.map { file in
            let attributes = try? manager.attributesOfItem(atPath: "\(path)/\(file)")
            return (attributes?[.modificationDate] as? Date ?? .distantPast, "\(path)/\(file)")
        }
        for (_, file) in dated.sorted(by: { $0.0 < $1.0 }).dropLast(Self.limit) where file != newest {
            try? manager.removeItem(atPath: file)
        }
    }
}
