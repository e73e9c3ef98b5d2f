public import Foundation

/// The watch: that of 45 mm, on which widgets of a watch are drawn where a look names no device.
open class WKInterfaceDevice: NSObject, @unchecked Sendable {
    private static let watch = WKInterfaceDevice()

    public let screenBounds = CGRect(x: 0, y: 0, width: 198, height: 242)
    public let screenScale: CGFloat = 2
    public let name = "Apple Watch"
    public let model = "Apple Watch"
    public let localizedModel = "Apple Watch"
    public let systemName = "watchOS"
    /// The version whose look is drawn.
    public let systemVersion = "26.0"
    /// Nil, because no device is there.
    public let identifierForVendor: UUID? = nil
    /// False: the level is that of ``batteryLevel``, which is unknown.
    public var isBatteryMonitoringEnabled = false
    /// Unknown, which is -1.
    public let batteryLevel: Float = -1

    private override init() {}

    open class func current() -> WKInterfaceDevice { watch }

    /// No effect in a picture: nothing moves the wrist.
    open func play(_ type: WKHapticType) {}
}

/// What a watch plays on the wrist: no effect in a picture.
public enum WKHapticType: Int, Sendable {
    case notification, directionUp, directionDown, success, failure, retry, start, stop, click
}
