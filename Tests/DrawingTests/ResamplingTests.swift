import SubdialDrawing
import SubdialPictureSupport
import Testing

/// Resizing and blurring beside the same work done plainly, pixel by pixel.
@Suite struct ResamplingTests {
    private struct Pixels {
        let width: Int
        let height: Int
        var bytes: [UInt8]

        init(_ bitmap: Bitmap) { (width, height, bytes) = (bitmap.width, bitmap.height, bitmap.pixels) }

        func byte(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 { bytes[(y * width + x) * 4 + channel] }
    }

    /// The samples of a line of `count` that make up sample `index` of another length, with their weights.
    private func samples(_ index: Int, of target: Int, from count: Int) -> [(sample: Int, weight: Float)] {
        if target < count {
            return (0..<count).compactMap { sample in
                let covered = min((index + 1) * count, (sample + 1) * target) - max(index * count, sample * target)
                return covered > 0 ? (sample, Float(covered) / Float(count)) : nil
            }
        }
        let place = (Float(index) + 0.5) * Float(count) / Float(target) - 0.5
        let first = max(0, Int(place.rounded(.down)))
        let share = place - Float(first)
        guard share > 0, first + 1 < count else { return [(min(first, count - 1), 1)] }
        return [(first, 1 - share), (first + 1, share)]
    }

    private func resized(_ source: Pixels, _ width: Int, _ height: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<4 {
                    var total: Float = 0
                    for (column, weight) in samples(x, of: width, from: source.width) {
                        var sum: Float = 0
                        for (row, weight) in samples(y, of: height, from: source.height) {
                            sum += Float(source.byte(column, row, channel)) * weight
                        }
                        total += sum * weight
                    }
                    bytes.append(UInt8(min(255, total.rounded(.toNearestOrEven))))
                }
            }
        }
        return bytes
    }

    @Test(arguments: [
        (1, 1, 3, 2), (2, 3, 1, 1), (7, 5, 3, 2), (13, 9, 13, 4), (5, 4, 11, 9), (16, 16, 5, 31), (3, 40, 8, 7), (97, 61, 40, 40),
        (64, 1, 9, 1), (1, 64, 1, 63), (33, 2, 32, 2),
    ])
    func everyPixelIsTheWeightedSum(_ width: Int, _ height: Int, _ targetWidth: Int, _ targetHeight: Int) throws {
        let bitmap = try #require(Bitmap.random(width: width, height: height, seed: UInt64(width * height)))
        let expected = resized(Pixels(bitmap), targetWidth, targetHeight)
        #expect(bitmap.resized(width: targetWidth, height: targetHeight).pixels == expected)
    }

    /// The part of the right aspect begins within a row, and its rows are longer than it.
    @Test(arguments: [(20, 9, 4, 4), (9, 20, 4, 4), (31, 8, 16, 16), (8, 31, 5, 3)])
    func aFilledPartIsThatOfTheCroppedPicture(_ width: Int, _ height: Int, _ targetWidth: Int, _ targetHeight: Int) throws {
        let bitmap = try #require(Bitmap.random(width: width, height: height, seed: 5))
        let cropped = bitmap.croppedToAspect(width: targetWidth, height: targetHeight)
        #expect(
            bitmap.filling(width: targetWidth, height: targetHeight).pixels
                == resized(Pixels(cropped), targetWidth, targetHeight))
    }

    @Test(arguments: [(1, 1, 1), (2, 1, 2), (9, 7, 1), (9, 7, 3), (5, 30, 8), (12, 12, 40), (3, 3, 256)])
    func aBlurIsThreeMeansInBothDirections(_ width: Int, _ height: Int, _ radius: Int) throws {
        let bitmap = try #require(Bitmap.random(width: width, height: height, seed: UInt64(radius)))
        let side = max(1, (radius + 1) / 2)
        func mean(_ values: [UInt8]) -> [UInt8] {
            values.indices.map { index in
                let sum = values[max(0, index - side)..<min(values.count, index + side + 1)].reduce(0) { $0 + Int($1) }
                return UInt8((sum + side) / (2 * side + 1))
            }
        }
        var pixels = Pixels(bitmap)
        for _ in 0..<3 {
            for channel in 0..<4 {
                for y in 0..<height {
                    for (x, value) in mean((0..<width).map { pixels.byte($0, y, channel) }).enumerated() {
                        pixels.bytes[(y * width + x) * 4 + channel] = value
                    }
                }
                for x in 0..<width {
                    for (y, value) in mean((0..<height).map { pixels.byte(x, $0, channel) }).enumerated() {
                        pixels.bytes[(y * width + x) * 4 + channel] = value
                    }
                }
            }
        }
        #expect(bitmap.blurred(radius: Double(radius)).pixels == pixels.bytes)
    }

    /// The work of one step would be the longer side of the one times the longer side of the other.
    @Test(
        "A thin picture that becomes narrower and higher is resized in two steps, in the work of its pixels",
        arguments: [
            (300, 2, 1, 200), (65_535, 1, 1, 65_535), (1, 65_535, 65_535, 1), (65_535, 1, 600, 600), (1, 65_535, 1, 1),
        ])
    func thinPictures(width: Int, height: Int, newWidth: Int, newHeight: Int) throws {
        let bitmap = try #require(Bitmap.random(width: width, height: height, seed: 23))
        let resized = bitmap.resized(width: newWidth, height: newHeight)
        #expect((resized.width, resized.height) == (newWidth, newHeight))
        if newWidth < width, newHeight > height {
            #expect(resized == bitmap.resized(width: newWidth, height: height).resized(width: newWidth, height: newHeight))
        }
        #expect(bitmap.filling(width: newWidth, height: newHeight).pixels.count == newWidth * newHeight * 4)
    }
}
