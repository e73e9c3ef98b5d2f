/// Reads Windows bitmaps: of 1 to 32 bits per pixel, with or without a table of colours, run lengths or masks.
///
/// Embedded colour profiles are ignored, and so are pictures that hold a JPEG or PNG.
struct BMPReader {
    /// The signature, and the length of the second header, in the known versions.
    static func isBMP(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "BM".utf8) && [12, 16, 40, 52, 56, 64, 108, 124].contains(bytes.littleEndian(at: 14, count: 4) ?? 0)
    }

    /// How the pixels are stored, by the number in the header.
    private enum Compression: Int {
        case none = 0
        case runs8 = 1
        case runs4 = 2
        case masks = 3
        case masksWithAlpha = 6
    }

    /// The bits of a colour in a pixel.
    private struct Mask {
        private let shift: Int
        private let maximum: Int

        /// A mask whose bits are adjacent; others, and no bits, count as none.
        init(_ bits: Int) {
            shift = bits == 0 ? 0 : bits.trailingZeroBitCount
            let ones = bits >> shift
            maximum = ones & (ones + 1) == 0 ? ones : 0
        }

        var isEmpty: Bool { maximum == 0 }

        func value(of pixel: Int, otherwise: UInt8) -> UInt8 {
            guard maximum > 0 else { return otherwise }
            return UInt8((pixel >> shift & maximum) * 255 / maximum)
        }
    }

    private let bytes: [UInt8]
    private let width: Int
    private let height: Int
    /// True if the first row of the file is that at the top.
    private let isTopDown: Bool
    private let depth: Int
    private let compression: Compression
    /// The offset of the pixels.
    private let start: Int
    /// Blue, green and red of each index.
    private var table: [(UInt8, UInt8, UInt8)] = []
    /// The masks of red, green, blue and alpha.
    private var masks: [Mask] = []

    /// Reads the headers.
    ///
    /// - Throws: ``ImageError``, also if the picture exceeds the limits.
    init(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
        try limits.check(byteCount: bytes.count)
        self.bytes = bytes
        func number(_ offset: Int, _ count: Int) throws(ImageError) -> Int {
            guard let value = bytes.littleEndian(at: offset, count: count) else { throw .truncated(.bmp) }
            return value
        }
        start = try number(10, 4)
        let header = try number(14, 4)
        let isOld = header == 12
        width = try isOld ? number(18, 2) : Int(Int32(truncatingIfNeeded: number(18, 4)))
        let tall = try isOld ? number(20, 2) : Int(Int32(truncatingIfNeeded: number(22, 4)))
        (height, isTopDown) = (abs(tall), tall < 0)
        guard width > 0, height > 0 else { throw .corrupt(.bmp, "the picture is empty") }
        try limits.check(width: width, height: height)
        try limits.check(memory: width * height * 4)
        depth = try number(isOld ? 24 : 28, 2)
        guard [1, 2, 4, 8, 16, 24, 32].contains(depth) else { throw .corrupt(.bmp, "it has \(depth) bits per pixel") }
        let code = try header >= 40 ? number(30, 4) : 0
        guard let compression = Compression(rawValue: code) else { throw .unsupported(.bmp, "compression \(code)") }
        self.compression = compression
        switch compression {
        case .none: break
        case .runs8: guard depth == 8, !isTopDown else { throw .corrupt(.bmp, "run lengths do not fit \(depth) bits") }
        case .runs4: guard depth == 4, !isTopDown else { throw .corrupt(.bmp, "run lengths do not fit \(depth) bits") }
        case .masks, .masksWithAlpha: guard depth == 16 || depth == 32 else { throw .corrupt(.bmp, "masks do not fit \(depth) bits") }
        }
        if depth <= 8 {
            let used = try header >= 40 ? number(46, 4) : 0
            let (first, size) = (14 + header, isOld ? 3 : 4)
            let room = max(0, (min(start, bytes.count) - first) / size)
            let count = min(used == 0 ? 1 << depth : used, 1 << depth, room)
            table = (0..<count).map { (bytes[first + $0 * size], bytes[first + $0 * size + 1], bytes[first + $0 * size + 2]) }
            // An index beyond the table is black.
            table += repeatElement((0, 0, 0), count: (1 << depth) - count)
        } else {
            masks = try Self.masks(depth, compression, header, number)
        }
    }

    private static func masks(
        _ depth: Int, _ compression: Compression, _ header: Int, _ number: (Int, Int) throws(ImageError) -> Int
    ) throws(ImageError) -> [Mask] {
        if compression == .masks || compression == .masksWithAlpha {
            // They follow the header, or are the next part of a longer one.
            let colors = try [number(54, 4), number(58, 4), number(62, 4)]
            let alpha = try header >= 56 || compression == .masksWithAlpha ? number(66, 4) : 0
            return (colors + [alpha]).map(Mask.init)
        }
        return (depth == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]).map(Mask.init)
    }

    /// Decodes the pixels.
    ///
    /// - Parameter report: Called with what is missing in the picture.
    /// - Throws: ``ImageError``; less than half of the rows are an error.
    func decoded(isCancelled: () -> Bool, report: (ImageWarning) -> Void) throws(ImageError) -> Bitmap {
        let isPacked = compression == .runs8 || compression == .runs4
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        let rows = try isPacked ? unpack(into: &pixels, isCancelled) : copy(into: &pixels, isCancelled)
        guard rows * 2 >= height else { throw .truncated(.bmp) }
        if rows < height { report(.missingRows(.bmp, height - rows, of: height)) }
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    /// Writes a pixel, with its colours multiplied by alpha.
    private func write(_ blue: UInt8, _ green: UInt8, _ red: UInt8, _ alpha: UInt8, to pixels: inout [UInt8], x: Int, row: Int) {
        let offset = ((isTopDown ? row : height - 1 - row) * width + x) * 4
        func product(_ value: UInt8) -> UInt8 { alpha == 255 ? value : UInt8((Int(value) * Int(alpha) + 127) / 255) }
        (pixels[offset], pixels[offset + 1], pixels[offset + 2], pixels[offset + 3]) = (product(blue), product(green), product(red), alpha)
    }

    /// Copies rows without compression; returns their number.
    private func copy(into pixels: inout [UInt8], _ isCancelled: () -> Bool) throws(ImageError) -> Int {
        // The length of a row is a multiple of four bytes.
        let stride = (width * depth + 31) / 32 * 4
        let used = (width * depth + 7) / 8
        for row in 0..<height {
            if row % 64 == 0, isCancelled() { throw .cancelled }
            let offset = start + row * stride
            guard offset + used <= bytes.count else { return row }
            for x in 0..<width {
                switch depth {
                case 24:
                    let index = offset + 3 * x
                    write(bytes[index], bytes[index + 1], bytes[index + 2], 255, to: &pixels, x: x, row: row)
                case 16, 32:
                    let size = depth / 8
                    var pixel = 0
                    for byte in 0..<size { pixel |= Int(bytes[offset + x * size + byte]) << (8 * byte) }
                    write(
                        masks[2].value(of: pixel, otherwise: 0), masks[1].value(of: pixel, otherwise: 0),
                        masks[0].value(of: pixel, otherwise: 0), masks[3].value(of: pixel, otherwise: 255), to: &pixels, x: x, row: row)
                default:
                    let bit = x * depth
                    let index = Int(bytes[offset + bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
                    write(table[index].0, table[index].1, table[index].2, 255, to: &pixels, x: x, row: row)
                }
            }
        }
        return height
    }

    /// Unpacks run lengths, as the documentation of BITMAPINFOHEADER describes them; returns the number of rows that the data reach.
    private func unpack(into pixels: inout [UInt8], _ isCancelled: () -> Bool) throws(ImageError) -> Int {
        // Pixels that are left out have the first colour.
        for row in 0..<height { for x in 0..<width { write(table[0].0, table[0].1, table[0].2, 255, to: &pixels, x: x, row: row) } }
        var (x, row, offset, steps) = (0, 0, start, 0)
        func put(_ index: UInt8) {
            guard x < width, row < height else { return }
            let color = table[Int(index)]
            write(color.0, color.1, color.2, 255, to: &pixels, x: x, row: row)
            x += 1
        }
        while row < height, offset + 1 < bytes.count {
            steps += 1
            if steps % 65536 == 0, isCancelled() { throw .cancelled }
            let (count, value) = (Int(bytes[offset]), bytes[offset + 1])
            offset += 2
            if count > 0 {
                for step in 0..<count { put(depth == 8 ? value : (step % 2 == 0 ? value >> 4 : value & 15)) }
                continue
            }
            switch value {
            case 0: (x, row) = (0, row + 1)
            case 1: return height
            case 2:
                guard offset + 1 < bytes.count else { return row }
                x = min(width, x + Int(bytes[offset]))
                row += Int(bytes[offset + 1])
                offset += 2
            default:
                let size = depth == 8 ? Int(value) : (Int(value) + 1) / 2
                guard offset + size <= bytes.count else { return row }
                for step in 0..<Int(value) {
                    let byte = bytes[offset + (depth == 8 ? step : step / 2)]
                    put(depth == 8 ? byte : (step % 2 == 0 ? byte >> 4 : byte & 15))
                }
                // Each run ends at a multiple of two bytes.
                offset += size + size % 2
            }
        }
        return min(row, height)
    }
}
