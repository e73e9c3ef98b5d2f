public import Foundation

/// A program with screens: its sources compile, and it does not run here.
@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene

    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }

    @MainActor @preconcurrency init()
}

extension App {
    /// Says that an app does not run here, and ends with the code 64.
    public static func main() {
        FileHandle.standardError.write(
            Data("\(Self.self): an app does not run here; Subdial draws widgets, and the views of an app in tests\n".utf8))
        exit(64)
    }
}

/// A part of an app: no effect in a picture.
@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene

    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// The scenes of an app.
nonisolated public struct _SceneGroup: Scene, Sendable {
    public typealias Body = Never
}

/// Builds the scenes of an app: no effect in a picture.
@resultBuilder
public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> _SceneGroup { _SceneGroup() }
    public static func buildOptional(_ content: (any Scene)?) -> _SceneGroup { _SceneGroup() }
    public static func buildEither(first content: any Scene) -> _SceneGroup { _SceneGroup() }
    public static func buildEither(second content: any Scene) -> _SceneGroup { _SceneGroup() }
    public static func buildLimitedAvailability(_ content: any Scene) -> _SceneGroup { _SceneGroup() }
}

/// A window of an app: no effect in a picture.
nonisolated public struct WindowGroup<Content: View>: Scene {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}

    public init(id: String, @ViewBuilder content: () -> Content) {}

    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}

    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {}

    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}

    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: () -> Content) {}
}

/// The one window of a kind: no effect in a picture.
nonisolated public struct Window<Content: View>: Scene {
    public typealias Body = Never

    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {}

    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: () -> Content) {}

    public init(_ title: Text, id: String, @ViewBuilder content: () -> Content) {}
}

/// The settings of an app: no effect in a picture.
nonisolated public struct Settings<Content: View>: Scene {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
}

extension Scene {
    /// No effect in a picture: an app does not run here.
    nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene { self }

    /// No effect in a picture: an app does not run here.
    nonisolated public func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void) -> some Scene { self }

    /// No effect in a picture: an app does not run here.
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some Scene { self }

    /// No effect in a picture: an app does not run here.
    nonisolated public func environmentObject<T: ObservableObject>(_ object: T) -> some Scene { self }

    /// No effect in a picture: an app does not run here.
    nonisolated public func environment<T: AnyObject>(_ object: T?) -> some Scene { self }

    /// No effect in a picture: an app does not run here.
    nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some Scene {
        self
    }

    /// No effect in a picture: an app does not run here.
    nonisolated public func defaultSize(_ size: CGSize) -> some Scene { self }

    /// No effect in a picture: an app does not run here.
    nonisolated public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { self }

    /// No effect in a picture: an app does not run here.
    nonisolated public func defaultAppStorage(_ store: UserDefaults) -> some Scene { self }
}
