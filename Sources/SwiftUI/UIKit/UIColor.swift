public import Foundation
public import SubdialCoreGraphics
package import SubdialLayout

/// A colour of UIKit, with its values in each look.
open class UIColor: NSObject, NSCopying, @unchecked Sendable, _ExpressibleByColorLiteral {
    /// The colour for drawing; a hue of the system is that of the theme.
    package let colorName: ColorName
    /// The values in each look, in extended sRGB.
    package let variants: ColorVariants

    private init(_ name: ColorName, _ variants: ColorVariants) { (colorName, self.variants) = (name, variants) }

    /// Creates a colour of its values in each look.
    package init(variants: ColorVariants) {
        self.variants = variants
        colorName = ColorName(variants)
    }

    /// Creates a colour for drawing with the values that it has.
    package convenience init(name: ColorName, variants: ColorVariants) { self.init(name, variants) }

    private convenience init(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat) {
        func finite(_ value: CGFloat) -> Double { value.isFinite ? Double(value) : 0 }
        let components = ColorVariants.Components(
            red: finite(red), green: finite(green), blue: finite(blue), alpha: min(max(finite(alpha), 0), 1))
        self.init(variants: ColorVariants(light: components))
    }

    /// A colour of the system; the table has all names that are used.
    fileprivate convenience init(system name: String) {
        let variants = SystemPalette.color(name) ?? ColorVariants(light: ColorVariants.Components(red: 0, green: 0, blue: 0))
        self.init(SystemPalette.name(name) ?? ColorName(variants), variants)
    }

    // Required, so that `Self(red:green:blue:alpha:)` compiles in extensions, as it does for a class of Objective-C.
    public required convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { self.init(red, green, blue, alpha) }

    public required convenience init(white: CGFloat, alpha: CGFloat) { self.init(white, white, white, alpha) }

    public required convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let rgb = ColorMath.sRGB(fromDisplayP3: (Double(red), Double(green), Double(blue)))
        self.init(CGFloat(rgb.0), CGFloat(rgb.1), CGFloat(rgb.2), alpha)
    }

    public required convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let (hue, saturation, brightness) = (min(max(hue, 0), 1), min(max(saturation, 0), 1), min(max(brightness, 0), 1))
        // The distance of each component from the brightness, by the place of the hue on the circle.
        func component(_ offset: CGFloat) -> CGFloat {
            let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
        }
        self.init(component(5), component(3), component(1), alpha)
    }

    public convenience init(cgColor: CGColor) {
        let values = cgColor.extendedSRGB
        self.init(CGFloat(values.red), CGFloat(values.green), CGFloat(values.blue), CGFloat(values.alpha))
    }

    /// A colour of a catalog in the main bundle; nil if there is none.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
        guard let variants = AssetLibrary.color(named: name, bundle: bundle) else { return nil }
        self.init(variants: variants)
    }

    /// A colour of a catalog; clear if it is missing.
    public convenience init(resource: ColorResource) {
        let clear = ColorVariants(light: ColorVariants.Components(red: 0, green: 0, blue: 0, alpha: 0))
        self.init(variants: AssetLibrary.color(named: resource.name, bundle: resource.bundle) ?? clear)
    }

    /// A colour that code chooses, once for each appearance and contrast.
    public convenience init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        func values(_ style: UIUserInterfaceStyle, _ contrast: UIAccessibilityContrast) -> ColorVariants.Components {
            let traits = UITraitCollection(style: style, contrast: contrast)
            return dynamicProvider(traits).components(traits)
        }
        self.init(
            variants: ColorVariants(
                light: values(.light, .normal), dark: values(.dark, .normal), lightHighContrast: values(.light, .high),
                darkHighContrast: values(.dark, .high)))
    }

    /// The colour of a literal, `#colorLiteral(red:green:blue:alpha:)`.
    public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(CGFloat(red), CGFloat(green), CGFloat(blue), CGFloat(alpha))
    }

    @available(*, unavailable, message: "A pattern is no colour here: use an image as a view, or ImagePaint")
    public convenience init(patternImage image: UIImage) { self.init(0, 0, 0, 0) }

    /// The values in a look.
    package func components(_ traits: UITraitCollection) -> ColorVariants.Components {
        variants.components(traits.userInterfaceStyle == .dark ? .dark : .light, highContrast: traits.accessibilityContrast == .high)
    }

    private var current: ColorVariants.Components { components(.current) }

    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        let alpha = alpha.isFinite ? min(max(Double(alpha), 0), 1) : 0
        var name = colorName
        guard name.variants == nil else {
            return UIColor(variants: variants.map { ColorVariants.Components(red: $0.red, green: $0.green, blue: $0.blue, alpha: alpha) })
        }
        name.opacity = alpha
        return UIColor(name, variants.map { ColorVariants.Components(red: $0.red, green: $0.green, blue: $0.blue, alpha: alpha) })
    }

    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        UIColor(variants: ColorVariants(light: components(traitCollection)))
    }

    /// The colour in the current look, which is a light one.
    open var cgColor: CGColor {
        let values = current
        return CGColor(srgbRed: CGFloat(values.red), green: CGFloat(values.green), blue: CGFloat(values.blue), alpha: CGFloat(values.alpha))
    }

    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let values = current
        red?.pointee = CGFloat(values.red)
        green?.pointee = CGFloat(values.green)
        blue?.pointee = CGFloat(values.blue)
        alpha?.pointee = CGFloat(values.alpha)
        return true
    }

    @discardableResult
    open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        let values = current
        // Only grays have a white component.
        guard values.red == values.green, values.green == values.blue else { return false }
        white?.pointee = CGFloat(values.red)
        alpha?.pointee = CGFloat(values.alpha)
        return true
    }

    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?, brightness: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let values = current
        let (highest, lowest) = (max(values.red, values.green, values.blue), min(values.red, values.green, values.blue))
        let range = highest - lowest
        var turn = 0.0
        if range > 0 {
            switch highest {
            case values.red: turn = (values.green - values.blue) / range
            case values.green: turn = (values.blue - values.red) / range + 2
            default: turn = (values.red - values.green) / range + 4
            }
        }
        hue?.pointee = CGFloat(turn < 0 ? turn / 6 + 1 : turn / 6)
        saturation?.pointee = CGFloat(highest > 0 ? range / highest : 0)
        brightness?.pointee = CGFloat(highest)
        alpha?.pointee = CGFloat(values.alpha)
        return true
    }

    /// No effect in a picture: nothing is drawn with UIKit.
    open func set() {}

    /// No effect in a picture: nothing is drawn with UIKit.
    open func setFill() {}

    /// No effect in a picture: nothing is drawn with UIKit.
    open func setStroke() {}

    /// The colour as it is.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return colorName == other.colorName && variants == other.variants
    }

    open override var hash: Int { colorName.hashValue }

    open override var description: String { "UIColor(\(colorName))" }
}

