public import Foundation

/// Views for Xcode's canvas.
///
/// They are not drawn by themselves: tests and programs ask for them.
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
package struct PreviewTraits: Sendable {
    /// The name.
    package var name: String?
    /// The name of the widget's family.
    package var family: String?
    /// The name of the device, as Xcode has it.
    package var device: String?
    /// The size.
    package var layout: PreviewLayout?

    package init() {}

    /// The traits of the views inside, for whoever draws a preview.
    package struct Key: PreferenceKey {
        package static var defaultValue: [PreviewTraits] { [] }
        package static func reduce(value: inout [PreviewTraits], nextValue: () -> [PreviewTraits]) { value += nextValue() }
    }
}

extension View {
    nonisolated public func previewContext<C: PreviewContext>(_ value: C) -> some View {
        settingEnvironment { value._set(in: &$0) }.settingTraits { $0.family = value[PreviewFamilyKey.self] }
    }

    nonisolated public func previewDisplayName(_ value: String?) -> some View { settingTraits { $0.name = value } }

    nonisolated public func previewDevice(_ value: PreviewDevice?) -> some View { settingTraits { $0.device = value?.rawValue } }

    nonisolated public func previewLayout(_ value: PreviewLayout) -> some View { settingTraits { $0.layout = value } }

    /// No effect in a picture: a widget does not turn.
    nonisolated public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> some View { self }

    nonisolated private func settingTraits(_ change: @escaping (inout PreviewTraits) -> Void) -> some View {
        transformPreference(PreviewTraits.Key.self) { traits in
            var own = traits.first ?? PreviewTraits()
            change(&own)
            traits = [own] + traits.dropFirst()
        }
    }
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
