extension WidgetConfiguration {
    nonisolated public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration {
        declaring { $0.families = families.map(\.name) }
    }

    /// No effect in a picture: where a widget is offered does not change it.
    nonisolated public func disfavoredLocations(_ locations: [WidgetLocation], for families: [WidgetFamily]) -> some WidgetConfiguration {
        self
    }

    /// No effect in a picture: there are no notifications.
    nonisolated public func pushHandler<Handler: WidgetPushHandler>(_ type: Handler.Type) -> some WidgetConfiguration { self }

    /// No effect in a picture: only visionOS mounts widgets.
    nonisolated public func supportedMountingStyles(_ styles: [WidgetMountingStyle]) -> some WidgetConfiguration { self }

    /// No effect in a picture: only visionOS has textures.
    nonisolated public func widgetTexture(_ texture: WidgetTexture) -> some WidgetConfiguration { self }
}

/// A place where the system offers widgets: no effect in a picture.
public struct WidgetLocation: Hashable, Sendable {
    private let name: String

    public static let homeScreen = WidgetLocation(name: "homeScreen")
    public static let lockScreen = WidgetLocation(name: "lockScreen")
    public static let standBy = WidgetLocation(name: "standBy")
    public static let iPhoneWidgetsOnMac = WidgetLocation(name: "iPhoneWidgetsOnMac")
    public static let carPlay = WidgetLocation(name: "carPlay")
}

/// How visionOS mounts a widget: no effect in a picture.
public struct WidgetMountingStyle: Hashable, Sendable {
    private let name: String

    public static let elevated = WidgetMountingStyle(name: "elevated")
    public static let recessed = WidgetMountingStyle(name: "recessed")
}

/// The surface of a widget on visionOS: no effect in a picture.
public struct WidgetTexture: Hashable, Sendable {
    private let name: String

    public static let glass = WidgetTexture(name: "glass")
    public static let paper = WidgetTexture(name: "paper")
}
