import CDeflate

/// Puts the chunks of a file together.
struct PNGWriter {
    private(set) var bytes: [UInt8]

    init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
        bytes += PNG.signature
    }

    /// Says how large the picture is, what its pixels are, 8 bits a channel, and that their colours are sRGB.
    ///
    /// - Parameter channels: 1 for gray, 2 for gray and alpha, 3 for RGB, 4 for RGBA.
    mutating func header(width: Int, height: Int, channels: Int) {
        header(width: width, height: height, depth: 8, colorType: [0, 4, 2, 6][channels - 1])
        // Perceptual intent.
        chunk("sRGB", [0])
    }

    /// Says how large the picture is, and what its pixels are.
    mutating func header(width: Int, height: Int, depth: Int, colorType: UInt8) {
        // Then the only compression, filtering and order of rows there is need for.
        chunk("IHDR", .bigEndian(UInt32(width)) + .bigEndian(UInt32(height)) + [UInt8(depth), colorType, 0, 0, 0])
    }

    mutating func chunk(_ type: StaticString, _ content: [UInt8]) {
        bytes += .bigEndian(UInt32(content.count))
        let begin = bytes.count
        type.withUTF8Buffer { bytes += $0 }
        bytes += content
        let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + begin }, $0.count - begin) }
        bytes += .bigEndian(checksum)
    }
}

extension [UInt8] {
    /// The bytes of a number, the highest first.
    static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        Swift.withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
