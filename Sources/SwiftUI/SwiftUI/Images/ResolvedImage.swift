internal import Foundation
import SubdialBasics
import SubdialCoreGraphics
internal import SubdialLayout
import SubdialUIKit

/// An image in an environment: its content, and what the node needs beside it.
struct ResolvedImage {
    private(set) var content: ImageContent
    /// The distance of a symbol's baseline from its top, in points; nil for a picture, which stands on the baseline.
    private(set) var baseline: Double?

    private let image: Image
    private let context: _ViewContext
    private var environment: EnvironmentValues { context.environment }

    init(_ image: Image, in context: _ViewContext) {
        (self.image, self.context) = (image, context)
        content = Self.nothing
        switch image.source {
        case .asset(let name, let bundle): resolve(name, bundle)
        case .symbol(let name): resolve(symbol: name, variants: environment.symbolVariants)
        case .picture(let picture): resolve(picture)
        case .cgImage(let picture, let scale, let orientation): resolve(picture, scale, orientation)
        case .placeholder: break
        }
        content.accentedRendering = image.accentedRendering
    }

    /// An image of nothing, without a size.
    private static let nothing = ImageContent(.symbol(""))

    private func warn(_ message: String) {
        context.warn(message, at: image.place)
    }

    // MARK: Pictures

    private mutating func resolve(_ name: String, _ bundle: Bundle?) {
        if let found = AssetLibrary.image(named: name, bundle: bundle, environment.assetTraits) {
            if found.dependsOnScale { context.pass.recordRead("\\EnvironmentValues.displayScale") }
            if found.dependsOnContrast { context.pass.recordRead("\\EnvironmentValues.colorSchemeContrast") }
            return resolve(found.picture, isTemplate: found.isTemplate ?? false, slices: found.slices)
        }
        if let found = AssetLibrary.symbol(named: name, bundle: bundle) { return resolve(found, name) }
        if let problem = AssetLibrary.problem(named: name, ["imageset", "symbolset"], in: bundle) {
            return warn("Image(_:): \(problem); nothing is drawn")
        }
        let hint = Suggestion.hint(
            for: name, among: AssetLibrary.names("imageset", in: bundle) + AssetLibrary.names("symbolset", in: bundle))
        warn("Image(_:): no image named '\(name)' is in the catalogs; nothing is drawn\(hint)")
    }

    private mutating func resolve(_ image: UIImage) {
        switch image.content {
        case .empty: break
        case .picture(let found):
            var slices = found.slices
            if image.hasCaps {
                let caps = image.capInsets
                slices = PictureContent.Resizing(
                    capInsets: Insets(
                        top: Double(caps.top), leading: Double(caps.left), bottom: Double(caps.bottom), trailing: Double(caps.right)),
                    mode: image.resizingMode == .tile ? .tile : .stretch)
            }
            let isTemplate: Bool =
                switch image.renderingMode {
                case .automatic: image.tint != nil || found.isTemplate == true
                case .alwaysTemplate: true
                // A tinted picture with its own colours shows the tint.
                case .alwaysOriginal: image.tint != nil
                }
            resolve(found.picture, isTemplate: isTemplate, slices: slices)
            if let tint = image.tint, image.renderingMode != .alwaysTemplate, self.image.renderingMode != .template {
                content.paints = [.color(tint)]
            }
        case .symbol(let name, let configuration):
            resolve(symbol: name, variants: .none, configuration)
            if let tint = image.tint { content.paints = [.color(tint)] }
        }
    }

    private mutating func resolve(_ picture: CGImage, _ scale: CGFloat, _ orientation: Image.Orientation) {
        if orientation != .up { warn("Image: the orientation of the pixels is not applied; give the picture upright") }
        let scale = scale.isFinite && scale > 0 ? Double(scale) : 1
        var picture = picture.picture
        picture.size = Size(picture.size.width / scale, picture.size.height / scale)
        resolve(picture, isTemplate: false, slices: nil)
    }

    private mutating func resolve(_ picture: PictureContent, isTemplate: Bool, slices: PictureContent.Resizing?) {
        var picture = picture
        picture.isTemplate = image.renderingMode.map { $0 == .template } ?? isTemplate
        if let resizing = image.resizing {
            // The slices of a catalog apply if the source sets no caps.
            picture.resizing = resizing == PictureContent.Resizing() ? slices ?? resizing : resizing
        }
        picture.interpolation =
            switch image.interpolationMode {
            case .none: .none
            case .low: .low
            case .medium: .medium
            case .high: .high
            }
        content = ImageContent(.picture(picture), paint: environment.foregroundPaint())
    }

    // MARK: Symbols

