import SubdialBasics
import SubdialDocuments
import SubdialLayout

/// The node tree of a widget with frames and source positions, in the JSON format of the preview's page.
package struct PreviewTree {
    /// A position in a source.
    package struct Place {
        /// The path of the file; empty if it is not known.
        package var file = ""
        package var line = 0
        package var column = 0

        /// No position.
        package init() {}

        /// A position in a file.
        package init(file: String, line: Int, column: Int) { (self.file, self.line, self.column) = (file, line, column) }
    }

    private let place: (_ path: String) -> Place
    /// Points of the screen per point of the canvas.
    private let ratio: Double
    private var files: [String] = []

    /// The root nodes: the background and the content.
    ///
    /// - Parameter place: The position of the node with a path.
    package static func json(_ widget: PreparedWidget, place: @escaping (_ path: String) -> Place) -> JSONValue {
        var tree = PreviewTree(place: place, ratio: widget.size.width / widget.canvas.width)
        let roots = [widget.background, widget.layout].compactMap { $0 }.map { tree.json($0) }
        return .object([JSONMember("files", .array(tree.files.map { .string($0) })), JSONMember("roots", .array(roots))])
    }

    private init(place: @escaping (_ path: String) -> Place, ratio: Double) { (self.place, self.ratio) = (place, ratio) }

    private mutating func json(_ node: PlacedNode) -> JSONValue {
        let place = place(node.path)
        let index = files.firstIndex(of: place.file) ?? files.count
        if index == files.count { files.append(place.file) }
        var members = [
            JSONMember("name", .string(node.name)),
            JSONMember("frame", .array([node.frame.minX, node.frame.minY, node.frame.size.width, node.frame.size.height].map(number))),
            JSONMember("file", .integer(Int64(index))), JSONMember("line", .integer(Int64(place.line))),
            JSONMember("column", .integer(Int64(place.column))), JSONMember("path", .string(node.path)),
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

extension PreparedWidget {
    /// Pixels per point.
    package var scale: Double { environment.scale }
    /// The device on which it is drawn.
    package var deviceID: String { environment.device.id }
}

extension PlacedNode {
    /// What a screen reader says of the node, in the order of reading, without what changes by itself.
    package var texts: [String] {
        spoken.filter { !$0.isLive }.flatMap { [$0.label, $0.value ?? ""] }.filter { !$0.isEmpty }
    }
}
