import SubdialDrawing
import SubdialSnapshots
import SubdialTestSupport

extension StraightPixels {
    /// Creates a picture from letters: `.` black, `+` mid grey, `*` light grey, `#` white.
    init?(_ rows: String...) {
        let greys: [Character: UInt8] = [".": 0, "+": 128, "*": 200, "#": 255]
        let rgba = rows.joined().flatMap { letter -> [UInt8] in
            let grey = greys[letter] ?? 0
            return [grey, grey, grey, 255]
        }
        self.init(width: rows.first?.count ?? 0, height: rows.count, rgba: rgba)
    }

    /// Returns a row of pixels.
    static func row(_ pixels: [UInt8]...) -> StraightPixels? {
        StraightPixels(width: pixels.count, height: 1, rgba: pixels.flatMap { $0 })
    }
}

/// Two pictures of noise in few greys, with all criteria for antialiasing: the second is the first with a quarter of its pixels replaced.
struct NoisePair {
    let first: [UInt8]
    let second: [UInt8]

    private static let greys: [UInt8] = [0, 64, 128, 255]

    init(seed: UInt64, width: Int, height: Int, hasAlpha: Bool) {
        var generator = SplitMix64(seed: seed)
        var first: [UInt8] = []
        for _ in 0..<width * height {
            let bits = generator.next()
            let grey = Self.greys[[0, 0, 2, 3][Int(bits & 3)]]
            let kind = Int(bits >> 8 & 15)
            first += [kind == 0 ? 200 : grey, grey, grey, hasAlpha && kind >= 10 ? [0, 0, 77, 128, 200, 255][kind - 10] : 255]
        }
        var second = first
        for index in stride(from: 0, to: first.count, by: 4) {
            let bits = generator.next()
            guard bits & 3 == 0 else { continue }
            let grey = Self.greys[Int(bits >> 2 & 3)]
            second.replaceSubrange(index..<index + 3, with: [grey, grey, grey])
            if hasAlpha { second[index + 3] = Self.greys[Int(bits >> 4 & 3)] }
        }
        self.first = first
        self.second = second
    }
}

extension PixelSensitivity {
    /// The number of pixels that differ by this measure.
    func count(_ first: StraightPixels, _ second: StraightPixels) -> Int {
        PictureComparer(sensitivity: self).compare(first, second).counts.different
    }

    /// The picture of the differences by this measure.
    func difference(_ first: StraightPixels, _ second: StraightPixels, style: DifferenceStyle = DifferenceStyle()) -> Bitmap {
        PictureComparer(sensitivity: self).compare(first, second).difference(first, second, style: style)
    }
}
