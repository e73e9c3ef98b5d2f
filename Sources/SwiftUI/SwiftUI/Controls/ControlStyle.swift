internal import Foundation
public import SubdialLayout

/// A part of a control, as the styles of controls get it.
nonisolated public struct _ControlPart: View {
    private let lower: (_ViewContext) -> [Node]

    init<Content: View>(_ content: Content) { lower = { $0.nodes(of: content) } }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { view.lower(context) }
}

/// A style of a kind of controls, without its type.
struct AnyControlStyle<Configuration> {
    private let lower: (Configuration, _ViewContext) -> [Node]

    /// A style by the code that makes its body.
    init<Body: View>(_ makeBody: @escaping @MainActor (Configuration) -> Body) {
        lower = { configuration, context in
            nonisolated(unsafe) let configuration = configuration
            nonisolated(unsafe) let body = context.reading { onMainActor { makeBody(configuration) } }
            return context.nodes(of: body)
        }
    }

    func nodes(_ configuration: Configuration, in context: _ViewContext) -> [Node] { lower(configuration, context) }
}

/// The styles of a kind of controls, the outermost first.
private struct ControlStylesKey<Configuration>: EnvironmentKey {
    static var defaultValue: [AnyControlStyle<Configuration>] { [] }
}

extension EnvironmentValues {
    /// Adds a style; a control that is part of this style has the one before.
    mutating func addStyle<Configuration>(_ style: AnyControlStyle<Configuration>) {
        self[ControlStylesKey<Configuration>.self].append(style)
    }
}

extension _ViewContext {
    /// The nodes of a control in the style of its environment, or else in the style of the platform.
    func styled<Configuration>(_ configuration: Configuration, default style: AnyControlStyle<Configuration>) -> [Node] {
        var styles = environment[ControlStylesKey<Configuration>.self]
        let last = styles.popLast() ?? style
        return last.nodes(configuration, in: with { $0[ControlStylesKey<Configuration>.self] = styles })
    }

    /// One node for the label of a control: its only one, or else a row.
    func row<Content: View>(of content: Content, spacing: Double? = nil) -> Node {
        let nodes = nodes(of: content)
        return nodes.count == 1 ? nodes[0] : node(.hstack(alignment: .center, spacing: spacing, nodes))
    }
}

extension Node {
    /// The label for screen readers, or the words of the texts inside, for the name of a control; empty if there are none.
    var words: String {
        for case .accessibility(let accessibility) in modifiers.reversed() {
            if accessibility.isHidden { return "" }
            if let label = accessibility.label { return label }
        }
        return switch content {
        case .text(let text): text.text
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes): nodes.words
        default: ""
        }
    }
}

extension [Node] {
    /// The words of all texts.
    var words: String { map(\.words).filter { !$0.isEmpty }.joined(separator: " ") }
}

extension Accessibility {
    /// A control, which is one element, with its trait and its value.
    static func control(_ trait: String, value: String? = nil) -> Accessibility {
        var description = Accessibility()
        (description.traits, description.value, description.children) = ([trait], value, "combine")
        return description
    }

    /// A value within a range, which is one element: its label, and the words for its value, or else its percentage.
    static func range(_ fraction: Double?, _ label: String, _ value: String, in environment: EnvironmentValues) -> Accessibility {
        var description = Accessibility()
        description.label = label.isEmpty ? nil : label
        if !value.isEmpty {
            description.value = value
        } else if let fraction {
            description.value = fraction.formatted(.percent.precision(.fractionLength(0)).locale(environment.locale))
        }
        description.children = "ignore"
        return description
    }
}

/// The size of rows in a sidebar: no effect in a picture.
public enum SidebarRowSize: Hashable, Sendable { case small, medium, large }

/// The size of controls.
public enum ControlSize: CaseIterable, Hashable, Sendable { case mini, small, regular, large, extraLarge }

/// The prominence of controls and headers: no effect in a picture.
public enum Prominence: Sendable { case standard, increased }

private struct ControlSizeKey: EnvironmentKey { static let defaultValue = ControlSize.regular }
private struct LabelsHiddenKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
    public var controlSize: ControlSize {
        get { self[ControlSizeKey.self] }
        set { self[ControlSizeKey.self] = newValue }
    }

    /// True for controls without their labels.
    var labelsAreHidden: Bool {
        get { self[LabelsHiddenKey.self] }
        set { self[LabelsHiddenKey.self] = newValue }
    }
}

extension View {
    nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { settingEnvironment { $0.controlSize = controlSize } }

    /// Leaves out the labels of toggles.
    nonisolated public func labelsHidden() -> some View { settingEnvironment { $0.labelsAreHidden = true } }

    /// No effect in a picture.
    nonisolated public func headerProminence(_ prominence: Prominence) -> some View { self }
}
