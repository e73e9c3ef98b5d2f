public import Foundation
package import SubdialLayout

extension UIImage {
    /// The look of an image.
    open class Configuration: NSObject, @unchecked Sendable {}

    /// The size, the weight and the colours of a symbol.
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        package private(set) var pointSize: Double?
        package private(set) var style: TextStyle?
        package private(set) var weight: FontWeight?
        package private(set) var symbolScale: SymbolScale?
        /// The colours of the layers; empty for that of the foreground.
        package private(set) var colors: [ColorName] = []

        public required override init() {}

        public convenience init(pointSize: CGFloat) { self.init(pointSize: pointSize, weight: .unspecified, scale: .default) }

        public convenience init(pointSize: CGFloat, weight: SymbolWeight) {
            self.init(pointSize: pointSize, weight: weight, scale: .default)
        }

        public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
            self.init()
            self.pointSize = pointSize.isFinite && pointSize > 0 ? Double(pointSize) : nil
            (self.weight, symbolScale) = (weight.fontWeight, scale)
        }

        public convenience init(font: UIFont) { self.init(font: font, scale: .default) }

        public convenience init(font: UIFont, scale: SymbolScale) {
            self.init()
            (pointSize, style, weight, symbolScale) = (Double(font.pointSize), font.textStyle, font.weight, scale)
        }

        public convenience init(textStyle: UIFont.TextStyle) { self.init(textStyle: textStyle, scale: .default) }

        public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
            self.init()
            (style, symbolScale) = (textStyle.style, scale)
        }

        public convenience init(scale: SymbolScale) {
            self.init()
            symbolScale = scale
        }

        public convenience init(weight: SymbolWeight) {
            self.init()
            self.weight = weight.fontWeight
        }

        public convenience init(hierarchicalColor: UIColor) {
            self.init()
            let color = hierarchicalColor.colorName
            colors = [1, 0.5, 0.25].map { ColorName(copying: color, opacity: color.opacity * $0) }
        }

        public convenience init(paletteColors: [UIColor]) {
            self.init()
            colors = paletteColors.map(\.colorName)
        }

        open func applying(_ configuration: SymbolConfiguration) -> Self {
            let result = Self()
            result.pointSize = configuration.pointSize ?? pointSize
            result.style = configuration.style ?? style
            result.weight = configuration.weight ?? weight
            result.symbolScale = configuration.symbolScale ?? symbolScale
            result.colors = configuration.colors.isEmpty ? colors : configuration.colors
            return result
        }

        /// The factor of the scale on the size.
        package var factor: Double {
            switch symbolScale {
            case .small?: 0.78
            case .large?: 1.28
            default: 1
            }
        }

        /// The height of a symbol beside a font of a size.
        static func height(_ pointSize: Double) -> CGFloat { CGFloat(UIFontMetrics.capHeight * pointSize * 1.25) }

        var symbolHeight: CGFloat { Self.height((pointSize ?? style.map { UIFontMetrics.size(of: $0) } ?? 17) * factor) }
    }

    /// The weight of a symbol.
    public enum SymbolWeight: Int, Sendable {
        case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

        var fontWeight: FontWeight? {
            switch self {
            case .unspecified: nil
            case .ultraLight: .ultraLight
            case .thin: .thin
            case .light: .light
            case .regular: .regular
            case .medium: .medium
            case .semibold: .semibold
            case .bold: .bold
            case .heavy: .heavy
            case .black: .black
            }
        }
    }

    /// The size of a symbol beside text.
    public enum SymbolScale: Int, Sendable {
        case `default` = -1
        case unspecified = 0
        case small, medium, large
    }
}

extension ColorName {
    fileprivate init(copying color: ColorName, opacity: Double) {
        self = color
        self.opacity = opacity
    }
}
