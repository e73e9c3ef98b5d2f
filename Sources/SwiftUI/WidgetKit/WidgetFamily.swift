import SubdialBasics

/// The size of a widget.
///
/// A `switch` over the seven families of a phone is exhaustive, as there: the families of other platforms are constants, which patterns match.
/// A source that is drawn in one of those without naming it, and whose `switch` has no default, ends the program.
public enum WidgetFamily: Int, Sendable {
    case systemSmall, systemMedium, systemLarge, systemExtraLarge
    case accessoryCircular, accessoryRectangular, accessoryInline
    // Unavailable cases count in no `switch`, but values with their numbers can exist.
    @available(*, unavailable, message: "use accessoryCorner") case _accessoryCorner
    @available(*, unavailable, message: "use systemExtraLargePortrait") case _systemExtraLargePortrait

    /// The corner of a watch face.
    public static let accessoryCorner = WidgetFamily(number: 7)
    /// The largest family in portrait, of visionOS.
    public static let systemExtraLargePortrait = WidgetFamily(number: 8)

    /// The names in the order of the numbers.
    private static let names = [
        "systemSmall", "systemMedium", "systemLarge", "systemExtraLarge", "accessoryCircular", "accessoryRectangular", "accessoryInline",
        "accessoryCorner", "systemExtraLargePortrait",
    ]

    public var rawValue: Int { Int(number) }

    public init?(rawValue: Int) {
        guard Self.names.indices.contains(rawValue) else { return nil }
        self.init(number: UInt8(rawValue))
    }

    /// The family with a name; nil for a name that WidgetKit does not have.
    package init?(name: String) {
        guard let index = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: index)
    }

    /// The name, such as `systemSmall`.
    package var name: String { Self.names[rawValue] }

    // The compiler numbers cases without values from 0, in one byte. It makes no code for the number of an unavailable one.
    private init(number: UInt8) { self = unsafeBitCast(number, to: WidgetFamily.self) }

    private var number: UInt8 { unsafeBitCast(self, to: UInt8.self) }
}

extension WidgetFamily: Hashable {
    public static func == (first: Self, second: Self) -> Bool { first.number == second.number }

    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension WidgetFamily: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { name }

    public var debugDescription: String { name }
}

/// How the system renders a widget.
public struct WidgetRenderingMode: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// In its own colours.
    public static let fullColor = WidgetRenderingMode(description: "fullColor")
    /// In two groups, each of one colour.
    public static let accented = WidgetRenderingMode(description: "accented")
    /// As a material of varying strength.
    public static let vibrant = WidgetRenderingMode(description: "vibrant")

    private init(description: String) { self.description = description }

    /// The mode with a name; nil for any other name.
    package init?(name: String) {
        guard let mode = [Self.fullColor, .accented, .vibrant].first(where: { $0.description == name }) else { return nil }
        self = mode
    }
}
