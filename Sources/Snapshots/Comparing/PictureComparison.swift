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

    /// The different pixels in red on a transparent background, as large as both pictures together need.
    public var differenceMask: Bitmap {
        let size = expectedSize.union(actualSize)
        var picture = DifferencePicture(maskOfWidth: size.width, height: size.height)
        picture.draw(runs.filter { !$0.isSmoothed })
        return picture.bitmap
    }

    /// The expected picture in pale grey; red is what differs, yellow what is smoothed otherwise, and magenta lies over what is masked.
    ///
    /// As large as both pictures together need.
    ///
    /// - Parameter expected: The picture that was compared.
    public func difference(over expected: StraightPixels) -> Bitmap {
        let size = expectedSize.union(actualSize).union(PixelSize(of: expected))
        return expected.padded(to: size).words.withUnsafeBufferPointer { words in
            var picture = DifferencePicture(width: size.width, height: size.height) { words[$0] }
            picture.draw(runs)
            picture.draw(masks: masks)
            return picture.bitmap
        }
    }
}
