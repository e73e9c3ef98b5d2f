public import Foundation
public import SubdialAppIntents
public import SubdialIntents

/// The widgets that the user has placed: none, and nothing is reloaded.
public final class WidgetCenter: Sendable {
    public static let shared = WidgetCenter()

    private init() {}

    /// No effect in a picture.
    public func reloadTimelines(ofKind kind: String) {}

    /// No effect in a picture.
    public func reloadAllTimelines() {}

    /// No effect in a picture.
    public func invalidateConfigurationRecommendations() {}

    /// No effect in a picture.
    public func invalidateRelevance(ofKind kind: String) {}

    /// Gives an empty list, at once.
    @preconcurrency public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
        completion(.success([]))
    }

    /// An empty list.
    public func currentConfigurations() async throws -> [WidgetInfo] { [] }

    /// The keys of what an activity says of the widget that opened the app.
    public struct UserInfoKey: Sendable {
        public static let kind = "WGWidgetUserInfoKeyKind"
        public static let family = "WGWidgetUserInfoKeyFamily"
        public static let activityID = "WGWidgetUserInfoKeyActivityID"
    }
}

/// A widget that the user has placed.
public struct WidgetInfo: Hashable, Identifiable, Sendable {
    /// The kind of the widget.
    public let kind: String
    /// The family.
    public let family: WidgetFamily

    public var id: Self { self }

    /// Nil: nobody has placed a widget here.
    public var configuration: INIntent? { nil }

    /// Nil: nobody has placed a widget here.
    public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(of intentType: Intent.Type = Intent.self) -> Intent? { nil }

    package init(kind: String, family: WidgetFamily) {
        self.kind = kind
        self.family = family
    }
}

/// What receives the token of a widget's notifications: no effect in a picture, because nobody calls it.
public protocol WidgetPushHandler {
    init()
    func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo])
}

/// The token of a widget's notifications: no effect in a picture.
public struct WidgetPushInfo: Hashable, Sendable {
    public let token: Data
}
