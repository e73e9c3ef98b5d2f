/// Where the system shows a widget, which decides what it takes away from it.
public enum WidgetPlacement: String, Hashable, Sendable, CaseIterable {
    /// Where its family belongs: a home screen, a lock screen, a watch's face.
    case standard
    /// On an iPhone that charges on its side: larger, and without its ground.
    case standBy
    /// Among the widgets of a watch, on a ground of its own.
    case smartStack
}

/// What is hidden, and why: SwiftUI's `RedactionReasons`.
public enum Redaction: String, Hashable, Sendable, CaseIterable {
    /// No data yet: all that is not `unredacted` stands as bars and plain shapes.
    case placeholder
    /// Someone else may look: what is `privacySensitive` stands as bars and plain shapes.
    case privacy
}
