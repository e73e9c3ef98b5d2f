public import Foundation
package import SubdialLayout

/// The attributes of a font.
open class UIFontDescriptor: NSObject, @unchecked Sendable {
    /// The design of the system's font.
    public struct SystemDesign: Hashable, Sendable {
        let design: FontDesign

        public static let `default` = SystemDesign(design: .default)
        public static let rounded = SystemDesign(design: .rounded)
        public static let monospaced = SystemDesign(design: .monospaced)
        public static let serif = SystemDesign(design: .serif)
    }

    /// Attributes that a font has or has not.
    public struct SymbolicTraits: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
        public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
        public static let traitExpanded = SymbolicTraits(rawValue: 1 << 5)
        public static let traitCondensed = SymbolicTraits(rawValue: 1 << 6)
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
        public static let traitTightLeading = SymbolicTraits(rawValue: 1 << 15)
        public static let traitLooseLeading = SymbolicTraits(rawValue: 1 << 16)
    }

    let font: UIFont

    init(_ font: UIFont) { self.font = font }

    public convenience init(name fontName: String, size: CGFloat) { self.init(UIFont(size: size, name: fontName)) }

    open class func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        UIFontDescriptor(UIFont.preferredFont(forTextStyle: style))
    }

    open var pointSize: CGFloat { font.pointSize }

    open var symbolicTraits: SymbolicTraits {
        var traits: SymbolicTraits = []
        if font.isItalic { traits.insert(.traitItalic) }
        if [.semibold, .bold, .heavy, .black].contains(font.effectiveWeight ?? .regular) { traits.insert(.traitBold) }
        if font.design == .monospaced { traits.insert(.traitMonoSpace) }
        return traits
    }

    /// The font with these attributes and no others; widths and leadings have no effect.
    open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        let hasTrait = symbolicTraits.contains(.traitBold)
        let weight = hasTrait ? (self.symbolicTraits.contains(.traitBold) ? font.weight : .bold) : nil
        return changed(weight: weight, isItalic: symbolicTraits.contains(.traitItalic))
    }

    open func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        font.customName == nil ? changed(weight: font.weight, design: design.design, isItalic: font.isItalic) : nil
    }

    open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor { UIFontDescriptor(font.withSize(newPointSize)) }

    private func changed(weight: FontWeight?, design: FontDesign? = nil, isItalic: Bool) -> UIFontDescriptor {
        UIFontDescriptor(
            UIFont(
                size: font.pointSize, style: font.textStyle, weight: weight, design: design ?? font.design, isItalic: isItalic,
                hasMonospacedDigits: font.hasMonospacedDigits, name: font.customName))
    }
}

/// The growth of lengths with a text style, which is that of the type size Large here.
open class UIFontMetrics: NSObject, @unchecked Sendable {
    // San Francisco's measures per em.
    static let ascent = 0.9521
    static let descent = 0.2412
    static let capHeight = 0.7046
    static let xHeight = 0.526

    private let style: TextStyle

    public static let `default` = UIFontMetrics(forTextStyle: .body)

    public init(forTextStyle textStyle: UIFont.TextStyle) { style = textStyle.style }

    /// The font as it is: SwiftUI's `relativeTo:` grows with the type size.
    open func scaledFont(for font: UIFont) -> UIFont { font }

    open func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
        font.pointSize > maximumPointSize && maximumPointSize > 0 ? font.withSize(maximumPointSize) : font
    }

    open func scaledValue(for value: CGFloat) -> CGFloat { value }

    /// The height of a line of each style at the type size Large, from Apple's Human Interface Guidelines.
    static func line(of style: TextStyle) -> Double {
        switch style {
        case .largeTitle: 41
        case .title: 34
        case .title2: 28
        case .title3: 25
        case .headline, .body: 22
        case .callout: 21
        case .subheadline: 20
        case .footnote: 18
        case .caption: 16
        case .caption2: 13
        }
    }

    /// The size of each style at the type size Large.
    package static func size(of style: TextStyle) -> Double { TextSizes.size(of: style, at: TextSizes.large, isWatch: false) }
}
