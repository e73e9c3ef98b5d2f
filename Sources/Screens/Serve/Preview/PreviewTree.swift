import SubdialBasics
import SubdialDocuments
import SubdialLayout
import SubdialWidgets

/// The node tree of a widget with frames and source positions, in the page's JSON format.
struct PreviewTree {
    private let widget: PreparedWidget
    /// Points of the screen per point of the canvas.
    private let ratio: Double
    private var files: [String] = []

    /// The root nodes: the background and the content.
    static func json(_ widget: PreparedWidget) -> JSONValue {
        var tree = PreviewTree(widget)
        let roots = [widget.background, widget.layout].compactMap { $0 }.map { tree.json($0) }
        return .object([JSONMember("files", .array(tree.files.map { .string($0) })), JSONMember("roots", .array(roots))])
    }

    private init(_ widget: PreparedWidget) {
        self.widget = widget
        ratio = widget.size.width / widget.canvas.width
    }

    private mutating func json(_ node: PlacedNode) -> JSONValue {
        let (file, position) = widget.place(of: node.path)
        let index = files.firstIndex(of: file) ?? files.count
        if index == files.count { files.append(file) }
        var members = [
            JSONMember("name", .string(node.name)),
            JSONMember("frame", .array([node.frame.minX, node.frame.minY, node.frame.size.width, node.frame.size.height].map(number))),
            JSONMember("file", .integer(Int64(index))), JSONMember("line", .integer(Int64(position.line))),
            JSONMember("column", .integer(Int64(position.column))), JSONMember("path", .string(node.path)),
        ]
        if let id = node.id { members.append(JSONMember("id", .string(id))) }
        let detail = node.detail.drop { $0 == " " }
        if !detail.isEmpty { members.append(JSONMember("detail", .string(String(detail.prefix(200))))) }
        if !node.children.isEmpty { members.append(JSONMember("children", .array(node.children.map { json($0) }))) }
        return .object(members)
    }

    private func number(_ length: Double) -> JSONValue {
        let rounded = (length * ratio * 100).rounded() / 100
        return rounded == rounded.rounded() ? .integer(Int64(saturating: rounded)) : .double(rounded)
    }
}
