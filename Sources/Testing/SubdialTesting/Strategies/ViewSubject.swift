import FoundationEssentials
import SubdialActivityKit
import SubdialRendering
import SubdialSnapshots
import SubdialSwiftUI
import SubdialTimeline
import SubdialWidgetKit
import SubdialWidgets

/// A view that an assertion draws, in one look or in several.
final class ViewSubject: @unchecked Sendable {
    // Unchecked: one assertion uses it, on one thread at a time.

    /// The origin of the view.
    enum Content {
        case view(ViewContent)
        /// The view of an entry at its date.
        case entry(ViewContent, Date)
        /// The view of an entry that a provider gives.
        case provider(WidgetProviderRun)
    }

    /// The date of a view without one.
    static let standardDate = ProgramPreview.standardDate

    private let content: Content
    /// The configuration of a widget; nil for a view alone.
    private let declaration: _WidgetDeclaration?
    /// What a provider gave, by the look that it was asked for.
    private var timelines: [WidgetLook: Provided] = [:]
    /// The last result: a snapshot is laid out for its name, and again for the comparison.
    private var last: (renderer: WidgetRenderer, theme: String, environment: WidgetEnvironment, view: PreparedView)?

    /// A timeline, with the views of its entries as far as they were shown.
    private struct Provided {
        let timeline: WidgetTimeline
        let asked: ClosedRange<Date>
        var views: [Date: ViewContent] = [:]
    }

    /// The kind of the widget; empty for a view alone.
    var kind: String { declaration?.kind ?? "" }

    init(_ content: Content, declaration: _WidgetDeclaration? = nil) {
        self.content = content
        self.declaration = declaration
    }

    /// A widget whose provider is asked.
    @MainActor convenience init<W: SubdialSwiftUI.Widget>(widget: W) throws {
        try self.init(asking: try Self.declaration(of: widget))
    }

    /// A widget with an entry.
    @MainActor convenience init<W: SubdialSwiftUI.Widget>(widget: W, entry: any TimelineEntry) throws {
        let declaration = try Self.declaration(of: widget)
        self.init(.entry(try Self.view(of: WidgetEntry(entry), declaration), entry.date), declaration: declaration)
    }

    /// A live activity.
    @MainActor convenience init<W: SubdialSwiftUI.Widget>(widget: W, activity: ActivitySample) throws {
        let declaration = try Self.declaration(of: widget)
        guard let view = ViewContent(activity, of: declaration) else {
            throw WidgetProblem(
                "the widget '\(declaration.kind)' has no views for an activity with attributes of the type \(type(of: activity.attributes))"
            )
        }
        self.init(.view(view), declaration: declaration)
    }

    /// A widget with settings, whose provider is asked.
    @MainActor convenience init<W: SubdialSwiftUI.Widget>(widget: W, intent: Any) throws {
        try self.init(asking: try Self.declaration(of: widget).with(settings: intent))
    }

    /// A control whose provider is asked.
    @MainActor convenience init<C: ControlWidget>(control: C) throws { try self.init(asking: C._declaration(of: control)) }

    /// A control with settings, whose provider is asked.
    @MainActor convenience init<C: ControlWidget>(control: C, intent: Any) throws {
        try self.init(asking: try C._declaration(of: control).with(settings: intent))
    }

    /// A control with a value.
    @MainActor convenience init<C: ControlWidget>(control: C, value: Any) throws {
        let declaration = C._declaration(of: control)
        let entry = ControlEntry(date: Self.standardDate, value: value)
        guard let content = ViewContent.entry(WidgetEntry(entry), of: declaration) else {
            throw WidgetProblem("the control '\(declaration.kind)' has no template for a value of the type \(type(of: value))")
        }
        self.init(.entry(content, entry.date), declaration: declaration)
    }

    /// A widget or a control whose provider is asked.
    private convenience init(asking declaration: _WidgetDeclaration) throws {
        guard let provider = WidgetProviderRun(declaration) else {
            throw WidgetProblem(
                declaration.content is ActivitySource
                    ? "the widget of '\(declaration.kind)' is a live activity: give 'activity:', or 'attributes:' and 'state:'"
                    : "the widget '\(declaration.kind)' has no provider")
        }
        self.init(.provider(provider), declaration: declaration)
    }

    /// The only configuration of a widget.
    @MainActor private static func declaration<W: SubdialSwiftUI.Widget>(of widget: W) throws -> _WidgetDeclaration {
        let declarations = W._declarations(of: widget)
        guard declarations.count == 1, let first = declarations.first else {
            throw WidgetProblem("\(W.self) has \(declarations.count) configurations, and not one")
        }
        return first
    }

    private static func view(of entry: WidgetEntry, _ declaration: _WidgetDeclaration) throws -> ViewContent {
        guard let content = ViewContent.entry(entry, of: declaration) else {
            throw WidgetProblem("the widget '\(declaration.kind)' has no view for an entry of the type \(type(of: entry.value))")
        }
        return content
    }

