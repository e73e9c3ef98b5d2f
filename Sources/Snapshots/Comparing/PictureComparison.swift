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
    let different: PixelBits
    let smoothed: PixelBits
    let masks: [PixelRect]
    let ground: ColorGround

    /// Whether no limit was exceeded.
    public var passed: Bool { violations.isEmpty }

    /// The limits that were exceeded, as a sentence without a full stop; nil where none was.
    public var message: String? {
        passed ? nil : violations.map(\.description).joined(separator: "; ")
    }

    /// The size in which they were compared.
    var size: PixelSize { expectedSize.common(with: actualSize) }
}
