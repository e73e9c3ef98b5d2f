import Foundation
import SubdialActivityKit
import SubdialBasics
import SubdialExpressions
import SubdialLayout
import SubdialSwiftUI
import SubdialTemplates
import SubdialTimeline
import SubdialWidgetKit
import SubdialWidgets

/// A view that is laid out as a widget.
package struct PreparedView {
    /// The widget, which is drawn, compared and told like that of a template.
    package let widget: PreparedWidget
    /// What is not drawn as the source says, each message once.
    package let warnings: [String]
    /// The address that a tap on the widget opens; nil for none.
    package let url: URL?
    /// The names of the environment's values that bodies have read.
    package let reads: Set<String>
    /// What the tap regions do, by the names of the regions.
    package let taps: [String: TapAction]
}

extension WidgetRenderer {
    /// Lays out a view in a look, to be drawn by ``WidgetRenderer/draw(_:)``.
    ///
    /// The view is evaluated and laid out on the main thread, for which another one waits; the result can be drawn on any.
    ///
    /// - Parameters:
    ///   - entry: The entry in the text of the tree and in messages; nil for one without values at the look's date.
    ///   - theme: The theme of the colours that have a name.
    package func layOut(
        _ content: ViewContent, entry: SubdialTimeline.Entry? = nil, theme: String = "default", in look: WidgetEnvironment
    ) throws(WidgetError) -> PreparedView {
        let entry = entry ?? SubdialTimeline.Entry(date: look.now, schema: EntrySchema(kind: content.kind, fields: []))
        var look = look
        if let activity = content.activity { try activity.check(content.kind, in: look) }
        if content.declaration?.isBackgroundRemovable == false, look.showsContainerBackground == nil {
            look.showsContainerBackground = true
        }
        nonisolated(unsafe) let renderer = self
        let environment = look
        let result = onMainThread { () -> Result<PreparedView, WidgetError> in
            do throws(WidgetError) {
                return .success(
                    try HeldClock.at(environment.now) { () throws(WidgetError) in
                        try renderer.layOutHere(content, entry, theme, in: environment)
                    })
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Lays out a view in a look at a date.
    package func layOut(
        _ content: ViewContent, entry: SubdialTimeline.Entry? = nil, look: WidgetLook, at now: Date
    ) throws(WidgetError) -> PreparedView {
        let environment = try WidgetEnvironment(look, on: try look.device(in: catalog), at: now)
        return try layOut(content, entry: entry, theme: look.themeName, in: environment)
    }

    /// Lays out a view on the main thread, where this is called.
    private func layOutHere(
        _ content: ViewContent, _ entry: SubdialTimeline.Entry, _ theme: String, in look: WidgetEnvironment
    ) throws(WidgetError) -> PreparedView {
        var evaluated: EvaluatedView?
        var widget = try layOut(entry, theme: theme, in: look) { (setting) throws(WidgetError) in
            let views = content.evaluated(
                setting.environment, canvas: setting.canvas, margins: setting.margins, symbols: symbolNames)
            evaluated = views
            let standard = views.activityLook?.margins ?? setting.margins
            let margins = content.declaration?.disablesContentMargins == true ? Insets() : standard
            let ground = setting.environment.drawsContainerBackground ? views.ground(setting.environment) : nil
            return WidgetNodes(
                ExpandedTemplate(background: ground, body: views.body.adding([.padding(margins)]), label: views.label))
        }
        // After the layout, whose closures can have texts that change.
        if let change = evaluated?.nextChange { widget.nextChange = min(widget.nextChange ?? .distantFuture, change) }
        return PreparedView(
            widget: widget, warnings: (evaluated?.warnings ?? []) + widget.cutContent(look) + missingFonts(of: widget), url: evaluated?.url,
            reads: evaluated?.reads ?? [], taps: evaluated?.taps ?? [:])
    }
}

extension EvaluatedView {
    /// The background of a widget: its own over the system's, which shows where its own is missing or translucent.
    fileprivate func ground(_ look: WidgetEnvironment) -> Node? {
        if let activityLook { return ground(look, activityLook) }
        guard look.presentation == nil, look.family.isSystem else { return background }
        let system = Node(.shape(ShapeContent(.rectangle, .color(ColorName("background")))), path: "background")
        guard let background, !background.isFill(where: { $0 <= 0 }) else { return system }
        guard !background.isOpaqueFill else { return background }
        return Node(.zstack(alignment: .center, [system, background]), path: "background")
    }

    /// The strength of the line around the Dynamic Island, estimated from pictures.
    private static let keylineOpacity = 0.5

    /// The background of an activity: black with the line of the Dynamic Island, or the tint over the system's white or black.
    private func ground(_ look: WidgetEnvironment, _ activityLook: ActivityLook) -> Node {
        func layer(_ color: ColorName) -> Node { Node(.shape(ShapeContent(.rectangle, .color(color))), path: "background") }
        guard look.presentation?.isIsland != true else {
            guard var line = activityLook.keyline else { return layer(ColorName("black")) }
            line.opacity *= Self.keylineOpacity
            return layer(ColorName("black")).adding([.border(.container, line, width: 1)])
        }
        // A watch shows activities on black.
        let system = look.device.isWatch ? ColorName("black") : ColorName.banner
        guard let tint else { return layer(system) }
        // A wallpaper shows through.
        if look.backdrop != nil { return layer(tint) }
        return tint.passes { $0 >= 1 } ? layer(tint) : Node(.zstack(alignment: .center, [layer(system), layer(tint)]), path: "background")
    }
}

extension ActivitySample {
    /// Checks that a look can show the activity.
    ///
    /// - Throws: `WidgetError.activity` with the reason.
    fileprivate func check(_ kind: String, in look: WidgetEnvironment) throws(WidgetError) {
        guard let presentation = look.presentation else {
            throw .activity(kind, reason: "an activity has presentations in place of families, such as lockScreen and expanded")
        }
        switch state(at: look.now) {
        case .pending: throw .activity(kind, reason: "the activity has not started at \(look.now.iso8601)")
        case .dismissed: throw .activity(kind, reason: "the activity is dismissed at \(look.now.iso8601): nothing shows it")
        case .ended where presentation.isIsland:
            throw .activity(
                kind, reason: "the activity has ended at \(look.now.iso8601): the Dynamic Island does not show it, the lockScreen does")
        case .active, .stale, .ended: break
        }
    }
}

extension PreparedWidget {
    /// The message about content that does not fit into its presentation; none if it does.
    fileprivate func cutContent(_ look: WidgetEnvironment) -> [String] {
        switch diagnostic {
        case .cut?, .notANumber?: ["\(look.presentation?.rawValue ?? ""): \(diagnostic?.description ?? "")"]
        case .padded?, nil: []
        }
    }
}

extension Node {
    /// True for a rectangle without modifiers whose colours are opaque.
    fileprivate var isOpaqueFill: Bool {
        guard modifiers.isEmpty, case .shape(let shape) = content, shape.shape == .rectangle else { return false }
        switch shape.paint {
        case .color(let color): return color.passes { $0 >= 1 }
        case .linearGradient(_, _, let stops), .radialGradient(_, _, _, let stops), .angularGradient(_, _, _, let stops),
            .ellipticalGradient(_, _, _, let stops):
            return stops.allSatisfy { $0.color.passes { $0 >= 1 } }
        case .meshGradient, .picture: return false
        }
    }

    /// True for a shape of a colour whose opacity passes a test, in light and in dark.
    fileprivate func isFill(where test: (Double) -> Bool) -> Bool {
        guard case .shape(let shape) = content, case .color(let color) = shape.paint else { return false }
        return color.passes(test)
    }
}

extension ColorName {
    /// The system's background of an activity on the lock screen.
    fileprivate static let banner = ColorName(
        ColorVariants(
            light: ColorVariants.Components(red: 1, green: 1, blue: 1), dark: ColorVariants.Components(red: 0, green: 0, blue: 0)))

    /// True if the opacity passes a test, in light and in dark.
    fileprivate func passes(_ test: (Double) -> Bool) -> Bool {
        guard let variants else {
            // Materials, fills and the lower labels let through what is behind, as hexadecimal colours with an opacity do.
            let isTranslucent =
                name.hasSuffix("Material") || name.hasPrefix("fill") || ["secondary", "tertiary", "quaternary", "separator"].contains(name)
                || name.hasPrefix("#") && name.utf8.count == 9
            return test(name == "clear" ? 0 : isTranslucent ? min(opacity, 0.5) : opacity)
        }
        return [SubdialLayout.ColorScheme.light, .dark].allSatisfy {
            test(opacity * variants.components($0, highContrast: false).alpha)
        }
    }
}
