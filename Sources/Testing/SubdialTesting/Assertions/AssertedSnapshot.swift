import FoundationEssentials
import SubdialExpressions
import SubdialFeeds
import SubdialSnapshots
import SubdialTimeline
import SubdialWidgetKit
import SubdialWidgets

/// The result of applying a strategy to a value, which a judge compares.
struct AssertedSnapshot {
    let subject: SnapshotSubject
    let look: WidgetLook?
    let levels: Set<SnapshotLevel>
    let sensitivity: PixelSensitivity
    let limits: PictureLimits
    let masks: [SnapshotMask]
    /// The name components at the end of the name.
    let words: [String]
    /// The time zones of a snapshot without a look.
    let timeZones: TimeZones
    /// The error of an invalid setting; nil if all are valid.
    let problem: LookError?
    /// The date to which moments are relative; nil for that of the entry or the document.
    let start: Date?
    /// The values of parameters and fields.
    let values: [String: Value]
    /// What happens with the warnings of a view.
    let warnings: SnapshotWarnings
    /// The entry of a widget's provider that is shown.
    let provided: ProvidedEntry

    /// The origin of the entries; nil for a view.
    private var entries: SnapshotEntries? {
        switch subject {
        case .widget(let widget): widget.entries
        case .lines(let entries, _, _, _), .timeline(let entries): entries
        case .view, .provider: nil
        }
    }

    /// The view; nil for another subject.
    var view: ViewSubject? { if case .view(let view) = subject { view } else { nil } }

    /// True if the main thread has to evaluate views or ask a provider.
    var isOfCode: Bool {
        switch subject {
        case .view, .provider: true
        case .widget, .lines, .timeline: false
        }
    }

    /// The equivalent case of a suite.
    func suiteCase(_ id: String) -> SnapshotSuite.Case {
        var result = SnapshotSuite.Case(
            id: id, sensitivity: sensitivity, limits: limits, masks: masks, levels: levels.intersection(SnapshotLevel.ofWidgets))
        switch subject {
        case .widget(let widget):
            switch widget.template {
            case .file(let path): result.template = path
            case .kind(let kind): result.kind = kind
            }
        case .view: result.template = Self.viewName
        case .lines(_, _, let settings, let moments):
            result.lineSettings = settings
            result.matrix.set(.moment, moments) { $0.moment = $1 }
        case .timeline, .provider: break
        }
        if case .document(let document)? = entries { (result.documents, result.kind) = ([document.path], document.kind) }
        result.date = start ?? date
        result.values = values.sorted { $0.key < $1.key }.map { SnapshotSuite.Case.Setting(name: $0.key, value: $0.value) }
        return result
    }

    /// The date of the document; nil for entries, which have their own.
    private var date: Date? { if case .document(let document)? = entries { document.date } else { nil } }

    /// The path of the document, or the word for entries that a judge is given.
    private var entryName: String { if case .document(let document)? = entries { document.path } else { Self.entryName } }

    /// The equivalent snapshot of a suite.
    func spec(_ id: String) throws -> SnapshotSpec {
        if let problem { throw problem }
        if isOfCode, let name = values.keys.min() {
            throw LookError("set(_:)", takes: "values of a kind's entries, which a view does not have", not: "'\(name)'")
        }
        let content: SnapshotSpec.Content =
            switch subject {
            case .lines(_, let bar, _, _): .lines(bar: bar, timeZones)
            case .timeline, .provider: .timeline(timeZones)
            case .widget, .view: .widget(try shownLook)
            }
        return SnapshotSpec(id: id, entry: entryName, content: content)
    }

    private var shownLook: WidgetLook {
        get throws {
            guard let look else { throw AssertedLookError() }
            return look
        }
    }

    /// Passes the entries or the view of the snapshot to a judge.
    func load(_ judge: SnapshotChecker, _ renderer: WidgetRenderer, folder: String) throws {
        switch subject {
        case .view(let view):
            judge.draw(by: { [provided] in try view.prepare($0, $1, provided, $2, $3) }, as: Self.viewName)
        case .provider(let view, let look):
            if let problem { throw problem }
            let environment = try WidgetEnvironment(look, on: look.device(in: renderer.catalog), at: start ?? Date())
            let (timeline, asked) = try view.timeline(environment, timeOfDay: start)
            judge.use(timeline, asked: asked, as: Self.entryName)
        case .widget, .lines, .timeline:
            var folder = folder
            if case .widget(let widget) = subject { folder = widget.artwork }
            if case .entries(let entries)? = entries { judge.use(entries, folder: folder, as: Self.entryName) }
        }
    }

    /// A text of everything on which the snapshot depends: two assertions with one name must have equal fingerprints.
    ///
    /// A view counts by its tree and its layout, a provider by what it is asked for.
    func fingerprint(_ judge: SnapshotChecker) throws -> String {
        let origin =
            switch entries {
            case .entries(let entries)?: "\(entries.map { $0.json.text() })"
            case .document(let document)?: "\(document)"
            case nil: ""
            }
        let what =
            switch subject {
            case .widget(let widget): "\(widget.template.text) \(widget.artwork)"
            case .lines(_, let bar, let settings, let moments): "\(bar) \(settings) \(moments)"
            case .timeline: "timeline"
            case .view: try judge.prepared(try spec("")).map { "\($0.expandedText)\n\($0.layout.text)" } ?? ""
            case .provider(let widget, let look): "provider \(widget.kind) \(look)"
            }
        let look = look.map { "\($0)" } ?? "\(timeZones)"
        let settings =
            "\(start.map(\.timeIntervalSince1970) ?? 0) \(values.sorted { $0.key < $1.key }) \(provided)"
        return "\(origin) \(what) \(words) \(look) \(settings) \(levels.map(\.rawValue).sorted())"
    }

    private static let entryName = "entry"
    /// The name of views, in place of a template's file.
    private static let viewName = "view"
}

extension TemplateWidget.Template {
    fileprivate var text: String {
        switch self {
        case .file(let path): path
        case .kind(let kind): kind
        }
    }
}

/// The error of a widget strategy without a look, which no function of this library makes.
struct AssertedLookError: Error, CustomStringConvertible {
    var description: String { "the strategy has no family" }
}

extension SnapshotStrategy {
    /// Applies the strategy to a value.
    func asserted(_ value: Value) throws -> AssertedSnapshot {
        asserted(subject: try subject(value))
    }

    /// Applies the strategy to what was made of a value.
    func asserted(subject: SnapshotSubject) -> AssertedSnapshot {
        AssertedSnapshot(
            subject: subject, look: look, levels: levels, sensitivity: sensitivity, limits: limits, masks: masks, words: names,
            timeZones: timeZones, problem: problem, start: start, values: values, warnings: warnings, provided: provided)
    }
}
