public import SubdialSwiftUI

// The system's assistant alone knows shortcuts: no effect in a picture.

/// The shortcuts of an app.
public protocol AppShortcutsProvider {
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }

    static var shortcutTileColor: ShortcutTileColor { get }
}

extension AppShortcutsProvider {
    public static var shortcutTileColor: ShortcutTileColor { .blue }

    /// No effect in a picture: no assistant knows the shortcuts.
    public static func updateAppShortcutParameters() {}
}

/// The colour of a shortcut.
public enum ShortcutTileColor: Hashable, Sendable {
    case grayBlue, grayGreen, grayBrown, grape, pink, purple, lightBlue, blue, navy, teal, lime, orange, red, tangerine, yellow
}

/// An intent with phrases.
public struct AppShortcut: Sendable {
    public init<Intent: AppIntent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource, systemImageName: String
    ) {}

    public init<Intent: AppIntent>(intent: Intent, phrases: [AppShortcutPhrase<Intent>]) {}
}

/// The name of the app in a phrase.
public enum AppShortcutPhraseToken: Hashable, Sendable { case applicationName }

/// A phrase that performs an intent.
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
    /// Builds a phrase from a literal with parameters: no effect in a picture, which shows no phrase.
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {}

        public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {}

        public mutating func appendInterpolation<Value>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) {}
    }

    public init(stringLiteral value: String) {}

    public init(stringInterpolation: StringInterpolation) {}

    public init(_ phrase: AppShortcutPhrase<Intent>) { self = phrase }
}

/// Builds shortcuts.
@resultBuilder
public enum AppShortcutsBuilder {
    public static func buildExpression(_ shortcut: AppShortcut) -> [AppShortcut] { [shortcut] }

    public static func buildBlock(_ shortcuts: [AppShortcut]...) -> [AppShortcut] { shortcuts.flatMap { $0 } }

    public static func buildOptional(_ shortcuts: [AppShortcut]?) -> [AppShortcut] { shortcuts ?? [] }

    public static func buildEither(first: [AppShortcut]) -> [AppShortcut] { first }

    public static func buildEither(second: [AppShortcut]) -> [AppShortcut] { second }

    public static func buildLimitedAvailability(_ shortcuts: [AppShortcut]) -> [AppShortcut] { shortcuts }
}
