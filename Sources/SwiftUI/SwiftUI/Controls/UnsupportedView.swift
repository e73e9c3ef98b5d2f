import SubdialLayout

private struct InWidgetKey: EnvironmentKey { static let defaultValue = true }

extension EnvironmentValues {
    /// True in a widget, where WidgetKit draws some views as a box with a sign; false for the screens of an app.
    package var isInWidget: Bool {
        get { self[InWidgetKey.self] }
        set { self[InWidgetKey.self] = newValue }
    }
}

/// Views that WidgetKit does not draw, such as lists: in a widget a yellow box with a red no-entry sign, as on devices.
enum UnsupportedView {
    private static let yellow = ColorName("#FFD60A")
    private static let red = ColorName("#FF3B30")
    private static let white = ColorName("#FFFFFF")
    /// The length of the sign without a proposal, in points.
    private static let length = 28.0

    /// The box with the sign, and a warning.
    static func nodes(_ name: String, in context: _ViewContext, at place: SourcePlace) -> [Node] {
        let inner = context.element(name)
        inner.warn("\(name): WidgetKit does not draw it: a widget shows a box with a sign in its place", at: place)
        return [box(in: inner)]
    }

    /// The content of a view that an app scrolls, in a stack, with a warning; in a widget the box.
    static func nodes(_ name: String, in context: _ViewContext, at place: SourcePlace, stack: (_ViewContext) -> [Node]) -> [Node] {
        if context.environment.isInWidget { return nodes(name, in: context, at: place) }
        let inner = context.element(name)
        inner.warn("\(name): drawn as a stack of its content, from its top", at: place)
        return stack(inner)
    }

    /// A view of an app that is drawn nowhere.
    static func control(_ name: String, in context: _ViewContext, at place: SourcePlace) -> [Node] {
        if context.environment.isInWidget { return nodes(name, in: context, at: place) }
        let inner = context.element(name)
        inner.warn("\(name): not drawn; its place is a box with a sign", at: place)
        return [box(in: inner)]
    }

    private static func box(in context: _ViewContext) -> Node {
        let bar = Node(
            .geometry(
                GeometryContent(
                    "bar",
                    content: LayoutClosure { frame in
                        let size = Size(frame.width * 0.62, frame.height * 0.17)
                        let place = Insets(top: (frame.height - size.height) / 2, leading: (frame.width - size.width) / 2)
                        return [
                            Node(
                                .shape(ShapeContent(.rectangle, .color(white))),
                                modifiers: [.frame(width: size.width, height: size.height, alignment: .center), .padding(place)])
                        ]
                    })), path: context.node(.spacer(minLength: nil)).path)
        let sign = context.node(
            .shape(ShapeContent(.circle, .color(red))),
            [
                .overlay(bar, alignment: .center), .aspectRatio(1, .fit),
                .flexibleFrame(
                    FlexibleFrame(
                        horizontal: .init(ideal: length, maximum: 2 * length), vertical: .init(ideal: length, maximum: 2 * length))),
                .padding(Insets(all: 4)),
            ])
        var box = context.node(.shape(ShapeContent(.rectangle, .color(yellow))), [.overlay(sign, alignment: .center)])
        box.modifiers.append(
            .flexibleFrame(
                FlexibleFrame(
                    horizontal: .init(ideal: length + 8, maximum: .infinity), vertical: .init(ideal: length + 8, maximum: .infinity))))
        return box
    }
}
