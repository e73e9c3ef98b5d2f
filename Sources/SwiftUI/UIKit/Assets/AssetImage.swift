internal import Foundation
import SubdialBasics
package import SubdialLayout

/// A picture of an image set, or a file beside the catalogs.
package struct AssetImage: Hashable, Sendable {
    /// The picture with its variant for the dark.
    package var picture: PictureContent
    /// True for the foreground colour in place of the picture's own, false for its own, nil if the set says neither.
    package var isTemplate: Bool?
    /// The parts that keep their size if the picture is resized; nil if the set has no slices.
    package var slices: PictureContent.Resizing?
    /// True if other variants exist for other scales.
    package var dependsOnScale = false
    /// True if other variants exist for a high contrast.
    package var dependsOnContrast = false

    package init(_ picture: PictureContent) { self.picture = picture }

    /// The picture of bytes; nil for a format whose size is not known.
    ///
    /// - Parameter scale: The pixels per point; nil for a picture of any scale.
    package init?(_ bytes: [UInt8], scale: Double?, name: String) {
        guard let header = PictureHeader(bytes) else { return nil }
        let scale = scale ?? 1
        let size = Size(header.size.width / scale, header.size.height / scale)
        self.init(PictureContent(PictureContent.Source(bytes, digest: WideHash(bytes).text), size: size, name: name))
    }
}

/// The contents of an image set.
struct ImageSet: Decodable {
    struct Entry: Decodable {
        var filename: String?
        var resizing: Slices?
        let variant: AssetVariant

        private enum CodingKeys: String, CodingKey { case filename, resizing }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            filename = try container.decodeIfPresent(String.self, forKey: .filename)
            resizing = try? container.decodeIfPresent(Slices.self, forKey: .resizing)
            variant = try AssetVariant(from: decoder)
        }
    }

    struct Slices: Decodable {
        struct Center: Decodable { var mode: String? }
        struct Caps: Decodable {
            var top: Double?
            var left: Double?
            var bottom: Double?
            var right: Double?
        }

        var mode: String?
        var center: Center?
        var caps: Caps?

        private enum CodingKeys: String, CodingKey {
            case mode, center
            case caps = "cap-insets"
        }

        /// The rule for a picture of `scale` pixels per point.
        func resizing(scale: Double) -> PictureContent.Resizing {
            func points(_ pixels: Double?) -> Double { max(0, pixels ?? 0) / scale }
            let insets = Insets(
                top: points(caps?.top), leading: points(caps?.left), bottom: points(caps?.bottom), trailing: points(caps?.right))
            return PictureContent.Resizing(capInsets: insets, mode: center?.mode == "tile" ? .tile : .stretch)
        }
    }

    struct Properties: Decodable {
        var intent: String?

        private enum CodingKeys: String, CodingKey { case intent = "template-rendering-intent" }
    }

    var images: [Entry]?
    var properties: Properties?

    /// The picture for a device and a look; nil if no file suits or can be read.
    ///
    /// - Parameter file: The bytes of a file of the set with their digest.
    func image(_ name: String, _ traits: AssetTraits, file: (String) -> PictureFile?) -> AssetImage? {
        let entries = (images ?? []).filter { $0.filename?.isEmpty == false }
        func best(isDark: Bool) -> (entry: Entry, file: PictureFile)? {
            // Where a file is missing, the next best one stands in.
            var rest = entries
            while let entry = AssetVariant.best(rest, traits, isDark: isDark, { $0.variant }) {
                if let file = file(entry.filename ?? "") { return (entry, file) }
                rest.removeAll { $0.filename == entry.filename }
            }
            return nil
        }
        guard let light = best(isDark: false) ?? best(isDark: true) else { return nil }
        let scale = light.entry.variant.pixels ?? 1
        let size = Size(light.file.size.width / scale, light.file.size.height / scale)
        var picture = PictureContent(light.file.source, size: size, name: name)
        if let dark = best(isDark: true), dark.file.source != light.file.source { picture.dark = dark.file.source }
        var image = AssetImage(picture)
        switch properties?.intent {
        case "template": image.isTemplate = true
        case "original": image.isTemplate = false
        default: break
        }
        image.slices = light.entry.resizing.map { $0.resizing(scale: scale) }
        image.dependsOnScale = Set(entries.map(\.variant.pixels)).count > 1
        image.dependsOnContrast = entries.contains { $0.variant.isHighContrast }
        return image
    }
}

/// A picture's file with its size.
struct PictureFile: Hashable, Sendable {
    let source: PictureContent.Source
    /// Pixels, or the own units of a vector picture.
    let size: Size

    /// Reads a file; nil if it is missing, or no picture whose size is known.
    init?(_ url: URL) {
        guard let data = AssetFile.data(url) else { return nil }
        let bytes = [UInt8](data)
        guard let header = PictureHeader(bytes) else { return nil }
        source = PictureContent.Source(bytes, digest: WideHash(bytes).text)
        size = header.size
    }
}
