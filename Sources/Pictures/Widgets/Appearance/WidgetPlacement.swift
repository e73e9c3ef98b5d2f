/// The place where the system shows a widget; it decides which parts are removed.
public enum WidgetPlacement: String, Hashable, Sendable, Codable, CaseIterable {
    /// The usual place of the family: a home screen, a lock screen, a watch face.
    case standard
    /// On an iPhone that charges in landscape: larger, and without a background.
    case standBy
    /// In the Smart Stack of a watch, on a background of its own.
    case smartStack
}

/// The reason for a redaction: SwiftUI's `RedactionReasons`.
public enum Redaction: String, Hashable, Sendable, Codable, CaseIterable {
    /// No data yet: everything but `unredacted` nodes is drawn as bars and plain shapes.
    case placeholder
    /// Another person may see the screen: `privacySensitive` nodes are drawn as bars and plain shapes.
    case privacy
}
