import SubdialDrawing

/// The result of a comparison of two pictures.
package struct PictureComparison: Hashable, Sendable {
    /// The size of the expected picture.
    package let expectedSize: PixelSize
    /// The size of the actual picture.
    package let actualSize: PixelSize
    /// The counts of differences.
    package let counts: DifferenceCounts
    /// The limits that were exceeded.
    package let violations: [LimitViolation]
    /// True if all bits are equal, including masked ones; no further comparison is necessary then.
    package let isIdentical: Bool
    let different: PixelBits
    let smoothed: PixelBits
    let masks: [PixelRect]
    let ground: ColorGround

    /// True if no limit was exceeded.
    package var passed: Bool { violations.isEmpty }

    /// The exceeded limits, as a sentence without a period; nil if there are none.
    package var message: String? {
        passed ? nil : violations.map(\.description).joined(separator: "; ")
    }

    /// The size in which the pictures were compared.
    var size: PixelSize { expectedSize.common(with: actualSize) }
}
