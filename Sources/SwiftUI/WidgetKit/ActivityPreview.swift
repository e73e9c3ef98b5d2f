public import SubdialActivityKit
import SubdialLayout
public import SubdialSwiftUI

/// The presentation of an activity in a preview.
public enum ActivityPreviewViewKind: Sendable {
    /// A presentation of the Dynamic Island.
    public enum DynamicIslandPreviewViewState: Hashable, Sendable {
        /// Both sides of the camera.
        case compact
        case minimal
        case expanded
    }

    /// The lock screen.
    case content
    /// The Dynamic Island.
    case dynamicIsland(ActivityPreviewViewKind.DynamicIslandPreviewViewState)

    /// The name of the presentation that is drawn.
    package var presentation: String {
        switch self {
        case .content: "lockScreen"
        case .dynamicIsland(.compact): "island"
        case .dynamicIsland(.minimal): "minimal"
        case .dynamicIsland(.expanded): "expanded"
        }
    }
}

/// The activity of a `PreviewProvider`, which the configuration of its widget draws.
package struct ActivityPreview {
    package let sample: ActivitySample
    package let viewKind: ActivityPreviewViewKind
}

/// An activity with content states.
package struct ActivityStatesPreview: PreviewContent {
    package let viewKind: ActivityPreviewViewKind
    /// Makes the widget of the activity.
    package let widget: @MainActor () -> any Widget
    /// Makes an activity for each state.
    package let samples: @MainActor () async throws -> [ActivitySample]
}

extension Preview {
    /// A preview of an activity with content states.
    @MainActor
    public init<Attributes: ActivityAttributes>(
        _ name: String? = nil, as viewKind: ActivityPreviewViewKind, using attributes: Attributes,
        widget: @escaping @MainActor () -> any Widget,
        @PreviewActivityBuilder<Attributes> contentStates: @escaping @MainActor () async -> [Attributes.ContentState]
    ) {
        self.init(
            name,
            ActivityStatesPreview(viewKind: viewKind, widget: widget) {
                try await contentStates().map { try ActivitySample(attributes, $0) }
            })
    }
}

/// Builds the states of a preview.
@resultBuilder
public struct PreviewActivityBuilder<Attributes: ActivityAttributes> {
    public typealias Component = [Attributes.ContentState]

    public static func buildExpression(_ expression: Attributes.ContentState) -> Component { [expression] }

    public static func buildExpression<S: Sequence>(_ expression: S) -> Component where S.Element == Attributes.ContentState {
        Array(expression)
    }

    public static func buildBlock() -> Component { [] }

    public static func buildPartialBlock(first: Component) -> Component { first }

    public static func buildPartialBlock(accumulated: Component, next: Component) -> Component { accumulated + next }

    public static func buildArray(_ components: [Component]) -> Component { components.flatMap { $0 } }

    public static func buildEither(first component: Component) -> Component { component }

    public static func buildEither(second component: Component) -> Component { component }

    public static func buildOptional(_ component: Component?) -> Component { component ?? [] }
}

extension ActivityAttributes {
    /// A preview of an activity: the views are those of the program's widget for these attributes.
    public func previewContext(
        _ contentState: ContentState, isStale: Bool = false, viewKind: ActivityPreviewViewKind
    ) -> some View { _ActivityPreviewView(sample: Result { try ActivitySample(self, contentState, isStale: isStale) }, viewKind: viewKind) }
}

/// Stands for the activity of a preview; it draws nothing itself.
nonisolated private struct _ActivityPreviewView: View {
    typealias Body = Never

    let sample: Result<ActivitySample, any Error>
    let viewKind: ActivityPreviewViewKind

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let node = context.element("ActivityPreview").node(.shape(ShapeContent(.rectangle, .color(ColorName("clear")))))
        switch view.sample {
        case .success(let sample):
            PreviewTraits.record(on: node, in: context) { $0.subject = ActivityPreview(sample: sample, viewKind: view.viewKind) }
        case .failure(let error): context.warn("previewContext(_:isStale:viewKind:): \(error)")
        }
        return [node]
    }
}
