public import Foundation
public import SubdialLayout
public import SubdialUIKit

/// A view of UIKit in a view of SwiftUI.
///
/// Warns: no view of UIKit is made or drawn; its place is a box with a sign, as in a widget on a device.
@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void

    /// Not called: no view of UIKit is made.
    @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType

    /// Not called: no view of UIKit is made.
    @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)

    /// Not called: no view of UIKit is made.
    @MainActor @preconcurrency static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)

    /// Not called: no view of UIKit is made.
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator

    /// Not called: no view of UIKit is made.
    @MainActor @preconcurrency func sizeThatFits(_ proposal: ProposedViewSize, uiView: UIViewType, context: Context) -> CGSize?

    typealias Context = UIViewRepresentableContext<Self>
}

extension UIViewRepresentable {
    /// No effect in a picture: it is not called.
    public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}

    /// No effect in a picture: it is not called.
    public func sizeThatFits(_ proposal: ProposedViewSize, uiView: UIViewType, context: Context) -> CGSize? { nil }

    nonisolated public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control(context.pass.name(of: Self.self), in: context, at: SourcePlace())
    }
}

extension UIViewRepresentable where Coordinator == Void {
    /// No effect in a picture: it is not called.
    public func makeCoordinator() {}
}

/// What a view of UIKit is made with: nobody makes it, because nothing calls for such a view.
@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public private(set) var transaction: Transaction
    public let environment: EnvironmentValues
}

/// A controller of UIKit in a view of SwiftUI.
///
/// Warns: no controller of UIKit is made or drawn; its place is a box with a sign, as in a widget on a device.
@MainActor @preconcurrency
public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void

    /// Not called: no controller of UIKit is made.
    @MainActor @preconcurrency func makeUIViewController(context: Context) -> UIViewControllerType

    /// Not called: no controller of UIKit is made.
    @MainActor @preconcurrency func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)

    /// Not called: no controller of UIKit is made.
    @MainActor @preconcurrency static func dismantleUIViewController(
        _ uiViewController: UIViewControllerType, coordinator: Coordinator)

    /// Not called: no controller of UIKit is made.
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator

    /// Not called: no controller of UIKit is made.
    @MainActor @preconcurrency func sizeThatFits(
        _ proposal: ProposedViewSize, uiViewController: UIViewControllerType, context: Context
    ) -> CGSize?

    typealias Context = UIViewControllerRepresentableContext<Self>
}

extension UIViewControllerRepresentable {
    /// No effect in a picture: it is not called.
    public static func dismantleUIViewController(_ uiViewController: UIViewControllerType, coordinator: Coordinator) {}

    /// No effect in a picture: it is not called.
    public func sizeThatFits(_ proposal: ProposedViewSize, uiViewController: UIViewControllerType, context: Context) -> CGSize? { nil }

    nonisolated public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control(context.pass.name(of: Self.self), in: context, at: SourcePlace())
    }
}

extension UIViewControllerRepresentable where Coordinator == Void {
    /// No effect in a picture: it is not called.
    public func makeCoordinator() {}
}

/// What a controller of UIKit is made with: nobody makes it, because nothing calls for such a controller.
@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    public let coordinator: Representable.Coordinator
    public private(set) var transaction: Transaction
    public let environment: EnvironmentValues
}
