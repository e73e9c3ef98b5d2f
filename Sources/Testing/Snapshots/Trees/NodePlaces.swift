import SubdialLayout
import SubdialTemplates
import SubdialWidgets

/// Where a template defines the nodes of a widget's tree or layout.
struct NodePlaces {
    /// The location in the template, such as `body.HStack[1].Text`, by the key of the node's line.
    private let paths: [String: String]

    /// The places of the lines of `text`.
    ///
    /// - Parameter paths: The locations of the lines; if they are not one for each line, no place is known.
    init(_ text: String, _ paths: [String]) {
        let lines = NodeLine.lines(text)
        self.paths =
            lines.count == paths.count ? Dictionary(zip(lines.map(\.key), paths)) { first, _ in first } : [:]
    }

    /// The location of the node that most likely is the cause of changes.
    ///
    /// A tree's first change is that of the template. In a layout, the nodes around a changed one change too, and come before it: the cause is
    /// the innermost one.
    func cause(of changes: [SnapshotChange], at level: SnapshotLevel) -> SnapshotChange? {
        var known = changes.filter { $0.node.flatMap { paths[$0] } != nil }[...]
        guard var cause = known.popFirst() else { return nil }
        while level == .layout, let next = known.popFirst(), let outer = path(of: cause), path(of: next)?.hasPrefix(outer) == true {
            cause = next
        }
        return cause
    }

    /// The location of a change's node; nil if it is not known.
    func path(of change: SnapshotChange) -> String? { change.node.flatMap { paths[$0] } }
}
