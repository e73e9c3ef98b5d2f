import SubdialBasics

/// A palette of up to 255 colours for a picture.
///
/// A picture with no more colours keeps all of them. Otherwise, the colours are collected in cells of five bits per channel. The group of cells
/// with the largest spread is repeatedly split at its mean, along the channel with the largest spread, until there are 255 groups.
struct ColorTable {
    /// A colour with 8 bits each of red, green and blue in the lower three bytes of a word, red in the highest.
    typealias RGB = UInt32

    /// The maximum number of colours: GIF has 256, one of which is transparent.
    private static let limit = 255

    private(set) var colors: [RGB] = []
    /// True if the table contains every colour of the picture.
    private let isExact: Bool
    private var exact: [RGB: UInt8] = [:]
    /// The cached nearest colour of each cell of six bits per channel; -1 if it is not computed yet.
    private var nearest: [Int16]

    /// Creates the table for the colours of `pixels`.
    init(of pixels: some Sequence<RGB>) {
        var counts: [RGB: Int] = [:]
        for pixel in pixels { counts[pixel, default: 0] += 1 }
        isExact = counts.count <= Self.limit
        if isExact {
            colors = counts.keys.sorted()
            for (index, color) in colors.enumerated() { exact[color] = UInt8(index) }
            nearest = []
        } else {
            colors = ColorCells(counts).groups(Self.limit)
            nearest = Array(repeating: -1, count: 1 << 18)
        }
    }

    /// The index of the colour of a pixel.
    ///
    /// A colour between two entries is dithered with a fixed pattern, so that unchanged areas have the same pixels in all frames.
    mutating func index(of color: RGB, x: Int, y: Int) -> UInt8 {
        if isExact { return exact[color] ?? 0 }
        let plain = nearestIndex(color)
        let error = Self.distance(color, colors[Int(plain)])
        guard error > 3 else { return plain }
        // The shift is proportional to the error, so that no pixel goes beyond the next entry.
        let shift = Self.pattern[(y & 3) * 4 + (x & 3)] * min(16, Int(saturating: error.squareRoot())) / 8
        return nearestIndex(Self.lighter(color, by: shift))
    }

    /// Bayer's matrix of 4 × 4, from -8 to 7.
    private static let pattern = [-8, 0, -6, 2, 4, -4, 6, -2, -5, 3, -7, 1, 7, -1, 5, -3]

    private static func lighter(_ color: RGB, by shift: Int) -> RGB {
        func channel(_ bits: RGB) -> RGB {
            let value: Int = Int(color >> bits & 0xFF) + shift
            return RGB(min(max(value, 0), 255)) << bits
        }
        let (red, green, blue) = (channel(16), channel(8), channel(0))
        return red | green | blue
    }

    private mutating func nearestIndex(_ color: RGB) -> UInt8 {
        let (red, green, blue): (RGB, RGB, RGB) = (color >> 18 & 0x3F, color >> 10 & 0x3F, color >> 2 & 0x3F)
        let cell = Int(red << 12 | green << 6 | blue)
        if nearest[cell] >= 0 { return UInt8(nearest[cell]) }
        var best = 0
        var least = Double.infinity
        for (index, candidate) in colors.enumerated() {
            let distance = Self.distance(color, candidate)
            if distance < least { (best, least) = (index, distance) }
        }
        nearest[cell] = Int16(best)
        return UInt8(best)
    }

    /// The squared distance of two colours, weighted by the contribution of each channel to luminance.
    private static func distance(_ first: RGB, _ second: RGB) -> Double {
        func difference(_ bits: RGB) -> Double { Double(Int(first >> bits & 0xFF) - Int(second >> bits & 0xFF)) }
        let (red, green, blue) = (difference(16), difference(8), difference(0))
        return 0.3 * red * red + 0.59 * green * green + 0.11 * blue * blue
    }
}

/// The colours of a picture in cells, which are split into groups.
private struct ColorCells {
    private struct Cell {
        var red = 0.0
        var green = 0.0
        var blue = 0.0
        var count = 0.0

        mutating func add(_ red: Double, _ green: Double, _ blue: Double, _ pixels: Double) {
            self.red += red * pixels
            self.green += green * pixels
            self.blue += blue * pixels
            count += pixels
        }

        /// The mean of a channel.
        subscript(channel: Int) -> Double { (channel == 0 ? red : channel == 1 ? green : blue) / count }
    }

    /// A group of cells with the parameters of its best split.
    private struct Group {
        let cells: [Cell]
        private(set) var mean = [0.0, 0.0, 0.0]
        private(set) var channel = 0
        /// The sum of the squared deviations over all pixels.
        private(set) var spread = 0.0

        init(_ cells: [Cell]) {
            self.cells = cells
            var count = 0.0
            for cell in cells {
                count += cell.count
                for channel in 0..<3 { mean[channel] += cell[channel] * cell.count }
            }
            for channel in 0..<3 { mean[channel] /= max(count, 1) }
            var spreads = [0.0, 0.0, 0.0]
            for cell in cells {
                for channel in 0..<3 { spreads[channel] += (cell[channel] - mean[channel]) * (cell[channel] - mean[channel]) * cell.count }
            }
            for index in 0..<3 where spreads[index] > spreads[channel] { channel = index }
            spread = cells.count > 1 ? spreads[channel] : 0
        }

        var color: ColorTable.RGB {
            let bytes: [UInt32] = mean.map { UInt32(UInt8(saturating: $0.rounded())) }
            return bytes[0] << 16 | bytes[1] << 8 | bytes[2]
        }

        var halves: (Group, Group) {
            (Group(cells.filter { $0[channel] <= mean[channel] }), Group(cells.filter { $0[channel] > mean[channel] }))
        }
    }

    private let cells: [Cell]

    init(_ counts: [ColorTable.RGB: Int]) {
        var cells: [UInt32: Cell] = [:]
        for (color, count) in counts {
            let (red, green, blue) = (color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
            let key: UInt32 = (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
            cells[key, default: Cell()].add(Double(red), Double(green), Double(blue), Double(count))
        }
        // In a fixed order, so that the table is deterministic.
        self.cells = cells.sorted { $0.key < $1.key }.map(\.value)
    }

    func groups(_ limit: Int) -> [ColorTable.RGB] {
        var groups = [Group(cells)]
        while groups.count < limit {
            guard let index = groups.indices.max(by: { groups[$0].spread < groups[$1].spread }), groups[index].spread > 0 else { break }
            let (first, second) = groups[index].halves
            guard !first.cells.isEmpty, !second.cells.isEmpty else { break }
            groups[index] = first
            groups.append(second)
        }
        return groups.map(\.color)
    }
}