/// The type of `#colorLiteral`.
public typealias _ColorLiteralType = UIColor

extension ColorVariants {
    /// The colour with its values changed in each look.
    fileprivate func map(_ change: (Components) -> Components) -> ColorVariants {
        ColorVariants(
            light: change(components(.light, highContrast: false)), dark: change(components(.dark, highContrast: false)),
            lightHighContrast: change(components(.light, highContrast: true)),
            darkHighContrast: change(components(.dark, highContrast: true)))
    }
}

// MARK: Colours of the system

extension UIColor {
    public static let systemRed = UIColor(system: "systemRed")
    public static let systemOrange = UIColor(system: "systemOrange")
    public static let systemYellow = UIColor(system: "systemYellow")
    public static let systemGreen = UIColor(system: "systemGreen")
    public static let systemMint = UIColor(system: "systemMint")
    public static let systemTeal = UIColor(system: "systemTeal")
    public static let systemCyan = UIColor(system: "systemCyan")
    public static let systemBlue = UIColor(system: "systemBlue")
    public static let systemIndigo = UIColor(system: "systemIndigo")
    public static let systemPurple = UIColor(system: "systemPurple")
    public static let systemPink = UIColor(system: "systemPink")
    public static let systemBrown = UIColor(system: "systemBrown")
    public static let systemGray = UIColor(system: "systemGray")
    public static let systemGray2 = UIColor(system: "systemGray2")
    public static let systemGray3 = UIColor(system: "systemGray3")
    public static let systemGray4 = UIColor(system: "systemGray4")
    public static let systemGray5 = UIColor(system: "systemGray5")
    public static let systemGray6 = UIColor(system: "systemGray6")
    public static let label = UIColor(system: "label")
    public static let secondaryLabel = UIColor(system: "secondaryLabel")
    public static let tertiaryLabel = UIColor(system: "tertiaryLabel")
    public static let quaternaryLabel = UIColor(system: "quaternaryLabel")
    public static let placeholderText = UIColor(system: "placeholderText")
    public static let separator = UIColor(system: "separator")
    public static let opaqueSeparator = UIColor(system: "opaqueSeparator")
    public static let link = UIColor(system: "link")
    public static let systemFill = UIColor(system: "systemFill")
    public static let secondarySystemFill = UIColor(system: "secondarySystemFill")
    public static let tertiarySystemFill = UIColor(system: "tertiarySystemFill")
    public static let quaternarySystemFill = UIColor(system: "quaternarySystemFill")
    public static let systemBackground = UIColor(system: "systemBackground")
    public static let secondarySystemBackground = UIColor(system: "secondarySystemBackground")
    public static let tertiarySystemBackground = UIColor(system: "tertiarySystemBackground")
    public static let systemGroupedBackground = UIColor(system: "systemGroupedBackground")
    public static let secondarySystemGroupedBackground = UIColor(system: "secondarySystemGroupedBackground")
    public static let tertiarySystemGroupedBackground = UIColor(system: "tertiarySystemGroupedBackground")
    public static let lightText = UIColor(system: "lightText")
    public static let darkText = UIColor(system: "darkText")
    /// The blue of controls; a tint of SwiftUI does not change it.
    public static let tintColor = UIColor(system: "systemBlue")
    public static let black = UIColor(white: 0, alpha: 1)
    public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
    public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
    public static let white = UIColor(white: 1, alpha: 1)
    public static let gray = UIColor(white: 0.5, alpha: 1)
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    public static let clear = UIColor(white: 0, alpha: 0)
}
