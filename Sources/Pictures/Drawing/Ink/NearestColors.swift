/// A lookup of a palette's nearest colour for letters, symbols and flat areas.
struct NearestColors: Sendable {
    private let wire: [InkColor]
    /// The nearest colour by the upper five bits of red, green and blue.
    private let table: [UInt8]
    /// The exact colour at each of those keys: its index plus 1, 0 for none, `several` for more than one.
    private let exact: [UInt16]
    private static let several = UInt16.max
    /// The nearest gray by luma; empty for a palette with hues.
    let grays: [UInt8]

    /// The channel difference below which a colour counts as gray and never becomes a hue.
    private static let grayTolerance = 20

    init(_ palette: InkPalette) {
        wire = palette.wire
        // Compared with the sent colours: white in a picture is white on the panel, and black is black, whatever their measured values.
        let known = wire.map { LinearLight($0).oklab }
        let lumas = wire.map(\.luma)
        let neutral = wire.indices.filter { palette.wire[$0].isGray }
        // The threshold is halfway in coverage, so that strokes keep their width.
        func nearestGray(_ luma: Int) -> Int { neutral.min { abs(lumas[$0] - luma) < abs(lumas[$1] - luma) } ?? 0 }
        grays = palette.isGray ? (0...255).map { UInt8(nearestGray($0)) } : []
        func level(_ step: Int) -> UInt8 { UInt8(step << 3 | step >> 2) }
        table =
            palette.isGray
            ? []
            : (0..<1 << 15).map { key in
                let color = InkColor(level(key >> 10), level(key >> 5 & 31), level(key & 31))
                let spread = max(color.red, color.green, color.blue) - min(color.red, color.green, color.blue)
                if spread < Self.grayTolerance, !neutral.isEmpty { return UInt8(nearestGray(color.luma)) }
                let own = LinearLight(color).oklab
                func distance(_ index: Int) -> Float {
                    let (l, a, b) = (own.lightness - known[index].lightness, own.a - known[index].a, own.b - known[index].b)
                    return l * l + a * a + b * b
                }
                return UInt8(known.indices.min { distance($0) < distance($1) } ?? 0)
            }
        var exact = [UInt16](repeating: 0, count: 1 << 15)
        for (index, color) in wire.enumerated() {
            let key = Self.key(color.red, color.green, color.blue)
            exact[key] = exact[key] == 0 ? UInt16(index + 1) : Self.several
        }
        self.exact = exact
    }

    @inline(__always)
    private static func key(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
    }

    /// The index of a colour of the palette; nil for any other colour.
    @inline(__always)
    func exactly(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8? {
        let entry = exact[Self.key(red, green, blue)]
        guard entry != 0 else { return nil }
        let color = InkColor(red, green, blue)
        if entry == Self.several { return wire.firstIndex(of: color).map { UInt8(truncatingIfNeeded: $0) } }
        return wire[Int(entry) - 1] == color ? UInt8(truncatingIfNeeded: entry - 1) : nil
    }

    /// The index of the nearest colour.
    @inline(__always)
    func nearest(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        if !grays.isEmpty { return grays[Int(InkColor.luma(red, green, blue))] }
        return exactly(red, green, blue) ?? table[Self.key(red, green, blue)]
    }
}
