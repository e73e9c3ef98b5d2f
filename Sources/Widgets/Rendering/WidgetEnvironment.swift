import Expressions
import FoundationEssentials
import Layout
import Timeline

/// How an entry is looked at: together with the entry and the template all that a picture depends on.
public struct WidgetEnvironment: Sendable {
    /// The family, which with the device gives the size.
    public var family: WidgetFamily
    /// The device on which it is looked at.
    public var device: Device
    /// Light or dark.
    public var appearance: Appearance
    /// How the system draws it.
    public var mode: RenderingMode
    /// How large its text is.
    public var typeSize: TypeSize
    /// Device pixels to a point.
    public var scale: Double
    /// Whether the corners of home-screen families stay square.
    public var isSquare: Bool
    /// The moment that is shown.
    public var now: Date

    /// Makes an environment; what is left out is the device's own.
    public init(
        family: WidgetFamily, device: Device, appearance: Appearance = .dark, mode: RenderingMode = .fullColor, typeSize: TypeSize? = nil,
        scale: Double? = nil, isSquare: Bool = false, now: Date
    ) {
        self.family = family
        self.device = device
        self.appearance = appearance
        self.mode = mode
        self.typeSize = typeSize ?? device.typeSize
        self.scale = scale ?? device.scale
        self.isSquare = isSquare
        self.now = now
    }
}

/// What a template's expressions see: the entry, and how it is looked at.
struct WidgetScope: Scope {
    static let environmentNames = ["family", "dark", "mode", "watch", "width", "height"]

    /// Every name that a template may use.
    static let templateNames = EntryScope.feedNames + EntryScope.templateNames + environmentNames

    let entry: EntryScope
    let environment: WidgetEnvironment
    let canvas: Size

    var names: [String] { Self.templateNames }

    func value(of name: String) -> Value? {
        switch name {
        case "family": .string(environment.family.rawValue)
        case "dark": .bool(environment.appearance == .dark)
        case "mode": .string(environment.mode.rawValue)
        case "watch": .bool(environment.device.isWatch)
        case "width": .double(canvas.width)
        case "height": .double(canvas.height)
        default: entry.value(of: name)
        }
    }
}
