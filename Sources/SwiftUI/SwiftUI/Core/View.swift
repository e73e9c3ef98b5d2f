public import SubdialLayout

/// A part of a picture: SwiftUI's `View`, which is drawn once and has no events.
@MainActor @preconcurrency
public protocol View {
    /// The type of the body; `Never` for the views of this module that make their nodes themselves.
    associatedtype Body: View

    /// The content, which is evaluated once for each look and entry.
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }

    /// The nodes of a view: those of its body unless the view makes them itself.
    nonisolated static func _nodes(of view: Self, in context: _ViewContext) -> [Node]
}

extension View {
    nonisolated public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        guard let inner = context.entering(Self.self) else { return [] }
        nonisolated(unsafe) let view = view
        let body = inner.reading { onMainActor { view.body } }
        return Body._nodes(of: body, in: inner)
    }
}

extension Never: View {
    public var body: Never { self }

    nonisolated public static func _nodes(of view: Never, in context: _ViewContext) -> [Node] {}
}

extension View where Body == Never {
    /// No body: such a view makes its nodes itself, and nobody asks.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// The result of code that is isolated to the main actor, such as a body.
///
/// Views are evaluated on the main thread; the functions of this module are nonisolated all the same, because views can be made anywhere.
package func onMainActor<Result>(_ code: @MainActor () -> Result) -> Result {
    nonisolated(unsafe) var result: Result?
    MainActor.assumeIsolated { result = code() }
    guard let result else { preconditionFailure("The code of a body returned nothing") }
    return result
}
