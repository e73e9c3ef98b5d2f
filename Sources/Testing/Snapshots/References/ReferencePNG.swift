import SubdialCDeflate
import SubdialDrawing

/// A PNG with the digest of its own pixels, so that a matching picture need not be decoded.
///
/// The digest is in a text chunk, with a checksum of the compressed pixels and of the table of colours: if another program has rewritten
/// them, the checksum does not match, and the pixels are decoded. A damaged file is decoded too, so that it is found: every chunk has to
/// match its own checksum, and the header has to be one that Subdial writes.
enum ReferencePNG {
    private static let keyword = "Subdial-Pixels"
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Encodes the picture with its digest.
    static func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
        let png = try PNG.encode(bitmap, mode: .small)
        guard let chunks = chunks(of: png), let data = chunks.first(where: { $0.type == "IDAT" }) else { return png }
        let text = "\(keyword)\0\(PixelDigest(bitmap)) \(PixelDigest.hex(sum(of: png, chunks)))"
        return Array(png[..<data.start]) + chunk("tEXt", Array(text.utf8)) + png[data.start...]
    }

    /// The digest in the file; nil if there is none, or the pixels have been rewritten.
    static func digest(in png: [UInt8]) -> PixelDigest? {
        guard let chunks = chunks(of: png), chunks.last?.type == "IEND" else { return nil }
        let prefix = Array("\(keyword)\0".utf8)
        for chunk in chunks where chunk.type == "tEXt" {
            let content = png[chunk.content]
            guard content.starts(with: prefix) else { continue }
            let words = String(decoding: content.dropFirst(prefix.count), as: UTF8.self).split(separator: " ")
            guard words.count == 2, words[1] == PixelDigest.hex(sum(of: png, chunks)), isOwn(png, chunks, words[0]) else { return nil }
            return PixelDigest(String(words[0]))
        }
        return nil
    }

    /// True if the header has the size of the digest, and a format in which Subdial writes pictures.
    private static func isOwn(_ png: [UInt8], _ chunks: [Chunk], _ digest: Substring) -> Bool {
        guard let header = chunks.first, let isPlain = Self.isPlain(png, header) else { return false }
        let content = png[header.content]
        func number(_ offset: Int) -> Int { content.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
        // A transparent colour of a plain picture would not be in its checksum.
        return digest.hasPrefix("\(number(0))x\(number(4))-") && !(isPlain && chunks.contains { $0.type == "tRNS" })
    }

    /// True for RGB and RGBA, false for greys and tables of colours; nil if Subdial does not write the format.
    private static func isPlain(_ png: [UInt8], _ header: Chunk) -> Bool? {
        guard header.type == "IHDR", header.content.count == 13 else { return nil }
        let fields = Array(png[header.content].dropFirst(8))
        // Without interlacing, and with the only methods that PNG has.
        guard fields[2...] == [0, 0, 0] else { return nil }
        switch (fields[0], fields[1]) {
        case (8, 2), (8, 6): return true
        case (8, 0), (8, 4), (1, 3), (2, 3), (4, 3), (8, 3): return false
        default: return nil
        }
    }

    private struct Chunk {
        let type: String
        /// The offset of the chunk's length field.
        let start: Int
        let content: Range<Int>
    }

    /// The chunks; nil if the file is not a complete PNG, or a chunk does not match its checksum.
    private static func chunks(of png: [UInt8]) -> [Chunk]? {
        guard png.starts(with: signature) else { return nil }
        var chunks: [Chunk] = []
        var offset = signature.count
        while offset < png.count {
            guard offset + 12 <= png.count else { return nil }
            let length = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length >= 0, length <= png.count - offset - 12 else { return nil }
            let checksum = png[offset + 8 + length..<offset + 12 + length].reduce(0) { $0 << 8 | UInt32($1) }
            guard checksum == png.withUnsafeBytes({ libdeflate_crc32(0, $0.baseAddress?.advanced(by: offset + 4), length + 4) }) else {
                return nil
            }
            let type = String(decoding: png[offset + 4..<offset + 8], as: UTF8.self)
            chunks.append(Chunk(type: type, start: offset, content: offset + 8..<offset + 8 + length))
            offset += 12 + length
        }
        return chunks
    }

    /// The checksum of the compressed pixels; of pictures with greys or a table of colours, also of the header and the table.
    private static func sum(of png: [UInt8], _ chunks: [Chunk]) -> UInt32 {
        let isPlain = chunks.first.flatMap { Self.isPlain(png, $0) } ?? true
        let types = isPlain ? ["IDAT"] : ["IHDR", "PLTE", "tRNS", "IDAT"]
        return png.withUnsafeBytes { bytes in
            chunks.filter { types.contains($0.type) }.reduce(0) { sum, chunk in
                libdeflate_crc32(sum, bytes.baseAddress?.advanced(by: chunk.content.lowerBound), chunk.content.count)
            }
        }
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        let sum = body.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
        func bigEndian(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        return bigEndian(UInt32(content.count)) + body + bigEndian(sum)
    }
}

/// A digest of a picture's pixels: its size, a CRC-32 and an Adler-32 of premultiplied pixels.
///
/// The two checksums are of different kinds; they do not protect against deliberate collisions, and need not.
package struct PixelDigest: Hashable, Sendable, CustomStringConvertible {
    /// The digest as text.
    package let description: String

    /// The digest of a picture.
    package init(_ bitmap: Bitmap) {
        description = bitmap.pixels.withUnsafeBytes { bytes in
            let crc = libdeflate_crc32(0, bytes.baseAddress, bytes.count)
            let adler = libdeflate_adler32(1, bytes.baseAddress, bytes.count)
            return "\(bitmap.width)x\(bitmap.height)-\(Self.hex(crc))\(Self.hex(adler))"
        }
    }

    init?(_ text: String) {
        guard text.utf8.count <= 64, text.contains("x"), text.contains("-") else { return nil }
        description = text
    }

    fileprivate static func hex(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
