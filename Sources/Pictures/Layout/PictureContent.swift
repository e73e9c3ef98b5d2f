/// A picture by its bytes, with how it is resized.
///
/// Two pictures of the same digest are equal, so that comparing and hashing cost nothing.
public struct PictureContent: Hashable, Sendable {
    /// An encoded picture.
    public struct Source: Hashable, Sendable {
        /// The file's bytes, in any format that the drawing decodes.
        public let bytes: [UInt8]
        /// A digest of the bytes or of the pixels, as hexadecimal digits.
        public let digest: String

        /// Creates a picture of bytes with their digest.
        public init(_ bytes: [UInt8], digest: String) {
            self.bytes = bytes
            self.digest = digest
        }

        /// Two pictures are equal if their digests are.
        public static func == (first: Self, second: Self) -> Bool { first.digest == second.digest }

        /// Hashes the digest alone, which stands for the bytes.
        public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
    }

    /// How a picture fills a frame that is larger or smaller.
    public struct Resizing: Hashable, Sendable {
        /// The mode of the parts that are resized.
        public enum Mode: String, Hashable, Sendable { case stretch, tile }
        /// The edges that keep their size, in points of the picture.
        public var capInsets: Insets
        /// The mode of the other parts.
        public var mode: Mode

        /// Creates a rule; the defaults are those of SwiftUI.
        public init(capInsets: Insets = Insets(), mode: Mode = .stretch) {
            self.capInsets = capInsets
            self.mode = mode
        }
    }

    /// The quality of a resized picture.
    public enum Interpolation: String, Hashable, Sendable { case none, low, medium, high }

    /// The picture in a light look, and in every look that has no own.
    public var source: Source
    /// The picture in a dark look; nil for ``source``.
    public var dark: Source?
    /// The size in points.
    public var size: Size
    /// The name, such as that of the asset, for trees and messages.
    public var name: String
    /// The rule of resizing; nil for a picture of its own size, whatever is proposed.
    public var resizing: Resizing?
    /// True if only the opacity counts, which the image's first paint fills.
    public var isTemplate: Bool
    /// The quality of resizing.
    public var interpolation: Interpolation

    /// Creates a picture that is not resizable.
    public init(_ source: Source, dark: Source? = nil, size: Size, name: String = "") {
        self.source = source
        self.dark = dark
        self.size = size
        self.name = name
        isTemplate = false
        interpolation = .medium
    }
}
