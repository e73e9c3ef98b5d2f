import SubdialCDeflate
import SubdialDrawing
import Testing

@testable import SubdialSnapshots

/// Tests of the digest in a reference, which counts only while nobody has changed the pixels.
@Suite struct ReferencePNGTests {
    /// A picture for each format in which references are written.
    enum Format: CaseIterable {
        case rgb, rgba, grey, table1, table4, table8, translucentTable

        /// The depth and the colour type in the header.
        var header: [UInt8] {
            switch self {
            case .rgb: [8, 2]
            case .rgba: [8, 6]
            case .grey: [8, 0]
            case .table1: [1, 3]
            case .table4: [4, 3]
            case .table8, .translucentTable: [8, 3]
            }
        }

        /// The chunks with pixels and colours.
        var chunkTypes: [String] {
            switch self {
            case .rgb, .rgba, .grey: ["IDAT"]
            case .table1, .table4, .table8: ["IDAT", "PLTE"]
            case .translucentTable: ["IDAT", "PLTE", "tRNS"]
            }
        }

        /// Blue, green, red and alpha of a pixel, premultiplied.
        private func pixel(_ place: Int) -> [UInt8] {
            // A pattern that filters do not shorten.
            let mixed = UInt32(truncatingIfNeeded: place) &* 2_654_435_761 >> 16
            let noise = UInt8(truncatingIfNeeded: mixed)
            switch self {
            case .rgb: return [UInt8(place % 251), UInt8(place % 241), UInt8(place % 239), 255]
            case .rgba: return [UInt8(place % 100), UInt8(place % 90), UInt8(place % 80), UInt8(100 + place % 150)]
            case .grey: return [UInt8(place / 80), UInt8(place / 80), UInt8(place / 80), 255]
            case .table1: return noise % 2 == 0 ? [10, 20, 30, 255] : [200, 100, 50, 255]
            case .table4: return [noise % 12 * 20, 7, 90, 255]
            case .table8: return [noise, noise &* noise, noise &* 151 ^ noise >> 3, 255]
            case .translucentTable: return [noise % 64, noise &* 73 % 64, noise &* 151 % 64, 64 + noise % 128]
            }
        }

        func bitmap() throws -> Bitmap {
            try #require(Bitmap(width: 80, height: 80, pixels: (0..<80 * 80).flatMap(pixel)))
        }
    }

    @Test(arguments: Format.allCases) func aReferenceNeedsNoDecoding(format: Format) throws {
        let bitmap = try format.bitmap()
        let png = try ReferencePNG.encode(bitmap)
        #expect(Array(png[24...25]) == format.header)
        #expect(ReferencePNG.digest(in: png) == PixelDigest(bitmap))
    }

    @Test(
        "Other pixels, and other colours of the table, are decoded",
        arguments: Format.allCases.flatMap { format in format.chunkTypes.map { type in (format, type) } })
    func aChangeIsDecoded(format: Format, type: String) throws {
        var chunks = Chunk.chunks(of: try ReferencePNG.encode(format.bitmap()))
        let index = try #require(chunks.firstIndex { $0.type == type })
        chunks[index].content[chunks[index].content.count - 1] ^= 1
        #expect(ReferencePNG.digest(in: Chunk.file(chunks)) == nil)
    }

    /// The same rows as greys instead of a table, and the reverse.
    @Test(arguments: [(Format.grey, [8, 3]), (.table8, [8, 0])] as [(Format, [UInt8])])
    func anotherMeaningIsDecoded(format: Format, header: [UInt8]) throws {
        var chunks = Chunk.chunks(of: try ReferencePNG.encode(format.bitmap()))
        chunks[0].content.replaceSubrange(8...9, with: header)
        #expect(ReferencePNG.digest(in: Chunk.file(chunks)) == nil)
    }

    /// A colour that counts as transparent, which the checksum of RGB does not contain.
    @Test func aTransparentColourIsDecoded() throws {
        var chunks = Chunk.chunks(of: try ReferencePNG.encode(Format.rgb.bitmap()))
        let pixels = try #require(chunks.firstIndex { $0.type == "IDAT" })
        chunks.insert(Chunk(type: "tRNS", content: [0, 0, 0, 0, 0, 0]), at: pixels)
        #expect(ReferencePNG.digest(in: Chunk.file(chunks)) == nil)
    }

    /// A chunk of a PNG file.
    private struct Chunk {
        let type: String
        var content: [UInt8]

        static func chunks(of png: [UInt8]) -> [Chunk] {
            var chunks: [Chunk] = []
            var offset = 8
            while offset + 12 <= png.count {
                let length = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
                chunks.append(
                    Chunk(
                        type: String(decoding: png[offset + 4..<offset + 8], as: UTF8.self),
                        content: Array(png[offset + 8..<offset + 8 + length])))
                offset += 12 + length
            }
            return chunks
        }

        /// The file with these chunks and their checksums.
        static func file(_ chunks: [Chunk]) -> [UInt8] {
            func bigEndian(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunks.flatMap { chunk in
                    let body = Array(chunk.type.utf8) + chunk.content
                    return bigEndian(UInt32(chunk.content.count)) + body + bigEndian(libdeflate_crc32(0, body, body.count))
                }
        }
    }
}
