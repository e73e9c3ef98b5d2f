public import Foundation
public import SubdialLayout

/// Views for Xcode's canvas.
///
/// Tests and programs find the types that conform while they run; see `ConformingTypes`.
@MainActor @preconcurrency
public protocol PreviewProvider {
    /// The type of the views.
    associatedtype Previews: View

    /// The views.
    @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }

    /// The platform of the canvas; nil to let Xcode decide.
    @MainActor @preconcurrency static var platform: PreviewPlatform? { get }
}

extension PreviewProvider {
    public static var platform: PreviewPlatform? { nil }
}

/// A platform of Xcode's canvas.
public enum PreviewPlatform: Sendable, Hashable { case iOS, macOS, tvOS, watchOS }

/// The size of a preview.
public enum PreviewLayout: Sendable, Equatable {
    case device, sizeThatFits
    case fixed(width: CGFloat, height: CGFloat)
}

/// The name of a device.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }
}

/// A key of a value of a preview's context.
public protocol PreviewContextKey {
    /// The type of the value.
    associatedtype Value
    /// The value of a context without one.
    static var defaultValue: Value { get }
}

/// The context of a preview, such as a widget of a family.
public protocol PreviewContext {
    subscript<Key: PreviewContextKey>(key: Key.Type) -> Key.Value { get }

    /// Sets what views in the context read.
    func _set(in environment: inout EnvironmentValues)
}

extension PreviewContext {
    public func _set(in environment: inout EnvironmentValues) {}
}

/// What the modifiers of a preview say of it.
package struct PreviewTraits {
    /// The name.
    package var name: String?
    /// The name of the widget's family.
    package var family: String?
    /// The name of the device, as Xcode has it.
    package var device: String?
    /// The size.
    package var layout: PreviewLayout?
    /// What is drawn in place of the view, such as an activity; nil for the view.
    package var subject: Any?

    package init() {}

    /// Changes the traits of a node.
    package static func record(on node: Node, in context: _ViewContext, _ change: (inout PreviewTraits) -> Void) {
        var traits = of(node, in: context)
        change(&traits)
        context.pass.setLayoutValue(traits, for: ObjectIdentifier(PreviewTraits.self), of: node)
    }

    private static func of(_ node: Node, in context: _ViewContext) -> PreviewTraits {
        context.pass.layoutValues(of: node)[ObjectIdentifier(PreviewTraits.self)] as? PreviewTraits ?? PreviewTraits()
    }

    /// The previews of a view: one for each of its views, as a stack would show them, with what the modifiers say of each.
    ///
    /// The main thread must call it.
    package static func previews<V: View>(of view: V) -> [(traits: PreviewTraits, view: AnyView)] {
        // Only below a path do the paths of views have indices.
        let context = _ViewContext(EnvironmentValues(), pass: ViewPass(), path: "previews")
        return Subview.all(of: view, in: context).map { node, subview in (of(node, in: context), AnyView(subview)) }
    }
}

/// A modifier of previews, for each of the views inside.
nonisolated public struct _PreviewModifier: ViewModifier {
    private let change: (inout PreviewTraits) -> Void

    fileprivate init(_ change: @escaping (inout PreviewTraits) -> Void) { self.change = change }

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let nodes = content(context)
        for node in nodes { PreviewTraits.record(on: node, in: context, modifier.change) }
        return nodes
    }
}

extension View {
    nonisolated public func previewContext<C: PreviewContext>(_ value: C) -> some View {
        settingEnvironment { value._set(in: &$0) }.modifier(
            _PreviewModifier { $0.family = $0.family ?? value[PreviewFamilyKey.self] })
    }

    nonisolated public func previewDisplayName(_ value: String?) -> some View {
        modifier(_PreviewModifier { $0.name = $0.name ?? value })
    }

    nonisolated public func previewDevice(_ value: PreviewDevice?) -> some View {
        modifier(_PreviewModifier { $0.device = $0.device ?? value?.rawValue })
    }

    nonisolated public func previewLayout(_ value: PreviewLayout) -> some View {
        modifier(_PreviewModifier { $0.layout = $0.layout ?? value })
    }

    /// No effect in a picture: a widget does not turn.
    nonisolated public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> some View { self }
}

/// The name of the family of a preview's context.
package struct PreviewFamilyKey: PreviewContextKey {
    package static var defaultValue: String? { nil }
}

/// The orientation of a device's screen.
public struct InterfaceOrientation: CaseIterable, Identifiable, Equatable, Sendable {
    public let id: String

    public static let portrait = InterfaceOrientation(id: "portrait")
    public static let portraitUpsideDown = InterfaceOrientation(id: "portraitUpsideDown")
    public static let landscapeLeft = InterfaceOrientation(id: "landscapeLeft")
    public static let landscapeRight = InterfaceOrientation(id: "landscapeRight")

    public static let allCases: [InterfaceOrientation] = [portrait, portraitUpsideDown, landscapeLeft, landscapeRight]
}
