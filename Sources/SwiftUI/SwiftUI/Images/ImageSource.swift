internal import Foundation
import SubdialCoreGraphics
import SubdialUIKit

/// What an image shows.
enum ImageSource: Equatable, Sendable {
    case asset(String, Bundle?)
    case symbol(String)
    case picture(UIImage)
    case cgImage(CGImage, scale: CGFloat, Image.Orientation)
    /// A gray box in place of a picture that is not loaded.
    case placeholder
}
