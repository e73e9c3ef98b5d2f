public import Foundation

/// What receives events: there are none in a picture.
@MainActor @preconcurrency
open class UIResponder: NSObject {
    public nonisolated override init() { super.init() }
}

/// A view of UIKit: nothing draws it, and its properties only store their values; see `UIViewRepresentable`.
@MainActor @preconcurrency
open class UIView: UIResponder {
    open var frame = CGRect.zero
    open var backgroundColor: UIColor?
    open var tintColor: UIColor?
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var isOpaque = true
    open var clipsToBounds = false
    open var isUserInteractionEnabled = true
    open var tag = 0
    public private(set) var subviews: [UIView] = []
    public private(set) weak var superview: UIView?

    public nonisolated override init() { super.init() }

    public init(frame: CGRect) {
        super.init()
        self.frame = frame
    }

    /// No view is stored here: nil.
    public required init?(coder: NSCoder) { nil }

    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }

    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
    }

    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    /// No effect in a picture.
    open func setNeedsLayout() {}

    /// No effect in a picture.
    open func layoutIfNeeded() {}

    /// No effect in a picture: it is not called.
    open func layoutSubviews() {}

    /// No effect in a picture.
    open func setNeedsDisplay() {}

    /// False, because a picture does not move.
    open class var areAnimationsEnabled: Bool { false }

    /// No effect in a picture, because a picture does not move.
    open class func setAnimationsEnabled(_ enabled: Bool) {}
}

/// A controller of UIKit: nothing draws its view; see `UIViewControllerRepresentable`.
@MainActor @preconcurrency
open class UIViewController: UIResponder {
    open var view = UIView()
    open var title: String?
    public private(set) var children: [UIViewController] = []
    public private(set) weak var parent: UIViewController?

    public nonisolated override init() { super.init() }

    /// No controller is stored here: nil.
    public required init?(coder: NSCoder) { nil }

    /// No effect in a picture: it is not called.
    open func viewDidLoad() {}

    /// No effect in a picture: it is not called.
    open func viewWillAppear(_ animated: Bool) {}

    /// No effect in a picture: it is not called.
    open func viewDidAppear(_ animated: Bool) {}

    open func addChild(_ childController: UIViewController) {
        childController.parent = self
        children.append(childController)
    }
}

/// A change of what is behind a view of UIKit: nothing draws it.
@MainActor @preconcurrency
open class UIVisualEffect: NSObject {
    public nonisolated override init() { super.init() }
}

/// A blur of UIKit: nothing draws it; SwiftUI's materials are drawn.
@MainActor @preconcurrency
open class UIBlurEffect: UIVisualEffect {
    /// How a blur looks.
    public enum Style: Int, Sendable {
        case extraLight, light, dark
        case regular = 4
        case prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial, systemChromeMaterial
        case systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight, systemThickMaterialLight
        case systemChromeMaterialLight, systemUltraThinMaterialDark, systemThinMaterialDark, systemMaterialDark
        case systemThickMaterialDark, systemChromeMaterialDark
    }

    public init(style: UIBlurEffect.Style) { super.init() }
}

/// A view of UIKit with an effect: nothing draws it.
@MainActor @preconcurrency
open class UIVisualEffectView: UIView {
    open var effect: UIVisualEffect?
    public private(set) var contentView = UIView()

    public init(effect: UIVisualEffect?) {
        super.init(frame: .zero)
        self.effect = effect
    }

    /// No view is stored here: nil.
    public required init?(coder: NSCoder) { nil }
}
