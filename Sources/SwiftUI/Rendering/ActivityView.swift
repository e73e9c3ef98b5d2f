import Foundation
import SubdialActivityKit
import SubdialLayout
import SubdialSwiftUI
import SubdialTimeline
import SubdialWidgetKit
import SubdialWidgets

extension EnvironmentValues {
    private struct PresentationKey: EnvironmentKey { static var defaultValue: ActivityPresentation? { nil } }

    /// The presentation of the activity that is drawn; nil for a widget.
    var activityPresentation: ActivityPresentation? {
        get { self[PresentationKey.self] }
        set { self[PresentationKey.self] = newValue }
    }
}

/// What the views of an activity say of the whole picture.
struct ActivityLook {
    /// The margins around the body.
    let margins: Insets
    /// The colour of the line around the Dynamic Island; nil for none.
    var keyline: ColorName?

    struct Key: WidgetWidePreferenceKey {
        static var defaultValue: ActivityLook? { nil }
        static func reduce(value: inout ActivityLook?, nextValue: () -> ActivityLook?) { value = value ?? nextValue() }
    }
}

/// The views of an activity in the presentation of the look.
nonisolated struct ActivityView: View {
    typealias Body = Never

    let sample: ActivitySample
    let source: ActivitySource

    /// The area of the camera in the expanded island, from its top edge.
    private static let camera = Size(126, 37)
    /// The distance between two views side by side, as in the lines of templates.
    private static let spacing = 8.0

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        for problem in view.sample.problems { context.warn(problem) }
        guard let presentation = context.environment.activityPresentation else { return [] }
        let isSmall = presentation == .smartStack || presentation == .carPlay
        let hasSmall = view.source.families.contains(.small)
        let context = context.with {
            $0.activityFamily = isSmall ? .small : .medium
            $0.supportedActivityFamilies = view.source.families
        }
        switch presentation {
        case .lockScreen: return [view.content(Insets(), in: context)]
        case .smartStack, .carPlay: return [hasSmall ? view.content(context.margins, in: context) : view.sides(in: context)]
        case .compactLeading, .compactTrailing, .minimal, .expanded, .island: return view.island(presentation, in: context)
        }
    }

    private func content(_ margins: Insets, in context: _ViewContext) -> Node {
        context.preferences.add(ActivityLook.Key.self, ActivityLook(margins: margins))
        guard let content = source.content(sample, context.environment.now) else { return context.node(.zstack(alignment: .center, [])) }
        return context.children(of: content).asWhole(in: context).adding([.filling])
    }

    /// Both sides of the compact island in a line: what a watch and a car show of an activity without the family `small`.
    private func sides(in context: _ViewContext) -> Node {
        context.preferences.add(ActivityLook.Key.self, ActivityLook(margins: context.margins))
        guard let island = source.island(sample, context.environment.now) else { return context.node(.zstack(alignment: .center, [])) }
        let inner = context.element("DynamicIsland")
        let (leading, trailing) = (
            region("compactLeading", island.compactLeading, in: inner), region("compactTrailing", island.compactTrailing, in: inner)
        )
        addURL(of: island, to: context)
        let spacer = inner.node(.spacer(minLength: nil))
        return inner.node(.hstack(alignment: .center, spacing: Self.spacing, [leading, spacer, trailing].compactMap { $0 }))
    }

    private func island(_ presentation: ActivityPresentation, in context: _ViewContext) -> [Node] {
        guard let island = source.island(sample, context.environment.now) else { return [] }
        let inner = context.element("DynamicIsland")
        var look = ActivityLook(margins: Insets())
        let body: Node
        switch presentation {
        case .compactLeading:
            look = ActivityLook(margins: island.margins(.compactLeading, over: context.margins))
            body = region("compactLeading", island.compactLeading, in: inner) ?? inner.nothing
        case .compactTrailing:
            look = ActivityLook(margins: island.margins(.compactTrailing, over: context.margins))
            body = region("compactTrailing", island.compactTrailing, in: inner) ?? inner.nothing
        case .minimal:
            look = ActivityLook(margins: island.margins(.minimal, over: context.margins))
            body = region("minimal", island.minimal, in: inner) ?? inner.nothing
        case .island: body = pill(island, in: inner)
        case .expanded, .lockScreen, .smartStack, .carPlay:
            look = ActivityLook(margins: island.margins(.expanded, over: context.margins))
            body = expanded(island, look.margins, in: inner)
        }
        look.keyline = island.keyline?.name(in: context.environment)
        context.preferences.add(ActivityLook.Key.self, look)
        addURL(of: island, to: context)
        return [body]
    }

    /// The address of the island, behind those of its views.
    private func addURL(of island: DynamicIsland, to context: _ViewContext) {
        if let url = island.url { context.preferences.add(WidgetURLKey.self, url) }
    }

    /// The whole compact island: both sides, with their margins, beside the camera.
    private func pill(_ island: DynamicIsland, in context: _ViewContext) -> Node {
        func side(_ name: String, _ make: () -> AnyView, _ mode: DynamicIslandMode, _ presentation: ActivityPresentation) -> Node {
            let margins = island.margins(mode, over: Insets(all: presentation.standardMargin))
            return (region(name, make, in: context) ?? context.nothing).adding([.padding(margins)])
        }
        return IslandPill.body(
            leading: side("compactLeading", island.compactLeading, .compactLeading, .compactLeading),
            trailing: side("compactTrailing", island.compactTrailing, .compactTrailing, .compactTrailing),
            in: Size(context.environment.containerSize))
    }

    /// The regions of the expanded island.
    ///
    /// The camera reaches from its top edge, so that the margin is a part of it.
    private func expanded(_ island: DynamicIsland, _ margins: Insets, in context: _ViewContext) -> Node {
        let regions = island.regions()
        var nodes: [String: Node] = [:]
        let hasBottom = regions.contains { $0.position.name == "bottom" }
        for region in regions {
            let name = region.position.name
            guard nodes[name] == nil else {
                context.element(name).warn("DynamicIslandExpandedRegion: a second region '\(name)' is left out")
                continue
            }
            guard var node = self.region(name, { region.content }, in: context) else { continue }
            if name == "bottom" { node.modifiers.append(.fillingWidth) }
            let own = region.margins.insets(over: margins)
            let change = own.minus(margins).touching(name, hasBottom: hasBottom)
            if change != Insets() { node.modifiers.append(.padding(change)) }
            if region.priority != 0 { node.modifiers.append(.layoutPriority(region.priority)) }
            nodes[name] = node
        }
        return context.node(
            .island(
                IslandContent(
                    leading: nodes["leading"], trailing: nodes["trailing"], center: nodes["center"], bottom: nodes["bottom"],
                    camera: Size(Self.camera.width, max(0, Self.camera.height - margins.top)), spacing: Self.spacing)))
    }

    /// The views of a region as one node; nil without any.
    private func region(_ name: String, _ make: () -> AnyView, in context: _ViewContext) -> Node? {
        let inner = context.element(name)
        let nodes = inner.children(of: make())
        return nodes.isEmpty ? nil : nodes.asWhole(in: inner)
    }
}