    /// A symbol of the library.
    private mutating func resolve(symbol name: String, variants: SymbolVariants, _ configuration: UIImage.SymbolConfiguration? = nil) {
        let asked = variants.name(of: name)
        let drawn = SymbolNames(environment.symbolNames).resolved(asked)
        if let problem = drawn.problem { warn("Image(systemName:): \(problem)") }
        content = ImageContent(.symbol(drawn.name))
        content.paints = paints
        content.variableValue = image.variableValue.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
        content.font = font(configuration)
        content.isResizable = image.resizing != nil
        if let colors = configuration?.colors, !colors.isEmpty { content.paints = colors.map { .color($0) } }
        // The original of a symbol has its own colours.
        if symbolMode == .multicolor || image.renderingMode == .original { content.symbolRenderingMode = .multicolor }
    }

    /// A symbol of the user's, as a picture of the size of its font.
    private mutating func resolve(_ symbol: SymbolTemplate, _ name: String) {
        let font = font(nil)
        guard let glyph = symbol.glyph(font.weight ?? font.styleWeight) else { return warn("The symbol '\(name)' has no outline") }
        let size = environment.pointSize(of: font)
        var picture = PictureContent(glyph.source, size: Size(glyph.size.width * size, glyph.size.height * size), name: name)
        picture.isTemplate = true
        picture.resizing = image.resizing
        content = ImageContent(.picture(picture), font: font)
        content.paints = paints
        baseline = image.resizing == nil ? glyph.baseline * size : nil
        if image.variableValue != nil { warn("Image: the layers of the symbol '\(name)' are drawn as one, whatever the variable value") }
    }

    private var symbolMode: SymbolRenderingMode? { image.symbolMode ?? environment.symbolRenderingMode }

    /// The fills of a symbol's layers.
    private var paints: [SubdialLayout.Paint] {
        let count = environment.text.foreground.count
        switch symbolMode {
        case .hierarchical?: return (0..<3).map { environment.foregroundPaint($0) }
        case .palette?: return (0..<max(count, 1)).map { environment.foregroundPaint($0) }
        case nil where count > 1: return (0..<count).map { environment.foregroundPaint($0) }
        default: return [environment.foregroundPaint()]
        }
    }

    /// The font that decides the size of a symbol.
    private func font(_ configuration: UIImage.SymbolConfiguration?) -> SubdialLayout.Font {
        var font = environment.resolvedFont
        if let style = configuration?.style {
            font.base = .style(style)
        } else if let size = configuration?.pointSize {
            font.base = .size(size)
        }
        if let weight = configuration?.weight { font.weight = weight }
        let factor: Double =
            switch environment.imageScale {
            case .small: 0.78
            case .medium: 1
            case .large: 1.28
            }
        return font.sized(in: environment).scaled(by: configuration?.symbolScale == nil ? factor : configuration?.factor ?? 1)
    }
}

extension SubdialLayout.Font {
    /// The weight of the style.
    var styleWeight: FontWeight { base == .style(.headline) ? .semibold : .regular }

    /// The font with another size, which grows with the type size as before.
    func scaled(by factor: Double) -> SubdialLayout.Font {
        guard factor != 1 else { return self }
        var font = self
        switch base {
        case .style(let style):
            font.weight = weight ?? styleWeight
            font.base = .scaled(UIFontMetrics.size(of: style) * factor, with: style)
        case .size(let size): font.base = .size(size * factor)
        case .scaled(let size, let style): font.base = .scaled(size * factor, with: style)
        }
        return font
    }
}

extension SubdialLayout.Font {
    /// The font for the layout, which measures the text styles at the type size of the look: of a fixed size if the view has another one.
    func sized(in environment: EnvironmentValues) -> SubdialLayout.Font {
        environment.dynamicTypeSize == environment.lookTypeSize ? self : fixed(in: environment)
    }

    /// The font with its size at the environment's type size, whatever the look's.
    func fixed(in environment: EnvironmentValues) -> SubdialLayout.Font {
        var font = self
        font.weight = weight ?? (styleWeight == .regular ? nil : styleWeight)
        font.base = .size(environment.pointSize(of: self))
        return font
    }
}

extension EnvironmentValues {
    /// What decides among the variants of an asset.
    var assetTraits: AssetTraits {
        AssetTraits(
            idiom: isWatch ? "watch" : "iphone", scale: Double(displayScale), isHighContrast: colorSchemeContrast == .increased,
            isRightToLeft: layoutDirection == .rightToLeft)
    }

    /// The size of a font in points at the type size.
    func pointSize(of font: SubdialLayout.Font) -> Double {
        switch font.base {
        case .style(let style): TypeScale.size(of: style, at: dynamicTypeSize, isWatch: isWatch)
        case .size(let size): size
        case .scaled(let size, let style): size * TypeScale.factor(of: style, in: self)
        }
    }
}
