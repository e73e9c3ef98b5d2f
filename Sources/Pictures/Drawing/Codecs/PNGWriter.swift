import SubdialCDeflate

/// Writes the chunks of a PNG file.
struct PNGWriter {
    private(set) var bytes: [UInt8]

    init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
        bytes += PNG.signature
    }

    /// Continues a file that ends with a whole chunk.
    init(continuing bytes: [UInt8]) { self.bytes = bytes }

    /// Writes the header of a picture in sRGB with 8 bits per channel.
    ///
    /// - Parameter channels: 1 for grey, 2 for grey and alpha, 3 for RGB, 4 for RGBA.
    mutating func header(width: Int, height: Int, channels: Int) {
        header(width: width, height: height, depth: 8, colorType: [0, 4, 2, 6][channels - 1])
        // The perceptual rendering intent.
        chunk("sRGB", [0])
    }

    /// Writes the size and the pixel format.
    mutating func header(width: Int, height: Int, depth: Int, colorType: UInt8) {
        // The zeros are the compression and filter methods, of which PNG has only one each, and "not interlaced".
        chunk("IHDR", .bigEndian(UInt32(width)) + .bigEndian(UInt32(height)) + [UInt8(depth), colorType, 0, 0, 0])
    }

    mutating func chunk(_ type: StaticString, _ content: [UInt8]) { chunk(type, pieces: [content]) }

    mutating func chunk(_ type: StaticString, pieces: [[UInt8]]) {
        bytes += .bigEndian(UInt32(pieces.reduce(0) { $0 + $1.count }))
        let begin = bytes.count
        type.withUTF8Buffer { bytes += $0 }
        for piece in pieces { bytes += piece }
        let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + begin }, $0.count - begin) }
        bytes += .bigEndian(checksum)
    }
}

extension [UInt8] {
    /// Returns the bytes of a number, the highest first.
    static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        Swift.withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
