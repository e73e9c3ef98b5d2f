import Drawing

/// What a comparison of two pictures has found.
public struct PictureComparison: Hashable, Sendable {
    /// The size of the picture as it should be.
    public let expectedSize: PixelSize
    /// The size of the picture as it is.
    public let actualSize: PixelSize
    /// How much they differ.
    public let counts: DifferenceCounts
    /// The limits that were exceeded.
    public let violations: [LimitViolation]
    /// Whether they are equal in every bit, even where masked: then there is no need to look further.
    public let isIdentical: Bool
    let runs: [PixelRun]
    let masks: [PixelRect]

    /// Whether no limit was exceeded.
    public var passed: Bool { violations.isEmpty }

    /// The limits that were exceeded, as a sentence without a full stop; nil where none was.
    public var message: String? {
        passed ? nil : violations.map(\.description).joined(separator: "; ")
    }

    /// The expected picture in pale grey; red is what differs, yellow what is smoothed otherwise, and magenta lies over what is masked.
    ///
    /// As large as both pictures together need.
    ///
    /// - Parameter expected: The picture that was compared.
    public func difference(over expected: Bitmap) -> Bitmap {
        let size = expectedSize.union(actualSize).union(PixelSize(of: expected))
        let ground = expected.padded(to: size)
        return ground.pixels.withUnsafeBytes { bytes in
            let words = bytes.bindMemory(to: UInt32.self)
            var picture = DifferencePicture(width: size.width, height: size.height) { PremultipliedWords.straight(words[$0]) }
            picture.draw(runs)
            picture.draw(masks: masks)
            return picture.bitmap
        }
    }

    /// The expected picture, the difference and the actual picture beside each other, with 8 transparent pixels between.
    ///
    /// - Parameters:
    ///   - expected: The first picture that was compared.
    ///   - actual: The second.
    public func sideBySide(_ expected: Bitmap, _ actual: Bitmap) -> Bitmap {
        let pictures = [expected, difference(over: expected), actual]
        let gap = 8
        let width = pictures.map(\.width).reduce(gap * (pictures.count - 1), +)
        let height = pictures.map(\.height).max() ?? 1
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        var x = 0
        for picture in pictures {
            bytes.draw(picture, x: x, width: width)
            x += picture.width + gap
        }
        return Bitmap(width: width, height: height, pixels: bytes) ?? Bitmap(width: 1, height: 1)
    }
}