extension [Node] {
    /// One node for the views of a closure: several stand below each other.
    fileprivate func asWhole(in context: _ViewContext) -> Node {
        if count == 1 { return self[0] }
        // A view that is too wide moves with those around it.
        let moves = contains { $0.modifiers.contains(.belowIfTooWide) }
        return context.node(.vstack(alignment: .center, spacing: nil, self), moves ? [.belowIfTooWide] : [])
    }
}

extension _ViewContext {
    /// The margins of the presentation.
    fileprivate var margins: Insets {
        let insets = environment.widgetContentMargins
        return Insets(
            top: Double(insets.top), leading: Double(insets.leading), bottom: Double(insets.bottom), trailing: Double(insets.trailing))
    }

    /// A node in place of views that draw nothing.
    fileprivate var nothing: Node { node(.zstack(alignment: .center, [])) }
}

extension Modifier {
    private static let greatest = FlexibleFrame.Limits(maximum: .infinity)

    /// The whole place, with the view at its centre.
    fileprivate static let filling = Modifier.flexibleFrame(FlexibleFrame(horizontal: greatest, vertical: greatest))
    /// The whole width.
    fileprivate static let fillingWidth = Modifier.flexibleFrame(FlexibleFrame(horizontal: greatest))
}

extension Insets {
    fileprivate func minus(_ other: Insets) -> Insets {
        Insets(top: top - other.top, leading: leading - other.leading, bottom: bottom - other.bottom, trailing: trailing - other.trailing)
    }

    /// The insets at the edges of the island that a region touches.
    fileprivate func touching(_ region: String, hasBottom: Bool) -> Insets {
        switch region {
        case "leading": Insets(top: top, leading: leading, bottom: hasBottom ? 0 : bottom)
        case "trailing": Insets(top: top, bottom: hasBottom ? 0 : bottom, trailing: trailing)
        case "center": Insets(bottom: hasBottom ? 0 : bottom)
        default: Insets(leading: leading, bottom: bottom, trailing: trailing)
        }
    }
}
