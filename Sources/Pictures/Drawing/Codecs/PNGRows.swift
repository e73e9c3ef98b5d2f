/// The rows of a bitmap for a small PNG, before compression: with straight alpha, and the filter number before each row.
struct PNGRows {
    /// The prediction of a byte from its neighbours; the numbers are those of PNG.
    enum Filter: UInt8, CaseIterable {
        case none = 0
        case sub = 1
        case up = 2
        case average = 3
        case paeth = 4
    }

    private let bitmap: Bitmap
    private let channels: Int
    private var length: Int { bitmap.width * channels }

    /// Creates the rows of a bitmap.
    ///
    /// - Parameter channels: 1 for grey, 2 for grey and alpha, 3 for RGB, 4 for RGBA.
    init(_ bitmap: Bitmap, channels: Int) {
        self.bitmap = bitmap
        self.channels = channels
    }

    /// Returns all rows, each with the filter that is likely to compress best.
    func filtered() -> [UInt8] {
        let stride = length + 1
        return [UInt8](unsafeUninitializedCapacity: stride * bitmap.height) { target, count in
            // A row of zeros precedes the first row, and a pixel of zeros precedes each row.
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * (length + channels)) { scratch in
                guard let scratch = scratch.baseAddress, let target = target.baseAddress else { return }
                scratch.initialize(repeating: 0, count: 2 * (length + channels))
                var above = scratch + channels
                var row = above + length + channels
                bitmap.pixels.withUnsafeBytes { pixels in
                    for y in 0..<bitmap.height {
                        let source = UnsafeRawBufferPointer(rebasing: pixels[y * bitmap.width * 4..<(y + 1) * bitmap.width * 4])
                        write(source.bindMemory(to: UInt32.self), to: row)
                        let output = target + y * stride
                        let filter = best(row, above, scratch: output + 1)
                        output[0] = filter.rawValue
                        apply(filter, row, above, to: output + 1)
                        swap(&above, &row)
                    }
                }
            }
            count = stride * bitmap.height
        }
    }

    private func write(_ pixels: UnsafeBufferPointer<UInt32>, to row: UnsafeMutablePointer<UInt8>) {
        var output = row
        for pixel in pixels {
            let straight = StraightAlpha.rgba(premultiplied: pixel)
            func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: straight >> shift) }
            output[0] = byte(0)
            if channels > 2 { (output[1], output[2]) = (byte(8), byte(16)) }
            if channels % 2 == 0 { output[channels - 1] = byte(24) }
            output += channels
        }
    }

    /// Returns the filter with the smallest sum of differences, the usual heuristic for the best compression.
    private func best(_ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, scratch: UnsafeMutablePointer<UInt8>) -> Filter {
        var best = Filter.none
        var smallest = UInt32.max
        for filter in Filter.allCases {
            apply(filter, row, above, to: scratch)
            // Without checks for overflow, the compiler makes vectors of this loop and of those of the filters. A row is far too short for one.
            var sum: UInt32 = 0
            for index in 0..<length {
                let byte = scratch[index]
                sum &+= UInt32(min(byte, 0 &- byte))
            }
            if sum < smallest { (best, smallest) = (filter, sum) }
            if sum == 0 { break }
        }
        return best
    }

    private func apply(
        _ filter: Filter, _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
    ) {
        let left = row - channels
        let corner = above - channels
        switch filter {
        case .none: for x in 0..<length { target[x] = row[x] }
        case .sub: for x in 0..<length { target[x] = row[x] &- left[x] }
        case .up: for x in 0..<length { target[x] = row[x] &- above[x] }
        case .average: for x in 0..<length { target[x] = row[x] &- UInt8(truncatingIfNeeded: (UInt16(left[x]) &+ UInt16(above[x])) >> 1) }
        case .paeth: for x in 0..<length { target[x] = row[x] &- Self.paeth(left[x], above[x], corner[x]) }
        }
    }

    static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let (a, b, c) = (Int16(left), Int16(above), Int16(corner))
        let (toLeft, toAbove) = (b &- c, a &- c)
        let toCorner = toLeft &+ toAbove
        let (pa, pb, pc) = (max(toLeft, 0 &- toLeft), max(toAbove, 0 &- toAbove), max(toCorner, 0 &- toCorner))
        return pa <= pb && pa <= pc ? left : pb <= pc ? above : corner
    }
}
