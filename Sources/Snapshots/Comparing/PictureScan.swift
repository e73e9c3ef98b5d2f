import Drawing
import Glibc

/// All that is found in going through two pictures of one size.
struct PictureScan {
    private(set) var tally = PixelTally()
    /// The greatest difference of two colours that is not smoothing, 0…1.
    private(set) var maximumDelta = 0.0
    /// True where any bit differs, masked or not.
    private(set) var hasDifference = false

    /// Reads two pictures of one size.
    init(_ expected: StraightPixels, _ actual: StraightPixels, sensitivity: PixelSensitivity, masks: [PixelRect] = []) {
        let (width, height) = (expected.width, expected.height)
        expected.words.withUnsafeBufferPointer { first in
            actual.words.withUnsafeBufferPointer { second in
                // Where all bytes are equal there is nothing to find.
                guard let one = first.baseAddress, let two = second.baseAddress, first.count == second.count, one != two,
                    memcmp(one, two, first.count * 4) != 0
                else { return }
                hasDifference = true
                var scanner = PixelScanner(one, two, width: width, height: height, sensitivity: sensitivity)
                let open = MaskedRows(masks, width: width, height: height)
                for row in 0..<height where !scanner.isEqual(row: row) {
                    open.forEachOpenRun(in: row) { scanner.scan(row: row, columns: $0) }
                }
                tally = scanner.tally
                maximumDelta = scanner.maximumDelta
            }
        }
    }
}
