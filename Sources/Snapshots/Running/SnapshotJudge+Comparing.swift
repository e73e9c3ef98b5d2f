import Drawing
import Expressions
import Layout
import Numbers
import Widgets

extension SnapshotJudge {
    /// A picture that differs, with the one it should be.
    struct Compared {
        let result: PictureComparison
        let expected: StraightPixels
    }

    /// The comparison with the reference; nil where the picture is what it should be.
    ///
    /// Where the digests are equal, nothing is decoded.
    func compare(
        _ png: [UInt8], _ picture: Picture, _ masks: [PixelRect], _ snapshotCase: SnapshotSuite.Case, _ result: inout SnapshotCase
    ) throws(ImageError) -> Compared? {
        if let digest = ReferencePNG.digest(in: png), digest == PixelDigest(picture.bitmap) { return nil }
        let (expected, actual) = (StraightPixels(try PNG.decodeStraight(png)), StraightPixels(picture.bitmap))
        guard expected != actual else { return nil }
        let comparison = PictureComparer(sensitivity: snapshotCase.sensitivity, limits: snapshotCase.limits, masks: masks)
            .compare(expected, actual)
        result.counts = comparison.counts
        result.limits = snapshotCase.limits
        guard !comparison.passed else { return nil }
        result.message = comparison.message ?? ""
        return Compared(result: comparison, expected: expected)
    }

    /// Masks in pixels; those of nodes from where the nodes stand now.
    func masks(_ masks: [SnapshotMask], _ prepared: PreparedWidget, _ picture: Picture) -> [PixelRect] {
        let scale = Double(picture.bitmap.width) / max(1, picture.canvas.width)
        func pixels(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
            let (left, top) = (Int(saturating: (x * scale).rounded(.down)), Int(saturating: (y * scale).rounded(.down)))
            let (right, bottom) = (
                Int(saturating: ((x + width) * scale).rounded(.up)), Int(saturating: ((y + height) * scale).rounded(.up))
            )
            return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
        }
        return masks.flatMap { mask -> [PixelRect] in
            switch mask {
            case .rectangle(let x, let y, let width, let height): [pixels(x, y, width, height)]
            case .node(let id):
                prepared.layout.frames(of: id).map { pixels($0.minX, $0.minY, $0.size.width, $0.size.height) }
            }
        }
    }

    /// The masks whose node the widget does not have: an entry may have none of it, a whole case should.
    func unmatched(_ ids: Set<String>, _ prepared: PreparedWidget) -> [UnmatchedMask]? {
        guard !ids.isEmpty else { return nil }
        let known = prepared.layout.ids.union(NodeLine.lines(prepared.expandedText).compactMap(\.id))
        let unmatched = ids.subtracting(known).sorted().map { UnmatchedMask(node: $0, hint: Suggestion.hint(for: $0, among: known)) }
        return unmatched.isEmpty ? nil : unmatched
    }
}

extension PlacedNode {
    /// The ids of all nodes.
    var ids: Set<String> { children.reduce(into: id.map { [$0] } ?? []) { $0.formUnion($1.ids) } }

    /// Where the nodes with this id stand.
    func frames(of id: String) -> [Layout.Rect] {
        (self.id == id ? [frame] : []) + children.flatMap { $0.frames(of: id) }
    }
}
