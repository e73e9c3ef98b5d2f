import Drawing
import Glibc

/// All that is found in going through two pictures of one size.
struct PictureScan {
    private(set) var tally = PixelTally()
    /// The greatest difference of two colours that is not smoothing, 0…1.
    private(set) var maximumDelta = 0.0
    /// Whether any bit differs, masked or not.
    private(set) var hasDifference = false

    /// Reads two bitmaps of one size.
    init(_ expected: Bitmap, _ actual: Bitmap, sensitivity: PixelSensitivity, masks: [PixelRect] = []) {
        let (width, height) = (expected.width, expected.height)
        expected.pixels.withUnsafeBytes { first in
            actual.pixels.withUnsafeBytes { second in
                Self.withWords(first, second) { first, second in
                    scan(
                        PremultipliedWords(words: first), PremultipliedWords(words: second), width: width, height: height,
                        sensitivity: sensitivity, masks: masks)
                }
            }
        }
    }

    /// Reads two pictures of one size.
    init(_ expected: StraightPixels, _ actual: StraightPixels, sensitivity: PixelSensitivity) {
        let (width, height) = (expected.width, expected.height)
        expected.words.withUnsafeBytes { first in
            actual.words.withUnsafeBytes { second in
                Self.withWords(first, second) { first, second in
                    scan(
                        StraightWords(words: first), StraightWords(words: second), width: width, height: height, sensitivity: sensitivity,
                        masks: [])
                }
            }
        }
    }

    /// Calls `body` unless the bytes are equal: then there is nothing to find.
    private static func withWords(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ body: (UnsafePointer<UInt32>, UnsafePointer<UInt32>) -> Void
    ) {
        guard let one = first.baseAddress, let two = second.baseAddress, first.count == second.count else { return }
        if one == two || memcmp(one, two, first.count) == 0 { return }
        body(one.assumingMemoryBound(to: UInt32.self), two.assumingMemoryBound(to: UInt32.self))
    }

    private mutating func scan<Source: PixelSource>(
        _ expected: Source, _ actual: Source, width: Int, height: Int, sensitivity: PixelSensitivity, masks: [PixelRect]
    ) {
        hasDifference = true
        var scanner = PixelScanner(expected, actual, width: width, height: height, sensitivity: sensitivity)
        let open = MaskedRows(masks, width: width, height: height)
        for row in 0..<height where !scanner.isEqual(row: row) {
            open.forEachOpenRun(in: row) { scanner.scan(row: row, columns: $0) }
        }
        tally = scanner.tally
        maximumDelta = scanner.maximumDelta
    }
}
