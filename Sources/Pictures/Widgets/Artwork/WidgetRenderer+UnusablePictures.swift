import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialLayout

extension WidgetRenderer {
    /// Messages about the unusable pictures of a drawn widget, one per picture; each is replaced by a placeholder.
    ///
    /// - Parameter countsAddresses: True to report pictures given by URL too; that of a live entry may still be loading.
    public func unusablePictures(of widget: PreparedWidget, countsAddresses: Bool = false) -> [String] {
        guard let folder = widget.folder else { return [] }
        var names: [String] = []
        var own = widget.entry.cover?.picture?.location
        // With the cover in memory, its location does not matter.
        if case .memory? = widget.cover { own = nil }
        for node in [widget.layout, widget.background, widget.label].compactMap({ $0 }) {
            node.collectPictures(of: own, into: &names)
        }
        return names.compactMap { name in
            let isAddress = name.contains("://") && !name.hasPrefix("file://")
            let shown = name.limited(to: 200)
            if isAddress { return countsAddresses ? "\(shown): a picture is a file here; a placeholder stands in its place" : nil }
            return artwork.problem(with: name, relativeTo: folder).map { "\(shown): \($0); a placeholder stands in its place" }
        }
    }
}

extension PlacedNode {
    /// Adds the names of the pictures that images show, without duplicates.
    ///
    /// - Parameter own: The picture of the entry itself.
    fileprivate func collectPictures(of own: String?, into names: inout [String]) {
        if case .image(let image) = drawn, case .artwork(_, let owner) = image.kind {
            let name = owner == nil ? own : owner?.artwork
            if let name, !name.isEmpty, !names.contains(name) { names.append(name) }
        }
        for child in children { child.collectPictures(of: own, into: &names) }
    }
}
