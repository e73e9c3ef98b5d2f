import FoundationEssentials
import SubdialExpressions
import SubdialLayout
import SubdialTimeline

/// The variables of template expressions: those of the entry and of the environment.
struct WidgetScope: Scope {
    private static let environmentNames = [
        "family", "dark", "mode", "watch", "width", "height", "placement", "presentation", "ended", "night", "reduced", "redacted", "rtl",
        "type_size", "accessibility_size", "language", "strings",
    ]

    /// All names available to a template of a kind.
    static func names(_ schema: EntrySchema) -> [String] { schema.allNames + environmentNames }

    let entry: EntryScope
    var environment: WidgetEnvironment
    let strings: Strings
    let canvas: Size
    /// Records the times at which the picture changes by itself.
    let changes: NextChange?

    var names: [String] { Self.names(entry.entry.schema) }
    var timeZones: TimeZones { entry.timeZones }
    func nextChange(of name: String) -> Date? { entry.nextChange(of: name) }
    func rate(of name: String) -> Double? { entry.rate(of: name) }

    func value(of name: String) -> Value? {
        switch name {
        case "family": .string(environment.family.rawValue)
        case "dark": .bool(environment.appearance == .dark)
        case "mode": .string(environment.mode.rawValue)
        case "watch": .bool(environment.device.isWatch)
        case "width": .double(canvas.width)
        case "height": .double(canvas.height)
        case "placement": .string(environment.placement.rawValue)
        case "presentation": .string(environment.presentation?.rawValue ?? "")
        case "ended": .bool(environment.presentation != nil && !environment.activityState.isRunning)
        case "night": .bool(environment.isNight)
        case "reduced": .bool(environment.isLuminanceReduced)
        case "redacted": .bool(environment.redaction.contains(.placeholder))
        case "rtl": .bool(environment.layoutDirection == .rightToLeft)
        case "type_size": .string(environment.effectiveTypeSize.rawValue)
        case "accessibility_size": .integer(Int64(max(0, environment.effectiveTypeSize.index - TypeSize.xxxLarge.index)))
        case "language": .string(environment.language)
        case "strings": strings.value
        case "age": .string(strings.age(entry.entry.age(at: entry.now)))
        default: entry.value(of: name)
        }
    }
}
