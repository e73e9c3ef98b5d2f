import SubdialCDeflate

/// The chunks of a PNG file, from the first on.
struct PNGChunks: Sequence, IteratorProtocol {
    /// A chunk: its name and the range of its data in the file.
    struct Chunk {
        let name: String
        let data: Range<Int>
        /// False if the file ends within the chunk.
        let isWhole: Bool
    }

    private let bytes: [UInt8]
    private var offset = PNG.signature.count

    /// The chunks of a file with the signature of a PNG.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Chunk? {
        guard let length = bytes.bigEndian(at: offset), offset + 8 <= bytes.count else { return nil }
        let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
        let start = offset + 8
        guard length <= bytes.count - start - 4 else {
            offset = bytes.count
            return Chunk(name: name, data: start..<Swift.min(bytes.count, start + length), isWhole: false)
        }
        offset = start + length + 4
        return Chunk(name: name, data: start..<start + length, isWhole: true)
    }

    /// True if the checksum behind the data is right.
    static func isIntact(_ chunk: Chunk, of bytes: [UInt8]) -> Bool {
        chunk.isWhole && bytes.bigEndian(at: chunk.data.upperBound) == sum(bytes, chunk.data.lowerBound - 4..<chunk.data.upperBound)
    }

    private static func sum(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        bytes.withUnsafeBytes { Int(libdeflate_crc32(0, $0.baseAddress?.advanced(by: range.lowerBound), range.count)) }
    }

    /// A file that ends too early, with an end: the data of its last pixels are a whole chunk.
    ///
    /// - Returns: nil if the file has its end, or no pixels.
    static func completed(_ bytes: [UInt8]) -> [UInt8]? {
        var last: Chunk?
        var hasPixels = false
        for chunk in PNGChunks(bytes) {
            // The checksum of the end says nothing.
            if chunk.name == "IEND" && chunk.isWhole { return nil }
            if chunk.name == "IDAT" { hasPixels = true }
            last = chunk
        }
        guard hasPixels, let last else { return nil }
        var writer = PNGWriter(continuing: Array(bytes[..<(last.isWhole ? last.data.upperBound + 4 : last.data.lowerBound - 8)]))
        if !last.isWhole, last.name == "IDAT" { writer.chunk("IDAT", Array(bytes[last.data])) }
        writer.chunk("IEND", [])
        return writer.bytes
    }
}

extension PNGChunks {
    /// The orientation and the colours in the chunks.
    struct Description {
        var orientation = Orientation.up
        /// The colours; nil for sRGB, or if nothing is said.
        var colors: SourceColors?
        /// True if the colours are in a compressed profile, whose bytes are not here.
        var hasProfile = false
    }

    /// Reads the orientation and the colours.
    ///
    /// Of several descriptions of colours, the first of `cICP`, `iCCP`, `sRGB`, and `gAMA` with `cHRM`
    /// counts, as the standard says.
    static func description(of bytes: [UInt8]) -> Description {
        var found = Description()
        var (code, isSRGB, gamma): ([UInt8]?, Bool, Double?) = (nil, false, nil)
        var points: [SourceColors.ColorSpace.Chromaticity]?
        for chunk in PNGChunks(bytes) where ["cICP", "iCCP", "sRGB", "gAMA", "cHRM", "eXIf"].contains(chunk.name) {
            guard isIntact(chunk, of: bytes) else { continue }
            let data = bytes[chunk.data]
            func number(_ index: Int) -> Double { Double(bytes.bigEndian(at: data.startIndex + 4 * index) ?? 0) / 100_000 }
            switch chunk.name {
            case "cICP" where data.count == 4: code = Array(data)
            case "iCCP": found.hasProfile = true
            case "sRGB": isSRGB = true
            case "gAMA" where data.count == 4: gamma = number(0)
            case "cHRM" where data.count == 32: points = (0..<4).map { .init(number(2 * $0), number(2 * $0 + 1)) }
            case "eXIf": found.orientation = EXIF.orientation(in: data)
            default: break
            }
        }
        if let code {
            found.hasProfile = false
            // The third number is the matrix, 0 for RGB; the fourth 1 for numbers from 0 to 255.
            found.colors =
                code[3] == 1 ? SourceColors(primaries: Int(code[0]), transfer: Int(code[1])) : .unknown("its levels are those of video")
        } else if !found.hasProfile, !isSRGB, let gamma, gamma > 0.01, gamma < 100 {
            var space = SourceColors.ColorSpace()
            space.curve = .power(1 / gamma)
            if let points { (space.white, space.red, space.green, space.blue) = (points[0], points[1], points[2], points[3]) }
            if !space.isSRGB { found.colors = .space(space) }
        } else if !found.hasProfile, !isSRGB, let points {
            let space = SourceColors.ColorSpace(white: points[0], red: points[1], green: points[2], blue: points[3])
            if !space.isSRGB { found.colors = .space(space) }
        }
        return found
    }
}

extension [UInt8] {
    /// The number in four bytes, the first the highest; nil outside of the bytes.
    func bigEndian(at offset: Int) -> Int? {
        guard offset >= 0, offset + 4 <= count else { return nil }
        return self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
