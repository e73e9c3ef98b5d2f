import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialSnapshots
import SubdialTimeline
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

    /// The origin of the entries.
    private var entries: SnapshotEntries {
        switch subject {
        case .widget(let widget): widget.entries
        case .lines(let entries, _, _, _), .timeline(let entries): entries
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
            case .views: result.template = Self.viewName
            }
        case .lines(_, _, let settings, let moments):
            result.lineSettings = settings
            result.matrix.set(.moment, moments) { $0.moment = $1 }
        case .timeline: break
        }
        if case .document(let document) = entries { (result.documents, result.kind) = ([document.path], document.kind) }
        result.date = start ?? date
        result.values = values.sorted { $0.key < $1.key }.map { SnapshotSuite.Case.Setting(name: $0.key, value: $0.value) }
        return result
    }

    /// The date of the document; nil for entries, which have their own.
    private var date: Date? { if case .document(let document) = entries { document.date } else { nil } }

    /// The path of the document, or the word for entries that a judge is given.
    private var entryName: String { if case .document(let document) = entries { document.path } else { Self.entryName } }

    /// The equivalent snapshot of a suite.
    func spec(_ id: String) throws -> SnapshotSpec {
        if let problem { throw problem }
        let content: SnapshotSpec.Content =
            switch subject {
            case .lines(_, let bar, _, _): .lines(bar: bar, timeZones)
            case .timeline: .timeline(timeZones)
            case .widget: .widget(try shownLook)
            }
        return SnapshotSpec(id: id, entry: entryName, content: content)
    }

    private var shownLook: WidgetLook {
        get throws {
            guard let look else { throw AssertedLookError() }
            return look
        }
    }

    /// Passes the entries and views of the snapshot to a judge.
    func load(_ judge: SnapshotChecker, folder: String) {
        var folder = folder
        if case .widget(let widget) = subject {
            folder = widget.artwork
            if case .views(let tree, _) = widget.template { judge.draw(by: tree, as: Self.viewName) }
        }
        if case .entries(let entries) = entries { judge.use(entries, folder: folder, as: Self.entryName) }
    }

    /// A text of everything on which the snapshot depends: two assertions with one name must have equal fingerprints.
    var fingerprint: String {
        let origin =
            switch entries {
            case .entries(let entries): "\(entries.map { $0.json.text() })"
            case .document(let document): "\(document)"
            }
        let what =
            switch subject {
            case .widget(let widget): "\(widget.template.text) \(widget.artwork)"
            case .lines(_, let bar, let settings, let moments): "\(bar) \(settings) \(moments)"
            case .timeline: "timeline"
            }
        let look = look.map { "\($0)" } ?? "\(timeZones)"
        let settings = "\(start.map(\.timeIntervalSince1970) ?? 0) \(values.sorted { $0.key < $1.key })"
        return "\(origin) \(what) \(words) \(look) \(settings) \(levels.map(\.rawValue).sorted())"
    }

    /// The source location of the code that made the node at a path of the tree; nil if no code made it.
    func code(at path: String) -> CodePlace? {
        guard case .widget(let widget) = subject, case .views(_, let places) = widget.template else { return nil }
        return places.nearest(to: path)
    }

    private static let entryName = "entry"
    /// The name of views in messages, in place of a file name.
    static let viewName = "view"
}

extension Widget.Template {
    fileprivate var text: String {
        switch self {
        case .file(let path): path
        case .kind(let kind): kind
        case .views(let tree, _): tree.text()
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
        AssertedSnapshot(
            subject: try subject(value), look: look, levels: levels, sensitivity: sensitivity, limits: limits, masks: masks, words: names,
            timeZones: timeZones, problem: problem, start: start, values: values)
    }
}
