public import Foundation
package import SubdialLayout

/// A font of UIKit, with the published measures of San Francisco.
open class UIFont: NSObject, NSCopying, @unchecked Sendable {
    /// The weight of the strokes.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public var rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        public static let ultraLight = Weight(-0.8)
        public static let thin = Weight(-0.6)
        public static let light = Weight(-0.4)
        public static let regular = Weight(0)
        public static let medium = Weight(0.23)
        public static let semibold = Weight(0.3)
        public static let bold = Weight(0.4)
        public static let heavy = Weight(0.56)
        public static let black = Weight(0.62)

        /// The nearest weight that fonts have.
        var fontWeight: FontWeight {
            let known: [(FontWeight, Weight)] = [
                (.regular, .regular), (.ultraLight, .ultraLight), (.thin, .thin), (.light, .light), (.medium, .medium),
                (.semibold, .semibold), (.bold, .bold), (.heavy, .heavy), (.black, .black),
            ]
            return known.min { abs($0.1.rawValue - rawValue) < abs($1.1.rawValue - rawValue) }?.0 ?? .regular
        }
    }

    /// The text styles of the platform.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let largeTitle = TextStyle(rawValue: "largeTitle")
        public static let title1 = TextStyle(rawValue: "title")
        public static let title2 = TextStyle(rawValue: "title2")
        public static let title3 = TextStyle(rawValue: "title3")
        public static let headline = TextStyle(rawValue: "headline")
        public static let subheadline = TextStyle(rawValue: "subheadline")
        public static let body = TextStyle(rawValue: "body")
        public static let callout = TextStyle(rawValue: "callout")
        public static let footnote = TextStyle(rawValue: "footnote")
        public static let caption1 = TextStyle(rawValue: "caption")
        public static let caption2 = TextStyle(rawValue: "caption2")

        /// The style of the layout; body for an unknown name.
        package var style: SubdialLayout.TextStyle { SubdialLayout.TextStyle(rawValue: rawValue) ?? .body }
    }

    public let pointSize: CGFloat
    /// The text style from which the font was made; nil for a fixed size.
    package let textStyle: SubdialLayout.TextStyle?
    /// The weight; nil for that of the style.
    package let weight: FontWeight?
    package let design: FontDesign
    package let isItalic: Bool
    package let hasMonospacedDigits: Bool
    /// The name of a font of the user's; nil for the system's.
    package let customName: String?

    package init(
        size: CGFloat, style: SubdialLayout.TextStyle? = nil, weight: FontWeight? = nil, design: FontDesign = .default,
        isItalic: Bool = false,
        hasMonospacedDigits: Bool = false, name: String? = nil
    ) {
        pointSize = size.isFinite && size > 0 ? size : Self.systemFontSize
        (textStyle, self.weight, self.design) = (style, weight, design)
        (self.isItalic, self.hasMonospacedDigits, customName) = (isItalic, hasMonospacedDigits, name)
    }

    /// A font of the user's, whose family is looked for when it is drawn.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard !fontName.isEmpty else { return nil }
        self.init(size: fontSize, name: fontName)
    }

    /// The font of a descriptor; a size of 0 is that of the descriptor.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        let size = pointSize > 0 ? pointSize : descriptor.pointSize
        self.init(
            size: size, style: size == descriptor.font.pointSize ? descriptor.font.textStyle : nil, weight: descriptor.font.weight,
            design: descriptor.font.design, isItalic: descriptor.font.isItalic, hasMonospacedDigits: descriptor.font.hasMonospacedDigits,
            name: descriptor.font.customName)
    }

    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(size: fontSize) }

    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont { UIFont(size: fontSize, weight: weight.fontWeight) }

    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(size: fontSize, weight: .bold) }

    open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(size: fontSize, isItalic: true) }

    open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: fontSize, weight: weight.fontWeight, design: .monospaced)
    }

    open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: fontSize, weight: weight.fontWeight, hasMonospacedDigits: true)
    }

    /// The font of a style, whose ``pointSize`` is that of the type size Large; in SwiftUI it follows the type size.
    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        UIFont(size: CGFloat(UIFontMetrics.size(of: style.style)), style: style.style)
    }

    open class func preferredFont(forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
        preferredFont(forTextStyle: style)
    }

    public class var labelFontSize: CGFloat { 17 }
    public class var buttonFontSize: CGFloat { 18 }
    public class var smallSystemFontSize: CGFloat { 12 }
    public class var systemFontSize: CGFloat { 14 }

    open func withSize(_ fontSize: CGFloat) -> UIFont {
        UIFont(
            size: fontSize, weight: effectiveWeight, design: design, isItalic: isItalic, hasMonospacedDigits: hasMonospacedDigits,
            name: customName)
    }

    open var fontDescriptor: UIFontDescriptor { UIFontDescriptor(self) }
    open var familyName: String { customName.map { String($0.prefix { $0 != "-" }) } ?? ".AppleSystemUIFont" }
    open var fontName: String { customName ?? ".SFUI-\((effectiveWeight ?? .regular).rawValue.capitalized)" }
    open var ascender: CGFloat { pointSize * CGFloat(UIFontMetrics.ascent) }
    /// Negative, as below the baseline.
    open var descender: CGFloat { -pointSize * CGFloat(UIFontMetrics.descent) }
    open var capHeight: CGFloat { pointSize * CGFloat(UIFontMetrics.capHeight) }
    open var xHeight: CGFloat { pointSize * CGFloat(UIFontMetrics.xHeight) }
    open var lineHeight: CGFloat { ascender - descender }
    /// What a style's line is higher than its glyphs; 0 for a fixed size.
    open var leading: CGFloat { textStyle.map { CGFloat(UIFontMetrics.line(of: $0)) - lineHeight } ?? 0 }

    /// The weight, with that of the style.
    package var effectiveWeight: FontWeight? { weight ?? (textStyle == .headline ? .semibold : nil) }

    /// The font as it is.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return pointSize == other.pointSize && textStyle == other.textStyle && weight == other.weight && design == other.design
            && isItalic == other.isItalic && hasMonospacedDigits == other.hasMonospacedDigits && customName == other.customName
    }

    open override var hash: Int { pointSize.hashValue }
}
