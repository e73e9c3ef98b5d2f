import Feeds
import JSON
import Layout
import Snapshots
import Timeline
import Widgets

/// A value as a strategy shows it: what a judge is asked about.
struct AssertedSnapshot {
    let subject: SnapshotSubject
    let look: WidgetLook?
    let levels: Set<SnapshotLevel>
    let sensitivity: PixelSensitivity
    let limits: PictureLimits
    let masks: [SnapshotMask]
    /// The words that names end with.
    let words: [String]

    /// The case of a suite that this would be.
    func suiteCase(_ id: String) -> SnapshotSuite.Case {
        var result = SnapshotSuite.Case(
            id: id, sensitivity: sensitivity, limits: limits, masks: masks, levels: levels.intersection(SnapshotLevel.ofWidgets))
        // A device that is named keeps its pixels of a point on a panel of another size.
        result.matrix.devices = look?.device.map { [$0.id] }
        switch subject {
        case .widget(let widget):
            switch widget.template {
            case .file(let path): result.template = path
            case .kind(let kind): result.kind = kind
            case .views: result.template = Self.viewName
            }
        case .lines(_, _, let settings, let moments):
            result.lineSettings = settings
            result.matrix.moments = moments
        case .timeline: break
        }
        return result
    }

    /// The snapshot of a suite that this would be.
    ///
    /// - Parameter catalog: The devices that there are.
    func spec(_ id: String, _ catalog: DeviceCatalog) throws -> SnapshotSpec {
        switch subject {
        case .lines(_, let bar, _, _): return SnapshotSpec(id: id, entry: Self.entryName, content: .lines(bar: bar))
        case .timeline: return SnapshotSpec(id: id, entry: Self.entryName, content: .timeline)
        case .widget:
            guard let look else { throw AssertedLookError() }
            try look.check()
            let device = try look.device.map { try catalog.device($0.id) } ?? catalog.standardDevice(for: look.family)
            return SnapshotSpec(
                id: id, entry: Self.entryName, family: look.family.rawValue, device: device.id, appearance: look.appearance.rawValue,
                mode: look.mode.rawValue, theme: look.theme, typeSize: look.typeSize?.rawValue, language: look.language,
                placement: look.placement.rawValue, direction: look.direction?.rawValue, redaction: look.redaction?.rawValue,
                details: look.details)
        }
    }

    /// Gives a judge what the snapshot shows.
    func show(_ judge: SnapshotJudge, folder: String) {
        switch subject {
        case .widget(let widget):
            judge.show(widget.entries, folder: widget.artwork, as: Self.entryName)
            if case .views(let tree, _) = widget.template { judge.draw(by: tree, as: Self.viewName) }
        case .lines(let entries, _, _, _), .timeline(let entries): judge.show(entries, folder: folder, as: Self.entryName)
        }
    }

    /// All that the snapshot depends on, as a text: two assertions with one name have to show the same.
    var fingerprint: String {
        let entries: [Entry]
        let what: String
        switch subject {
        case .widget(let widget):
            entries = widget.entries
            what = "\(widget.template.text) \(widget.artwork)"
        case .lines(let all, let bar, let settings, let moments): (entries, what) = (all, "\(bar) \(settings) \(moments)")
        case .timeline(let all): (entries, what) = (all, "timeline")
        }
        let look = look.map { "\($0)" } ?? ""
        return "\(entries.map { $0.json.text() }) \(what) \(words) \(look) \(levels.map(\.rawValue).sorted())"
    }

    /// The code that made the node at a path of the tree; nil for what no code has made.
    func code(at path: String) -> CodePlace? {
        guard case .widget(let widget) = subject, case .views(_, let places) = widget.template else { return nil }
        return places.nearest(to: path)
    }

    private static let entryName = "entry"
    /// The name of views in messages, in place of a file's.
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

/// A strategy for widgets without a look: one that was made by no function of this library.
struct AssertedLookError: Error, CustomStringConvertible {
    var description: String { "the strategy has no family" }
}

extension SnapshotStrategy {
    /// A value as this strategy shows it.
    func asserted(_ value: Value) throws -> AssertedSnapshot {
        AssertedSnapshot(
            subject: try subject(value), look: look, levels: levels, sensitivity: sensitivity, limits: limits, masks: masks, words: names)
    }
}
