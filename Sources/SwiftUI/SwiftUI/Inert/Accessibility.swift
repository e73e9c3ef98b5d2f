import SubdialLayout

// What a screen reader says: real, because trees and pages have it.

/// What a view is for a screen reader.
public struct AccessibilityTraits: SetAlgebra, Sendable {
    public typealias Element = AccessibilityTraits

    /// The names, as in a tree.
    var names: Set<String>

    public init() { names = [] }

    private init(_ name: String) { names = [name] }

    public static let isButton = AccessibilityTraits("isButton")
    public static let isHeader = AccessibilityTraits("isHeader")
    public static let isSelected = AccessibilityTraits("isSelected")
    public static let isLink = AccessibilityTraits("isLink")
    public static let isSearchField = AccessibilityTraits("isSearchField")
    public static let isImage = AccessibilityTraits("isImage")
    public static let playsSound = AccessibilityTraits("playsSound")
    public static let isKeyboardKey = AccessibilityTraits("isKeyboardKey")
    public static let isStaticText = AccessibilityTraits("isStaticText")
    public static let isSummaryElement = AccessibilityTraits("isSummaryElement")
    public static let updatesFrequently = AccessibilityTraits("updatesFrequently")
    public static let startsMediaSession = AccessibilityTraits("startsMediaSession")
    public static let allowsDirectInteraction = AccessibilityTraits("allowsDirectInteraction")
    public static let causesPageTurn = AccessibilityTraits("causesPageTurn")
    public static let isModal = AccessibilityTraits("isModal")
    public static let isToggle = AccessibilityTraits("isToggle")
    public static let isTabBar = AccessibilityTraits("isTabBar")

    public func contains(_ member: AccessibilityTraits) -> Bool { names.isSuperset(of: member.names) }

    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { changed { $0.formUnion(other) } }

    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { changed { $0.formIntersection(other) } }

    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { changed { $0.formSymmetricDifference(other) } }

    @discardableResult
    public mutating func insert(_ newMember: AccessibilityTraits) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        defer { names.formUnion(newMember.names) }
        return (!contains(newMember), newMember)
    }

    @discardableResult
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        defer { names.subtract(member.names) }
        return contains(member) ? member : nil
    }

    @discardableResult
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        insert(newMember).inserted ? nil : newMember
    }

    public mutating func formUnion(_ other: AccessibilityTraits) { names.formUnion(other.names) }

    public mutating func formIntersection(_ other: AccessibilityTraits) { names.formIntersection(other.names) }

    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) { names.formSymmetricDifference(other.names) }

    private func changed(_ change: (inout AccessibilityTraits) -> Void) -> AccessibilityTraits {
        var result = self
        change(&result)
        return result
    }
}

/// How the children of a view are read.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    let name: String

    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    public static let contain = AccessibilityChildBehavior(name: "contain")
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

/// A kind of action: no effect in a picture.
public struct AccessibilityActionKind: Equatable, Sendable {
    public static let `default` = AccessibilityActionKind()
    public static let escape = AccessibilityActionKind()
    public static let magicTap = AccessibilityActionKind()
}

/// The level of a heading.
public enum AccessibilityHeadingLevel: UInt, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }

/// A direction of an adjustment: no effect in a picture.
public enum AccessibilityAdjustmentDirection: Sendable, Hashable { case increment, decrement }

extension View {
    /// A part of what a screen reader says.
    nonisolated private func describing(_ change: @escaping (inout Accessibility, EnvironmentValues) -> Void) -> some View {
        modifier(_AccessibilityModifier(change: change))
    }

    nonisolated public func accessibilityLabel(_ label: Text) -> some View { describing { $0.label = label.string(in: $1) } }

    nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { accessibilityLabel(Text(labelKey)) }

    @_disfavoredOverload
    nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { accessibilityLabel(Text(label)) }

    nonisolated public func accessibilityValue(_ valueDescription: Text) -> some View {
        describing { $0.value = valueDescription.string(in: $1) }
    }

    nonisolated public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { accessibilityValue(Text(valueKey)) }

    @_disfavoredOverload
    nonisolated public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { accessibilityValue(Text(value)) }

    nonisolated public func accessibilityHint(_ hint: Text) -> some View { describing { $0.hint = hint.string(in: $1) } }

    nonisolated public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { accessibilityHint(Text(hintKey)) }

    @_disfavoredOverload
    nonisolated public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { accessibilityHint(Text(hint)) }

    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        describing { accessibility, _ in accessibility.traits = traits.names.sorted() }
    }

    nonisolated public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
        describing { accessibility, _ in accessibility.removedTraits = traits.names.sorted() }
    }

    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View {
        describing { accessibility, _ in accessibility.isHidden = hidden }
    }

    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        describing { accessibility, _ in accessibility.children = children.name }
    }

    nonisolated public func accessibilitySortPriority(_ sortPriority: Double) -> some View {
        describing { accessibility, _ in accessibility.sortPriority = sortPriority }
    }

    nonisolated public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
        describing { accessibility, _ in accessibility.traits = ["isHeader"] }
    }

    /// No effect in a picture: these are words that a user says.
    nonisolated public func accessibilityInputLabels(_ inputLabels: [Text]) -> some View { self }

    /// No effect in a picture: these are words that a user says.
    nonisolated public func accessibilityInputLabels(_ inputLabelKeys: [LocalizedStringKey]) -> some View { self }

    /// No effect in a picture: these are words that a user says.
    @_disfavoredOverload
    nonisolated public func accessibilityInputLabels<S: StringProtocol>(_ inputLabels: [S]) -> some View { self }

    /// No effect in a picture.
    nonisolated public func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void
    ) -> some View { self }

    /// No effect in a picture.
    nonisolated public func accessibilityAction(named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View { self }

    /// No effect in a picture.
    nonisolated public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View { self }

    /// No effect in a picture.
    nonisolated public func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> some View { self }

    /// No effect in a picture: it only inverts colours, which a picture does not.
    nonisolated public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> some View { self }

    /// No effect in a picture.
    nonisolated public func accessibilityShowsLargeContentViewer() -> some View { self }

    /// No effect in a picture.
    nonisolated public func accessibilityFocused<Value: Hashable>(
        _ binding: AccessibilityFocusState<Value>.Binding, equals value: Value
    ) -> some View { self }

    /// No effect in a picture.
    nonisolated public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View { self }

    // The older names.

    nonisolated public func accessibility(label: Text) -> some View { accessibilityLabel(label) }
    nonisolated public func accessibility(value: Text) -> some View { accessibilityValue(value) }
    nonisolated public func accessibility(hint: Text) -> some View { accessibilityHint(hint) }
    nonisolated public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }
    nonisolated public func accessibility(addTraits traits: AccessibilityTraits) -> some View { accessibilityAddTraits(traits) }
    nonisolated public func accessibility(removeTraits traits: AccessibilityTraits) -> some View { accessibilityRemoveTraits(traits) }
    nonisolated public func accessibility(identifier: String) -> some View { accessibilityIdentifier(identifier) }
    nonisolated public func accessibility(sortPriority: Double) -> some View { accessibilitySortPriority(sortPriority) }
}

/// A description for screen readers, which is one with those before it.
nonisolated private struct _AccessibilityModifier: ViewModifier {
    let change: (inout Accessibility, EnvironmentValues) -> Void

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        var nodes = content(context)
        guard !nodes.isEmpty else { return [] }
        var description = Accessibility()
        modifier.change(&description, context.environment)
        for index in nodes.indices { nodes[index].modifiers.describe(description) }
        return nodes
    }
}
