public import SubdialLayout

/// Why content is not shown.
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// There are no data yet: texts and images are bars.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// Others can see the screen: what is sensitive are bars.
    public static let privacy = RedactionReasons(rawValue: 2)
    /// New data are awaited; a picture shows the old ones.
    public static let invalidated = RedactionReasons(rawValue: 4)
}

private struct RedactionKey: EnvironmentKey { static let defaultValue: RedactionReasons = [] }

extension EnvironmentValues {
    public var redactionReasons: RedactionReasons {
        get { looked("redactionReasons", self[RedactionKey.self]) }
        set { self[RedactionKey.self] = newValue }
    }
}

extension View {
    /// Adds a reason to redact.
    ///
    /// `placeholder` draws texts and images as bars, `privacy` those that are sensitive; `invalidated` only reaches the environment.
    nonisolated public func redacted(reason: RedactionReasons) -> some View {
        modifier(_RedactionModifier(reason: reason))
    }

    /// Removes all reasons to redact.
    nonisolated public func unredacted() -> some View { settingEnvironment { $0.redactionReasons = [] }.adding(.unredacted) }

    /// Draws bars while private data are hidden.
    nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some View {
        modifier(_PrivacyModifier(isSensitive: sensitive))
    }

    /// No effect in a picture: it shows no awaited data.
    nonisolated public func invalidatableContent(_ invalidatable: Bool = true) -> some View { self }
}

/// Adds a reason to redact.
nonisolated public struct _RedactionModifier: ViewModifier {
    let reason: RedactionReasons

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let nodes = content(context.with { $0[RedactionKey.self].formUnion(modifier.reason) })
        guard modifier.reason.contains(.placeholder) else { return nodes }
        return nodes.map { $0.adding([.redacted]) }
    }
}

/// Marks private data; they are redacted where a view around has the reason `privacy`, or the look.
nonisolated public struct _PrivacyModifier: ViewModifier {
    let isSensitive: Bool

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let nodes = content(context)
        guard modifier.isSensitive else { return nodes }
        // The layout knows the look's reasons only, and not those of views.
        let isHidden = context.environment[RedactionKey.self].contains(.privacy)
        return nodes.map { $0.adding(isHidden ? [.redacted] : [.privacySensitive]) }
    }
}
