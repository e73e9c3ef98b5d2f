public import Foundation

/// A screen: that of the phone with 393 × 852 points, on which the widgets of most devices are as large as on this one.
open class UIScreen: NSObject, @unchecked Sendable {
    public static let main = UIScreen()

    public let bounds = CGRect(x: 0, y: 0, width: 393, height: 852)
    public let nativeBounds = CGRect(x: 0, y: 0, width: 1179, height: 2556)
    public let scale: CGFloat = 3
    public let nativeScale: CGFloat = 3
    public let brightness: CGFloat = 1
    public var traitCollection: UITraitCollection { .current }

    private override init() {}
}

/// The device: a phone.
open class UIDevice: NSObject, @unchecked Sendable {
    public static let current = UIDevice()

    public let name = "iPhone"
    public let model = "iPhone"
    public let localizedModel = "iPhone"
    public let systemName = "iOS"
    /// The version whose look is drawn.
    public let systemVersion = "26.0"
    public let userInterfaceIdiom = UIUserInterfaceIdiom.phone
    /// Nil, because no device is there.
    public let identifierForVendor: UUID? = nil
    /// False: the level is that of ``batteryLevel``, which is unknown.
    public var isBatteryMonitoringEnabled = false
    /// Unknown, which is -1.
    public let batteryLevel: Float = -1
    public let batteryState = BatteryState.unknown

    /// The state of the battery.
    public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }

    private override init() {}
}

/// The running application, which an extension has none of.
open class UIApplication: NSObject {
    public static let openSettingsURLString = "app-settings:"

    @available(*, unavailable, message: "A widget has no application: it is drawn without one, as in an extension on iOS")
    public class var shared: UIApplication { UIApplication() }
}

/// Distances from the edges.
public struct UIEdgeInsets: Hashable, Sendable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat

    public static let zero = UIEdgeInsets()

    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}
