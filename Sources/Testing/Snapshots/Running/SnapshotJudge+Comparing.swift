import SubdialBasics
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialWidgets

extension SnapshotJudge {
    /// A picture that differs, with its reference.
    struct Compared {
        let result: PictureComparison
        let expected: StraightPixels
        let actual: StraightPixels
    }

    /// The comparison with the reference; nil if the pixels are equal.
    ///
    /// If the digests are equal, nothing is decoded.
    func compare(
        _ png: [UInt8], _ bitmap: Bitmap, _ masks: [PixelRect], _ snapshotCase: SnapshotSuite.Case, _ result: inout SnapshotCase
    ) throws(ImageError) -> Compared? {
        if let digest = ReferencePNG.digest(in: png), digest == PixelDigest(bitmap) { return nil }
        let (expected, actual) = (StraightPixels(try PNG.decodeStraight(png)), StraightPixels(bitmap))
        guard expected != actual else { return nil }
        let comparison = PictureComparer(sensitivity: snapshotCase.sensitivity, limits: snapshotCase.limits, masks: masks)
            .compare(expected, actual)
        result.counts = comparison.counts
        result.limits = snapshotCase.limits
        guard !comparison.passed else { return nil }
        result.message = comparison.message ?? ""
        return Compared(result: comparison, expected: expected, actual: actual)
    }

    /// The masks in pixels; node masks use the nodes' current frames.
    func masks(_ masks: [SnapshotMask], _ prepared: PreparedWidget, _ drawn: Drawn) -> [PixelRect] {
        let scale = Double(drawn.width) / max(1, drawn.canvas.width)
        func pixels(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
            // Bounded values prevent overflow; no picture is that large.
            let (x, y, width, height) = (x.bounded, y.bounded, width.bounded, height.bounded)
            let (left, top) = (Int(saturating: (x * scale).rounded(.down)), Int(saturating: (y * scale).rounded(.down)))
            let (right, bottom) = (
                Int(saturating: ((x + width) * scale).rounded(.up)), Int(saturating: ((y + height) * scale).rounded(.up))
            )
            return PixelRect(x: left, y: top, width: right - left, height: bottom - top).turned(drawn)
        }
        return masks.flatMap { mask -> [PixelRect] in
            switch mask {
            case .rectangle(let x, let y, let width, let height): [pixels(x, y, width, height)]
            case .node(let id):
                prepared.layout.frames(of: id).map { pixels($0.minX, $0.minY, $0.size.width, $0.size.height) }
            }
        }
    }

    /// The masks without a matching node in the widget.
    ///
    /// A single entry may lack the node, but the whole case should not.
    func unmatched(_ ids: Set<String>, _ prepared: PreparedWidget) -> [UnmatchedMask]? {
        ids.isEmpty ? nil : unmatched(ids, among: prepared.layout.ids.union(NodeLine.lines(prepared.expandedText).compactMap(\.id)))
    }

    /// The masks whose name is not in `known`.
    func unmatched(_ ids: Set<String>, among known: Set<String>) -> [UnmatchedMask]? {
        let unmatched = ids.subtracting(known).sorted().map { UnmatchedMask(node: $0, hint: Suggestion.hint(for: $0, among: known)) }
        return unmatched.isEmpty ? nil : unmatched
    }
}

extension PixelRect {
    /// The position of the rectangle in a picture that was rotated clockwise.
    fileprivate func turned(_ drawn: SnapshotJudge.Drawn) -> PixelRect {
        switch drawn.rotation {
        case .none: self
        case .quarter: PixelRect(x: drawn.height - y - height, y: x, width: height, height: width)
        case .half: PixelRect(x: drawn.width - x - width, y: drawn.height - y - height, width: width, height: height)
        case .threeQuarters: PixelRect(x: y, y: drawn.width - x - width, width: height, height: width)
        }
    }
}

extension PlacedNode {
    /// The ids of all nodes.
    var ids: Set<String> { children.reduce(into: id.map { [$0] } ?? []) { $0.formUnion($1.ids) } }

    /// The frames of all nodes with this id.
    func frames(of id: String) -> [Rect] {
        (self.id == id ? [frame] : []) + children.flatMap { $0.frames(of: id) }
    }
}

extension Double {
    /// The number limited to ±1,000,000; 0 for NaN.
    fileprivate var bounded: Double { isNaN ? 0 : min(max(self, -1e6), 1e6) }
}
