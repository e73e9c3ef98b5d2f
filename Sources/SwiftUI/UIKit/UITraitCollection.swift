public import Foundation

/// A light or a dark look.
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

/// The contrast that the user has chosen.
public enum UIAccessibilityContrast: Int, Sendable {
    case unspecified = -1
    case normal, high
}

/// The kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone = 0
    case pad, tv, carPlay
    case mac = 5
    case vision = 6
}

/// The room along an axis.
public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }

/// The look, for code that chooses by it.
open class UITraitCollection: NSObject, @unchecked Sendable {
    public let userInterfaceStyle: UIUserInterfaceStyle
    public let accessibilityContrast: UIAccessibilityContrast
    public let userInterfaceIdiom: UIUserInterfaceIdiom
    public let displayScale: CGFloat
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    public let verticalSizeClass: UIUserInterfaceSizeClass

    init(
        style: UIUserInterfaceStyle = .unspecified, contrast: UIAccessibilityContrast = .unspecified,
        idiom: UIUserInterfaceIdiom = .unspecified, scale: CGFloat = 0
    ) {
        (userInterfaceStyle, accessibilityContrast, userInterfaceIdiom, displayScale) = (style, contrast, idiom, scale)
        (horizontalSizeClass, verticalSizeClass) = idiom == .phone ? (.compact, .regular) : (.unspecified, .unspecified)
    }

    public override convenience init() { self.init(style: .unspecified) }

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(style: userInterfaceStyle) }

    public convenience init(accessibilityContrast: UIAccessibilityContrast) { self.init(contrast: accessibilityContrast) }

    public convenience init(userInterfaceIdiom: UIUserInterfaceIdiom) { self.init(idiom: userInterfaceIdiom) }

    public convenience init(displayScale: CGFloat) { self.init(scale: displayScale) }

    /// All values that the collections set, the last ones first.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        func last<Value: Equatable>(_ path: KeyPath<UITraitCollection, Value>, _ unspecified: Value) -> Value {
            traitCollections.last { $0[keyPath: path] != unspecified }?[keyPath: path] ?? unspecified
        }
        self.init(
            style: last(\.userInterfaceStyle, .unspecified), contrast: last(\.accessibilityContrast, .unspecified),
            idiom: last(\.userInterfaceIdiom, .unspecified), scale: last(\.displayScale, 0))
    }

    /// A light look of a phone; what depends on the look asks the environment of SwiftUI.
    public class var current: UITraitCollection { standard }

    private static let standard = UITraitCollection(style: .light, contrast: .normal, idiom: .phone, scale: 3)

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return userInterfaceStyle == other.userInterfaceStyle && accessibilityContrast == other.accessibilityContrast
            && userInterfaceIdiom == other.userInterfaceIdiom && displayScale == other.displayScale
    }

    open override var hash: Int { userInterfaceStyle.rawValue ^ accessibilityContrast.rawValue << 8 }
}
