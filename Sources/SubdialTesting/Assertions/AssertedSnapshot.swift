import Feeds
import JSON
import Layout
import Snapshots
import Timeline
import Widgets

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

    /// The equivalent case of a suite.
    func suiteCase(_ id: String) -> SnapshotSuite.Case {
        var result = SnapshotSuite.Case(
            id: id, sensitivity: sensitivity, limits: limits, masks: masks, levels: levels.intersection(SnapshotLevel.ofWidgets))
        // A specified device keeps its scale on a panel of another size.
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

    /// The equivalent snapshot of a suite.
    ///
    /// - Parameter catalog: The available devices.
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

    /// Passes the entries and views of the snapshot to a judge.
    func show(_ judge: SnapshotJudge, folder: String) {
        switch subject {
        case .widget(let widget):
            judge.show(widget.entries, folder: widget.artwork, as: Self.entryName)
            if case .views(let tree, _) = widget.template { judge.draw(by: tree, as: Self.viewName) }
        case .lines(let entries, _, _, _), .timeline(let entries): judge.show(entries, folder: folder, as: Self.entryName)
        }
    }

    /// A text of everything on which the snapshot depends: two assertions with one name must have equal fingerprints.
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
            subject: try subject(value), look: look, levels: levels, sensitivity: sensitivity, limits: limits, masks: masks, words: names)
    }
}