    /// Calls code that makes views or widgets, on the main thread.
    static func evaluating<Result>(_ code: @MainActor () throws -> Result) throws -> Result {
        try onMainThread { Swift.Result { @MainActor in try code() } }.get()
    }

    /// Calls code with a view or a widget that the main thread has made.
    static func evaluating<Value, Result>(_ value: Value, _ code: @MainActor (Value) throws -> Result) throws -> Result {
        nonisolated(unsafe) let value = value
        return try evaluating { try code(value) }
    }

    /// What is not drawn as the source says, of the last picture.
    var warnings: [String] { last?.view.warnings ?? [] }

    /// What the tap regions of the last picture do, by their names.
    var taps: [String: TapAction] { last?.view.taps ?? [:] }

    /// Lays out the view.
    ///
    /// - Parameters:
    ///   - start: The date to which moments are relative; nil for that of the entry.
    ///   - environment: The environment of the look, given that date.
    func prepare(
        _ renderer: WidgetRenderer, _ look: WidgetLook, _ provided: ProvidedEntry, _ start: Date?,
        _ environment: (Date) throws -> WidgetEnvironment
    ) throws -> PreparedWidget {
        if look.frame == nil, let families = declaration?.families, look.presentation == nil,
            SubdialWidgetKit.WidgetFamily(name: look.family.rawValue) != nil,
            !families.contains(look.family.rawValue)
        {
            throw WidgetProblem(
                "the widget '\(declaration?.kind ?? "")' does not support \(look.family.rawValue); it supports \(families.joined(separator: ", "))"
            )
        }
        let (view, environment) = try shown(look, provided, start, environment)
        if let last, last.renderer === renderer, last.theme == look.themeName, last.environment == environment { return last.view.widget }
        let prepared = try renderer.layOut(view, theme: look.themeName, in: environment)
        last = (renderer, look.themeName, environment, prepared)
        return prepared.widget
    }

    /// The view at its date, with the environment of that date.
    private func shown(
        _ look: WidgetLook, _ wanted: ProvidedEntry, _ start: Date?, _ environment: (Date) throws -> WidgetEnvironment
    ) throws -> (ViewContent, WidgetEnvironment) {
        switch content {
        case .view(let view): return (view, try environment(start ?? Self.standardDate))
        case .entry(let view, let date): return (view, try environment(start ?? date))
        case .provider(var provider):
            // A test that sets the date sets that of the provider's `Date()` too.
            provider.timeOfDay = start
            guard let declaration else { throw WidgetProblem("the widget has no configuration") }
            if wanted != .timeline {
                let context = TimelineProviderContext(try environment(start ?? Date()))
                let entry = wanted == .snapshot ? try provider.snapshot(in: context) : try provider.placeholder(in: context)
                return (try Self.view(of: entry, declaration), try environment(start ?? entry.date))
            }
            let key = look.ofProviders
            let known = try timelines[key] ?? ask(provider, try environment(start ?? Date()))
            timelines[key] = known
            guard let first = known.timeline.entries.first?.date else { throw WidgetProblem("the timeline has no entries") }
            let shown = try environment(start ?? first)
            guard let entry = known.timeline.entry(at: shown.now) else { throw WidgetProblem("the timeline has no entries") }
            let view = try known.views[entry.date] ?? Self.view(of: entry, declaration)
            timelines[key]?.views[entry.date] = view
            return (view, shown)
        }
    }

    private func ask(_ provider: WidgetProviderRun, _ environment: WidgetEnvironment) throws -> Provided {
        let before = Date()
        let timeline = try provider.timeline(in: TimelineProviderContext(environment))
        return Provided(timeline: timeline, asked: before...max(before, Date()))
    }

    /// The timeline of the provider in Subdial's form, and the time in which the provider was asked.
    ///
    /// - Parameter timeOfDay: The time of day for the provider; nil for the machine's.
    func timeline(_ environment: WidgetEnvironment, timeOfDay: Date?) throws -> (SubdialTimeline.Timeline, asked: ClosedRange<Date>) {
        guard case .provider(var provider) = content, let declaration else { throw WidgetProblem("there is no provider") }
        provider.timeOfDay = timeOfDay
        let given = try ask(provider, environment)
        return (given.timeline.timeline(ofKind: declaration.kind), given.asked)
    }
}

/// The error of a widget that cannot be shown.
struct WidgetProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension WidgetLook {
    /// The look with nothing but what a provider is told.
    fileprivate var ofProviders: WidgetLook {
        var look = WidgetLook(family: family)
        (look.device, look.placement, look.typeSize, look.language) = (device, placement, typeSize, language)
        (look.direction, look.timeZones, look.scale) = (direction, timeZones, scale)
        return look
    }
}
