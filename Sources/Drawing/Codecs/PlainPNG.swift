import CDeflate

/// Decodes the PNGs that most programs write, in a fraction of the time: 8 bits a channel, RGB or RGBA, not interlaced, without a table.
///
/// Whatever is otherwise about a file, even that it is damaged, is left to the decoder that knows everything.
struct PlainPNG {
    private let width: Int
    private let height: Int
    /// 3 for RGB, 4 for RGBA.
    private let channels: Int
    /// The compressed rows.
    private let content: [Range<Int>]

    /// Reads a file's chunks; nil unless it is such a file and whole.
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

    /// The picture in the bytes that it was made of; nil where the rows are not just those of the picture.
    func decoded(_ bytes: [UInt8]) -> StraightBitmap? {
        let length = width * channels + 1
        // A pixel of three bytes is read as four.
        var isWhole = false
        let rows = [UInt8](unsafeUninitializedCapacity: length * height + 4) { rows, count in
            guard let start = rows.baseAddress, let decompressor = libdeflate_alloc_decompressor() else { return }
            defer { libdeflate_free_decompressor(decompressor) }
            func decompress(_ source: UnsafeRawBufferPointer) {
                var written = 0
                let result = libdeflate_zlib_decompress(decompressor, source.baseAddress, source.count, start, length * height, &written)
                isWhole = result == LIBDEFLATE_SUCCESS && written == length * height
            }
            if let only = content.first, content.count == 1 {
                bytes.withUnsafeBytes { decompress(UnsafeRawBufferPointer(rebasing: $0[only])) }
            } else {
                content.flatMap { bytes[$0] }.withUnsafeBytes(decompress)
            }
            for slack in 0..<4 { start[length * height + slack] = 0 }
            count = isWhole ? length * height + 4 : 0
        }
        guard isWhole else { return nil }
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            guard let target = UnsafeMutableRawPointer(target.baseAddress) else { return }
            isWhole = rows.withUnsafeBytes { rows in
                guard let rows = rows.baseAddress else { return false }
                for row in 0..<height {
                    let above = row == 0 ? nil : UnsafeRawPointer(target + (row - 1) * width * 4)
                    guard unfilter(rows + row * length, above, to: target + row * width * 4) else { return false }
                }
                return true
            }
            count = isWhole ? width * height * 4 : 0
        }
        return isWhole ? StraightBitmap(unchecked: pixels, width: width, height: height) : nil
    }

    private typealias Pixel = SIMD4<UInt8>
    private typealias Wide = SIMD4<Int16>

    /// Writes a row's pixels; false where its filter is unknown.
    private func unfilter(_ row: UnsafeRawPointer, _ above: UnsafeRawPointer?, to target: UnsafeMutableRawPointer) -> Bool {
        guard let filter = PNGRows.Filter(rawValue: row.load(as: UInt8.self)) else { return false }
        switch filter {
        case .none: each(row, above, target) { pixel, _, _, _ in pixel }
        case .sub: each(row, above, target) { pixel, left, _, _ in pixel &+ left }
        case .up: each(row, above, target) { pixel, _, above, _ in pixel &+ above }
        case .average:
            each(row, above, target) { pixel, left, above, _ in
                let sum = SIMD4<UInt16>(truncatingIfNeeded: left) &+ SIMD4<UInt16>(truncatingIfNeeded: above)
                return pixel &+ Pixel(truncatingIfNeeded: sum &>> 1)
            }
        case .paeth:
            each(row, above, target) { pixel, left, above, corner in
                let (a, b, c) = (Wide(truncatingIfNeeded: left), Wide(truncatingIfNeeded: above), Wide(truncatingIfNeeded: corner))
                let (first, second) = (b &- c, a &- c)
                let (pa, pb, pc) = (Self.magnitude(first), Self.magnitude(second), Self.magnitude(first &+ second))
                let least = pointwiseMin(pa, pointwiseMin(pb, pc))
                let other = c.replacing(with: b, where: pb .== least)
                return pixel &+ Pixel(truncatingIfNeeded: other.replacing(with: a, where: pa .== least))
            }
        }
        return true
    }

    @inline(__always)
    private static func magnitude(_ value: Wide) -> Wide { value.replacing(with: Wide(repeating: 0) &- value, where: value .< 0) }

    /// Writes each pixel from the bytes of the file, the pixel to the left, the one above and that one's left neighbour.
    @inline(__always)
    private func each(
        _ row: UnsafeRawPointer, _ above: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer,
        _ value: (_ pixel: Pixel, _ left: Pixel, _ above: Pixel, _ corner: Pixel) -> Pixel
    ) {
        var (left, corner) = (Pixel(repeating: 0), Pixel(repeating: 0))
        let opaque = channels == 3 ? Pixel(0, 0, 0, 255) : Pixel(repeating: 0)
        for x in 0..<width {
            let pixel = (row + (1 &+ x &* channels)).loadUnaligned(as: Pixel.self)
            let top = above.map { $0.load(fromByteOffset: x &* 4, as: Pixel.self) } ?? Pixel(repeating: 0)
            left = value(pixel, left, top, corner)
            corner = top
            target.storeBytes(of: left | opaque, toByteOffset: x &* 4, as: Pixel.self)
        }
    }
}
