package import SubdialLayout

/// The format and the size of a picture, read from its first bytes without decoding it.
package struct PictureHeader: Hashable, Sendable {
    /// The formats whose size is known.
    package enum Format: String, Hashable, Sendable { case png, jpeg, gif, webp, svg, pdf }

    /// The format.
    package let format: Format
    /// The size of the upright picture: pixels, or the own units of a vector picture.
    package let size: Size

    /// True for a picture without pixels.
    package var isVector: Bool { format == .svg || format == .pdf }

    /// Reads the size; nil for another format, or for a picture without a size.
    package init?(_ bytes: [UInt8]) {
        let reader = ByteReader(bytes)
        let found: (Format, Size?) =
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                (.png, reader.upright(reader.size(reader.big(16, 4), reader.big(20, 4)), reader.pngEXIF))
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                (.jpeg, JPEGHeader(reader).size)
            } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
                (.gif, reader.size(reader.little(6, 2), reader.little(8, 2)))
            } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
                (.webp, reader.upright(reader.webPSize, reader.webPEXIF))
            } else if bytes.prefix(1024).firstIndex(of: UInt8(ascii: "%")).map({ bytes[$0...].starts(with: "%PDF-".utf8) }) == true {
                (.pdf, PDFHeader(bytes).size)
            } else {
                (.svg, SVGHeader(bytes)?.size)
            }
        guard let size = found.1, size.width > 0, size.height > 0, size.width <= 1e6, size.height <= 1e6 else { return nil }
        (format, self.size) = (found.0, size)
    }
}

/// Numbers at positions of a file; nil behind its end.
struct ByteReader {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of `count` bytes, the highest first.
    func big(_ offset: Int, _ count: Int) -> Int? { number(offset, count) { Array($0) } }

    /// The number of `count` bytes, the lowest first.
    func little(_ offset: Int, _ count: Int) -> Int? { number(offset, count) { $0.reversed() } }

    private func number(_ offset: Int, _ count: Int, _ order: (ArraySlice<UInt8>) -> [UInt8]) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return order(bytes[offset..<offset + count]).reduce(0) { $0 << 8 | Int($1) }
    }

    func size(_ width: Int?, _ height: Int?) -> Size? {
        guard let width, let height else { return nil }
        return Size(Double(width), Double(height))
    }

    /// A size with its sides exchanged if the EXIF data in a range turn the picture by 90°.
    func upright(_ size: Size?, _ exif: Range<Int>?) -> Size? {
        guard let size, let exif, let orientation = orientation(exif), (5...8).contains(orientation) else { return size }
        return Size(size.height, size.width)
    }

    /// The range of the EXIF data of a PNG; nil if there are none.
    var pngEXIF: Range<Int>? {
        var position = 8
        while let length = big(position, 4), let name = big(position + 4, 4) {
            let end = position + 8 + length
            if name == 0x6558_4966 { return end <= bytes.count ? position + 8..<end : nil }
            position = end + 4
        }
        return nil
    }

    /// The range of the EXIF data of a WebP; nil if there are none.
    var webPEXIF: Range<Int>? {
        var position = 12
        while let name = big(position, 4), let length = little(position + 4, 4) {
            let end = position + 8 + length
            if name == 0x4558_4946 { return end <= bytes.count ? position + 8..<end : nil }
            position = end + length % 2
        }
        return nil
    }

    /// The orientation in EXIF data, 1 to 8; they may begin with `Exif` and two zero bytes.
    func orientation(_ range: Range<Int>) -> Int? {
        guard range.upperBound <= bytes.count else { return nil }
        let start = range.lowerBound + (bytes[range].starts(with: "Exif\0\0".utf8) ? 6 : 0)
        let length = range.upperBound - start
        let isLittle = bytes[start...].starts(with: "II".utf8)
        func number(_ offset: Int, _ count: Int) -> Int? {
            offset + count <= length ? isLittle ? little(start + offset, count) : big(start + offset, count) : nil
        }
        guard number(2, 2) == 42, let directory = number(4, 4), directory < length, let count = number(directory, 2) else { return nil }
        for entry in 0..<count {
            let offset = directory + 2 + entry * 12
            guard let tag = number(offset, 2) else { return nil }
            if tag == 0x0112, number(offset + 2, 2) == 3 { return number(offset + 8, 2) }
        }
        return nil
    }

    /// The size of a WebP picture, by the type of its first chunk.
    var webPSize: Size? {
        guard bytes.count >= 16 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ": return size(little(26, 2).map { $0 & 0x3FFF }, little(28, 2).map { $0 & 0x3FFF })
        case "VP8L":
            guard let bits = little(21, 4) else { return nil }
            return Size(Double(bits & 0x3FFF + 1), Double(bits >> 14 & 0x3FFF + 1))
        case "VP8X": return size(little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 })
        default: return nil
        }
    }
}

/// The size of a JPEG, made upright by the orientation in its EXIF data as the drawing does.
private struct JPEGHeader {
    private(set) var size: Size?

    init(_ reader: ByteReader) {
        var position = 2
        var isTurned = false
        while let marker = reader.big(position, 2), marker >= 0xFF00 {
            // Fill bytes can precede a marker; the scan ends the headers.
            if marker == 0xFFFF {
                position += 1
                continue
            }
            guard marker != 0xFFDA, marker != 0xFFD9, let length = reader.big(position + 2, 2), length >= 2 else { return }
            if marker == 0xFFE1, position + 2 + length <= reader.bytes.count,
                let orientation = reader.orientation(position + 4..<position + 2 + length)
            {
                isTurned = (5...8).contains(orientation)
            }
            // The frame header, of any coding process.
            if (0xFFC0...0xFFCF).contains(marker), ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
                let (height, width) = (reader.big(position + 5, 2), reader.big(position + 7, 2))
                size = isTurned ? reader.size(height, width) : reader.size(width, height)
                return
            }
            position += 2 + length
        }
    }
}
