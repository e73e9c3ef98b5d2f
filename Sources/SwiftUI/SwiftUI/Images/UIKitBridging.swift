internal import Foundation
internal import SubdialLayout
public import SubdialUIKit

extension Color {
    public init(uiColor: UIColor) { self.init(uiColor.colorName) }

    public init(_ color: UIColor) { self.init(color.colorName) }
}

extension UIColor {
    /// The colour in the environment of the body that is evaluated, with its values in each look.
    public convenience init(_ color: Color) {
        let environment = EnvironmentReader.environment
        self.init(name: color.name(in: environment), variants: color.variants(in: environment))
    }
}

extension Font {
    /// The font of UIKit; one of a text style follows the type size.
    public init(_ font: UIFont) {
        let weight = font.weight.map { Font.Weight($0) }
        var result: Font
        if let name = font.customName {
            result = Font.custom(name, fixedSize: font.pointSize)
            if let weight { result = result.weight(weight) }
        } else if let style = font.textStyle {
            result = Font.system(Font.TextStyle(style), design: Font.Design(font.design), weight: weight)
        } else {
            result = Font.system(size: font.pointSize, weight: weight, design: Font.Design(font.design))
        }
        if font.isItalic { result = result.italic() }
        if font.hasMonospacedDigits { result = result.monospacedDigit() }
        self = result
    }
}

extension Font.Weight {
    fileprivate init(_ weight: FontWeight) {
        self =
            switch weight {
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

extension Font.Design {
    fileprivate init(_ design: FontDesign) {
        self =
            switch design {
            case .default: .default
            case .rounded: .rounded
            case .monospaced: .monospaced
            case .serif: .serif
            }
    }
}

extension Font.TextStyle {
    fileprivate init(_ style: SubdialLayout.TextStyle) {
        self =
            switch style {
            case .largeTitle: .largeTitle
            case .title: .title
            case .title2: .title2
            case .title3: .title3
            case .headline: .headline
            case .body: .body
            case .callout: .callout
            case .subheadline: .subheadline
            case .footnote: .footnote
            case .caption: .caption
            case .caption2: .caption2
            }
    }
}
