import SubdialCDeflate
import SubdialCPixels

/// A fast decoder for the PNGs of most programs: 8 bits per channel, RGB or RGBA, not interlaced, without a table.
///
/// All other files, including damaged ones, are left to the general decoder.
struct PlainPNG {
    private let width: Int
    private let height: Int
    /// 3 for RGB, 4 for RGBA.
    private let channels: Int
    /// The byte ranges of the compressed rows.
    private let content: [Range<Int>]

    /// Parses the chunks of a file; nil if it is another kind of PNG, or incomplete.
    init?(_ bytes: [UInt8], limits: ImageLimits) {
        guard bytes.starts(with: PNG.signature) else { return nil }
        var offset = PNG.signature.count
        var header: (width: Int, height: Int, channels: Int)?
        var content: [Range<Int>] = []
        while true {
            guard let length = Self.number(bytes, offset), length <= bytes.count - offset - 12 else { return nil }
            let data = offset + 8..<offset + 8 + length
            guard Self.number(bytes, data.upperBound) == Self.sum(bytes, offset + 4..<data.upperBound) else { return nil }
            switch String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self) {
            case "IHDR":
                guard header == nil, offset == PNG.signature.count, let found = Self.header(bytes, data) else { return nil }
                header = found
            case "IDAT": content.append(data)
            case "IEND":
                guard let header, !content.isEmpty, length == 0 else { return nil }
                (width, height, channels, self.content) = (header.width, header.height, header.channels, content)
                guard (try? limits.check(width: width, height: height)) != nil, (try? limits.check(memory: width * height * 4)) != nil
                else { return nil }
                return
            // No decoder here uses colour spaces and texts.
            case "sRGB", "gAMA", "cHRM", "pHYs", "tEXt", "tIME": guard length <= limits.maxMetadata else { return nil }
            default: return nil
            }
            offset = data.upperBound + 4
        }
    }

    private static func header(_ bytes: [UInt8], _ data: Range<Int>) -> (width: Int, height: Int, channels: Int)? {
        guard data.count == 13, let width = number(bytes, data.lowerBound), let height = number(bytes, data.lowerBound + 4),
            width > 0, height > 0
        else { return nil }
        switch Array(bytes[data.lowerBound + 8..<data.upperBound]) {
        case [8, 2, 0, 0, 0]: return (width, height, 3)
        case [8, 6, 0, 0, 0]: return (width, height, 4)
        default: return nil
        }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int? {
        guard offset + 4 <= bytes.count else { return nil }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func sum(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        bytes.withUnsafeBytes { Int(libdeflate_crc32(0, $0.baseAddress?.advanced(by: range.lowerBound), range.count)) }
    }

    /// Decodes the picture from the bytes with which it was created; nil if the data is not exactly the rows of the picture.
    func decoded(_ bytes: [UInt8]) -> StraightBitmap? {
        let length = (width * channels + 1) * height
        var isWhole = false
        let rows = [UInt8](unsafeUninitializedCapacity: length) { rows, count in
            guard let start = rows.baseAddress, let decompressor = libdeflate_alloc_decompressor() else { return }
            defer { libdeflate_free_decompressor(decompressor) }
            func decompress(_ source: UnsafeRawBufferPointer) {
                var written = 0
                let result = libdeflate_zlib_decompress(decompressor, source.baseAddress, source.count, start, length, &written)
                isWhole = result == LIBDEFLATE_SUCCESS && written == length
            }
            if let only = content.first, content.count == 1 {
                bytes.withUnsafeBytes { decompress(UnsafeRawBufferPointer(rebasing: $0[only])) }
            } else {
                content.flatMap { bytes[$0] }.withUnsafeBytes(decompress)
            }
            count = isWhole ? length : 0
        }
        guard isWhole else { return nil }
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            guard let target = target.baseAddress else { return }
            isWhole = subdial_png_unfilter(rows, width, height, Int32(channels), target)
            count = isWhole ? width * height * 4 : 0
        }
        return isWhole ? StraightBitmap(bgra: pixels, width: width, height: height) : nil
    }
}
