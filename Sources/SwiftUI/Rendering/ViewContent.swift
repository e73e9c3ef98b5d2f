import Foundation
import SubdialActivityKit
import SubdialBasics
import SubdialLayout
import SubdialSwiftUI
import SubdialTemplates
import SubdialWidgetKit
import SubdialWidgets

/// A view that is drawn as a widget, in any number of looks.
///
/// Its body is evaluated once for all looks that differ only in values that no body has read; a body that reads no colour scheme gives one tree
/// for light and dark. It belongs to the main thread, and the tree's closures are called there.
package final class ViewContent: @unchecked Sendable {
    // Unchecked: everything but the creation happens in `onMainThread`.

    /// The configuration of the widget; nil for a view alone.
    package let declaration: _WidgetDeclaration?
    /// The activity whose views these are; nil for a view or a widget.
    package let activity: ActivitySample?
    /// The kind in entries: that of the configuration, or `view`.
    package var kind: String { declaration?.kind ?? "view" }
    /// How often bodies were evaluated.
    package private(set) var evaluations = 0
    private let view: AnyView
    private var known: [(look: LookKey, views: EvaluatedView)] = []

    /// More looks than a matrix usually has in a row; older ones are evaluated again.
    private static let mostKnown = 16

    /// A view alone, or one of a widget.
    package init<V: View>(_ view: V, declaration: _WidgetDeclaration? = nil) {
        self.view = AnyView(view)
        self.declaration = declaration
        activity = nil
    }

    /// The views of an activity, in the presentation of each look; nil if the configuration is that of another activity, or of a widget.
    package init?(_ activity: ActivitySample, of declaration: _WidgetDeclaration) {
        guard let source = declaration.content as? ActivitySource, source.accepts(activity) else { return nil }
        view = AnyView(ActivityView(sample: activity, source: source))
        self.declaration = declaration
        self.activity = activity
    }

    /// The view of an entry of a widget; nil if the configuration has no provider, or the entry has another type.
    package static func entry(_ entry: WidgetEntry, of declaration: _WidgetDeclaration) -> ViewContent? {
        guard let source = declaration.content as? WidgetEntrySource else { return nil }
        nonisolated(unsafe) let (entry, declaration) = (entry, declaration)
        return onMainThread { HeldClock.at(entry.date) { source.view(entry) }.map { ViewContent($0, declaration: declaration) } }
    }

    /// The nodes in a look; the main thread must call it.
    ///
    /// - Parameter symbols: The names of the symbols that the drawing has.
    func evaluated(_ look: WidgetEnvironment, canvas: Size, margins: Insets, symbols: Set<String>) -> EvaluatedView {
        let key = LookKey(look, canvas, margins)
        if let match = known.last(where: { key.isSame(as: $0.look, to: $0.views.reads) }) { return match.views }
        var environment = EnvironmentValues(look, canvas: canvas, margins: margins)
        environment.symbolNames = symbols
        if let form = look.frame?.control { environment.controlForm = form }
        let views = EvaluatedView(
            view, in: environment, kind: activity == nil && declaration?.isControl != true ? declaration?.kind : nil,
            isLine: look.family == .accessoryInline && look.presentation == nil)
        evaluations += 1
        if known.count >= Self.mostKnown { known.removeFirst() }
        known.append((key, views))
        return views
    }
}

/// What the evaluation of a view depends on: values that it always uses, and those that count only if a body has read them.
private struct LookKey {
    private let always: WidgetEnvironment
    private let canvas: Size
    private let margins: Insets
    private let ifRead: [String: AnyHashable]

    init(_ look: WidgetEnvironment, _ canvas: Size, _ margins: Insets) {
        ifRead = [
            "colorScheme": look.appearance, "widgetRenderingMode": look.mode, "redactionReasons": look.redaction,
            "isLuminanceReduced": look.isLuminanceReduced, "showsWidgetContainerBackground": look.drawsContainerBackground,
        ]
        // What drawing alone uses, and what is above, is equal in all keys.
        var always = look
        always.appearance = .light
        always.mode = .fullColor
        always.redaction = []
        always.isLuminanceReduced = false
        always.showsContainerBackground = nil
        always.tint = nil
        always.backdrop = nil
        always.isNight = false
        always.isSquare = false
        always.isAnimated = false
        (self.always, self.canvas, self.margins) = (always, canvas, margins)
    }

    /// True if a view that has read these values is evaluated to the same.
    func isSame(as other: LookKey, to reads: Set<String>) -> Bool {
        always == other.always && canvas == other.canvas && margins == other.margins
            && ifRead.allSatisfy { !reads.contains($0.key) || other.ifRead[$0.key] == $0.value }
    }
}

/// The nodes of a view, and what was recorded with them.
package struct EvaluatedView {
    /// The content without margins.
    package let body: Node
    /// The layer of `containerBackground(for: .widget)`; nil if no view sets one, or it draws nothing.
    package let background: Node?
    /// True if a view sets a container background.
    package let hasBackground: Bool
    /// The label of a watch's corner.
    package let label: Node?
    /// The colour behind an activity; nil for the system's.
    let tint: ColorName?
    /// What the views of an activity say of the whole picture; nil for other views.
    let activityLook: ActivityLook?
    /// The address that a tap on the widget opens.
    package let url: URL?
    /// What the tap regions do, by the names of the regions.
    package var taps: [String: TapAction] { pass.taps }
    /// What is not drawn as the source says, with the paths of the nodes.
    ///
    /// Closures of the layout, such as a canvas, add theirs while it is laid out.
    package var warnings: [String] { pass.warnings }
    /// The names of the environment's values that bodies have read, those of the layout's closures included.
    package var reads: Set<String> { pass.reads }
    private let pass: ViewPass
    /// The next moment at which the view changes by itself; closures of the layout add theirs, too.
    package var nextChange: Date? { pass.nextChange.map { Date(timeIntervalSince1970: $0) } }

    /// Evaluates a view; the main thread must call it.
    ///
    /// - Parameter kind: The kind of the widget; nil for a view alone.
    init<V: View>(_ view: V, in environment: EnvironmentValues, kind: String?, isLine: Bool) {
        let pass = ViewPass()
        let context = _ViewContext(environment, pass: pass)
        // The whole evaluation reads this environment, so that reads outside of bodies are recorded too.
        let nodes = EnvironmentReader.reading(environment, pass) { context.children(of: view) }
        // The views of a widget stand below each other if no stack says otherwise.
        let whole = nodes.count == 1 ? nodes[0] : Node(.vstack(alignment: .center, spacing: nil, nodes), path: "body")
        body = isLine ? whole.asLine : whole
        let layer = context.preferences[WidgetLayers.Background.self]
        background = layer?.node
        hasBackground = layer != nil
        label = context.preferences[WidgetLayers.Label.self]?.node
        tint = context.preferences[ActivityTintKey.self]
        activityLook = context.preferences[ActivityLook.Key.self]
        url = context.preferences[WidgetURLKey.self]
        if let kind, layer == nil {
            pass.warn(
                "the widget '\(kind)': no view sets containerBackground(for: .widget): iOS 17 and later show a message in its place")
        }
        self.pass = pass
    }
}
