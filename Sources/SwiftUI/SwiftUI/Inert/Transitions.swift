public import Foundation

/// How a view appears and disappears: no effect in a picture.
public struct AnyTransition: Sendable {
    private init() {}

    public init<T: Transition>(_ transition: T) {}

    public static let identity = AnyTransition()
    public static let opacity = AnyTransition()
    public static let slide = AnyTransition()
    public static let scale = AnyTransition()

    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition() }
    public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
    public static func push(from edge: Edge) -> AnyTransition { AnyTransition() }
    public static func offset(_ offset: CGSize) -> AnyTransition { AnyTransition() }
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition() }
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { AnyTransition() }

    public static func modifier<E: ViewModifier>(active: E, identity: E) -> AnyTransition { AnyTransition() }

    public func combined(with other: AnyTransition) -> AnyTransition { self }
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// The phase of a transition; in a picture a view is there.
public enum TransitionPhase: Hashable, Sendable {
    case willAppear, identity, didDisappear

    public var isIdentity: Bool { self == .identity }
    public var value: Double { self == .identity ? 0 : self == .willAppear ? -1 : 1 }
}

/// How a view appears and disappears: no effect in a picture.
@MainActor @preconcurrency
public protocol Transition {
    associatedtype Body: View
    typealias Content = PlaceholderContentView<EmptyView>

    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content, phase: TransitionPhase) -> Self.Body
}

/// A transition of the system: no effect in a picture.
nonisolated public struct _SystemTransition: Transition, Sendable {
    public func body(content: Content, phase: TransitionPhase) -> some View { content }

    public func animation(_ animation: Animation?) -> _SystemTransition { self }

    public func combined<T: Transition>(with other: T) -> _SystemTransition { self }
}

extension Transition where Self == _SystemTransition {
    nonisolated public static var blurReplace: _SystemTransition { _SystemTransition() }
    nonisolated public static var symbolEffect: _SystemTransition { _SystemTransition() }
}
