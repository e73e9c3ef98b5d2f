import SubdialCDeflate

@testable import SubdialDrawing

/// PNGs composed chunk by chunk, in variants that Subdial does not write itself.
enum HandmadePNG {
    /// Returns an 8-bit RGBA file with foreign chunks between header and pixels.
    static func picture(_ bitmap: Bitmap, isInterlaced: Bool = false, chunks: [(StaticString, [UInt8])] = []) -> [UInt8] {
        var writer = header(width: bitmap.width, height: bitmap.height, isInterlaced: isInterlaced)
        for (type, content) in chunks { writer.chunk(type, content) }
        writer.chunk("IDAT", compressed(isInterlaced ? interlaced(bitmap) : rows(bitmap, 0, 0, 1, 1)))
        writer.chunk("IEND", [])
        return writer.bytes
    }

    /// Returns only the header.
    static func header(width: Int, height: Int, isInterlaced: Bool = false) -> PNGWriter {
        var writer = PNGWriter(capacity: 1024)
        writer.chunk("IHDR", number(width) + number(height) + [8, 6, 0, 0, isInterlaced ? 1 : 0])
        return writer
    }

    /// Returns the Adam7 rows: seven partial pictures, each with a regular selection of columns and rows.
    private static func interlaced(_ bitmap: Bitmap) -> [UInt8] {
        [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)].flatMap {
            rows(bitmap, $0.0, $0.1, $0.2, $0.3)
        }
    }

    private static func rows(_ bitmap: Bitmap, _ left: Int, _ top: Int, _ stepX: Int, _ stepY: Int) -> [UInt8] {
        guard left < bitmap.width, top < bitmap.height else { return [] }
        let rgba = bitmap.rgba
        var bytes: [UInt8] = []
        for y in stride(from: top, to: bitmap.height, by: stepY) {
            bytes.append(0)
            for x in stride(from: left, to: bitmap.width, by: stepX) {
                let start = (y * bitmap.width + x) * 4
                bytes += rgba[start..<start + 4]
            }
        }
        return bytes
    }

    /// Returns a file with another chunk after its header, whose end is 33 bytes from the start.
    static func inserting(_ type: StaticString, _ content: [UInt8], into bytes: [UInt8]) -> [UInt8] {
        var writer = PNGWriter(continuing: Array(bytes[..<33]))
        writer.chunk(type, content)
        return writer.bytes + bytes[33...]
    }

    /// Returns `bytes` as a zlib stream.
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(6) else { return [] }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { target, count in
            count = libdeflate_zlib_compress(compressor, bytes, bytes.count, target.baseAddress, bound)
        }
    }

    private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}
