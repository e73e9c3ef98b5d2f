import SwiftUI
import UIKit

/// Where a cover's picture is.
enum Cover: Codable, Hashable, Sendable {
    /// In the asset catalog.
    case asset(String)
    /// The bytes that the bridge has sent.
    case data(Data)
    /// A file that the app has put into the shared folder; a live activity has no space for bytes.
    case file(String)

    /// The largest side of a cover in a widget, in pixels.
    static let largestSide = 500

    /// The picture; nil if it cannot be read.
    var image: Image? {
        switch self {
        case .asset(let name): Image(name)
        case .data(let data): UIImage(data: data).flatMap(Self.small).map(Image.init(uiImage:))
        case .file(let name):
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: BridgeSettings.appGroup)
                .flatMap { UIImage(contentsOfFile: $0.appending(path: "Covers/\(name)").path) }
                .flatMap(Self.small).map(Image.init(uiImage:))
        }
    }

    /// The system refuses a widget with more pixels than the screen has.
    private static func small(_ image: UIImage) -> UIImage? {
        let side = CGFloat(largestSide)
        guard max(image.size.width, image.size.height) > side else { return image }
        let factor = side / max(image.size.width, image.size.height)
        return image.preparingThumbnail(of: CGSize(width: image.size.width * factor, height: image.size.height * factor))
    }
}
