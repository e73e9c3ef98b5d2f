public import Foundation
import SubdialBasics
package import SubdialLayout

/// A picture or a symbol of UIKit, as it is given: nothing is decoded here.
open class UIImage: NSObject, @unchecked Sendable, _ExpressibleByImageLiteral {
    /// Which colours a picture has.
    public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }

    /// The rotation or reflection of the picture's pixels.
    public enum Orientation: Int, Sendable { case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored }

    /// How the parts between the caps are resized.
    public enum ResizingMode: Int, Sendable { case tile, stretch }

    /// What the image shows.
    package enum Content: Hashable, Sendable {
        case empty
        case picture(AssetImage)
        case symbol(String, SymbolConfiguration?)
    }

    /// What the image shows.
    package private(set) var content: Content
    /// The colour in place of the picture's own, of `withTintColor(_:)`.
    package private(set) var tint: ColorName?
    /// The pixels per point.
    public private(set) var scale: CGFloat
    public private(set) var renderingMode = RenderingMode.automatic
    public private(set) var capInsets = UIEdgeInsets.zero
    public private(set) var resizingMode = ResizingMode.tile
    /// True if ``resizableImage(withCapInsets:)`` has set the caps.
    package private(set) var hasCaps = false

    package init(_ content: Content, scale: CGFloat) { (self.content, self.scale) = (content, scale) }

    /// An image of nothing.
    public override convenience init() { self.init(.empty, scale: 1) }

    /// A picture of a catalog or a file in the main bundle; nil if there is none.
    public convenience init?(named name: String) { self.init(named: name, in: nil, with: nil) }

    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
        self.init(named: name, in: bundle, with: nil)
    }

    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        guard let image = AssetLibrary.image(named: name, bundle: bundle) else { return nil }
        self.init(.picture(image), scale: 3)
    }

    /// A picture of a catalog; an empty image if it is missing.
    public convenience init(resource: ImageResource) {
        let image = AssetLibrary.image(named: resource.name, bundle: resource.bundle)
        self.init(image.map { .picture($0) } ?? .empty, scale: 3)
    }

    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// A picture in a format whose size is known: PNG, JPEG, GIF, WebP, SVG and PDF; nil for other data.
    public convenience init?(data: Data, scale: CGFloat) {
        self.init(bytes: [UInt8](data), scale: scale, name: "")
    }

    public convenience init?(contentsOfFile path: String) {
        guard let data = AssetFile.data(URL(fileURLWithPath: path)) else { return nil }
        let base = (path as NSString).lastPathComponent
        let scale: CGFloat = base.contains("@3x.") ? 3 : base.contains("@2x.") ? 2 : 1
        self.init(bytes: [UInt8](data), scale: scale, name: base)
    }

    private convenience init?(bytes: [UInt8], scale: CGFloat, name: String) {
        let scale = scale.isFinite && scale > 0 ? scale : 1
        guard let image = AssetImage(bytes, scale: Double(scale), name: name) else { return nil }
        self.init(.picture(image), scale: scale)
    }

    public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

    /// A symbol; one that the library lacks is drawn as a neutral shape with a warning.
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
        guard !name.isEmpty else { return nil }
        self.init(.symbol(name, configuration as? SymbolConfiguration), scale: 3)
    }

    public convenience init?(systemName name: String, compatibleWith traitCollection: UITraitCollection?) { self.init(systemName: name) }

    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        let scale = scale.isFinite && scale > 0 ? scale : 1
        var picture = cgImage.picture
        picture.size = Size(picture.size.width / Double(scale), picture.size.height / Double(scale))
        self.init(.picture(AssetImage(picture)), scale: scale)
    }

    /// The picture of a literal, `#imageLiteral(resourceName:)`.
    public required convenience init(imageLiteralResourceName name: String) {
        self.init(AssetLibrary.image(named: name, bundle: nil).map { .picture($0) } ?? .empty, scale: 3)
    }

    /// The size in points; that of a symbol is the one of a square symbol, because its outline is not known here.
    open var size: CGSize {
        switch content {
        case .empty: .zero
        case .picture(let image): CGSize(width: image.picture.size.width, height: image.picture.size.height)
        case .symbol(_, let configuration):
            CGSize(
                width: configuration?.symbolHeight ?? SymbolConfiguration.height(17),
                height: configuration?.symbolHeight ?? SymbolConfiguration.height(17))
        }
    }

    open var imageOrientation: Orientation { .up }

    open var isSymbolImage: Bool {
        if case .symbol = content { true } else { false }
    }

    /// The bytes with their size; nil for a symbol and for a vector picture.
    open var cgImage: CGImage? {
        guard case .picture(let image) = content, PictureHeader(image.picture.source.bytes)?.isVector == false else { return nil }
        return CGImage(image.picture.source)
    }

    /// The picture's own bytes if they are a PNG; nil otherwise, because nothing is encoded here.
    open func pngData() -> Data? { bytes(.png) }

    /// The picture's own bytes if they are a JPEG, whatever the quality; nil otherwise, because nothing is encoded here.
    open func jpegData(compressionQuality: CGFloat) -> Data? { bytes(.jpeg) }

    private func bytes(_ format: PictureHeader.Format) -> Data? {
        guard case .picture(let image) = content, PictureHeader(image.picture.source.bytes)?.format == format else { return nil }
        return Data(image.picture.source.bytes)
    }

    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { changed { $0.renderingMode = renderingMode } }

    open func withTintColor(_ color: UIColor) -> UIImage { changed { $0.tint = color.colorName } }

    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        changed { ($0.tint, $0.renderingMode) = (color.colorName, renderingMode) }
    }

    open func withConfiguration(_ configuration: Configuration) -> UIImage { configured(configuration as? SymbolConfiguration) ?? self }

    /// The symbol with the configuration on top of its own; nil for other images.
    open func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
        guard case .symbol(_, let own?) = content else { return configured(configuration) }
        return configured(own.applying(configuration))
    }

    private func configured(_ configuration: SymbolConfiguration?) -> UIImage? {
        guard case .symbol(let name, _) = content, let configuration else { return nil }
        return changed { $0.content = .symbol(name, configuration) }
    }

    open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
        resizableImage(withCapInsets: capInsets, resizingMode: .tile)
    }

    open func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
        changed { ($0.capInsets, $0.resizingMode, $0.hasCaps) = (capInsets, resizingMode, true) }
    }

    /// No effect in a picture: the image is not mirrored where the reading direction is from right to left.
    open func imageFlippedForRightToLeftLayoutDirection() -> UIImage { self }

    /// The picture in a smaller size of the same proportions; its pixels stay.
    open func preparingThumbnail(of size: CGSize) -> UIImage? {
        guard case .picture(var image) = content, size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
            return nil
        }
        let own = image.picture.size
        guard own.width > 0, own.height > 0 else { return nil }
        let factor = min(1, Double(size.width) / own.width, Double(size.height) / own.height)
        image.picture.size = Size(own.width * factor, own.height * factor)
        return changed { $0.content = .picture(image) }
    }

    open func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { preparingThumbnail(of: size) }

    /// The image as it is: nothing is decoded here.
    open func preparingForDisplay() -> UIImage? { self }

    /// The image as it is: nothing is decoded here.
    open func byPreparingForDisplay() async -> UIImage? { self }

    private func changed(_ change: (UIImage) -> Void) -> UIImage {
        let image = UIImage(content, scale: scale)
        (image.tint, image.renderingMode, image.capInsets) = (tint, renderingMode, capInsets)
        (image.resizingMode, image.hasCaps) = (resizingMode, hasCaps)
        change(image)
        return image
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        return content == other.content && tint == other.tint && scale == other.scale && renderingMode == other.renderingMode
            && capInsets == other.capInsets && resizingMode == other.resizingMode
    }

    open override var hash: Int { content.hashValue }
}

/// The type of `#imageLiteral`.
public typealias _ImageLiteralType = UIImage

/// A picture of Core Graphics: bytes with their size.
public final class CGImage: Hashable, Sendable {
    package let picture: PictureContent
    public let width: Int
    public let height: Int

    /// The picture of some bytes, one point per pixel.
    package init?(_ source: PictureContent.Source) {
        guard let header = PictureHeader(source.bytes) else { return nil }
        picture = PictureContent(source, size: header.size)
        (width, height) = (Int(saturating: header.size.width), Int(saturating: header.size.height))
    }

    public static func == (first: CGImage, second: CGImage) -> Bool { first.picture == second.picture }

    public func hash(into hasher: inout Hasher) { hasher.combine(picture) }
}
