import SubdialBasics
import SubdialLayout
import SubdialTimeline

extension WidgetPlace {
    /// Sets the height to the ideal height of the content, within the allowed range.
    ///
    /// - Returns: The effect on the content; nil if it gets its ideal height, or if the height is fixed.
    mutating func fit(_ body: Node, measurer: PangoMeasurer, scale: Double) -> ActivityHeight.Diagnostic? {
        guard let heights else { return nil }
        let wanted = LayoutEngine(measurer: measurer, scale: scale).size(of: body, in: ProposedSize(canvas.width, nil)).height
        let height = ActivityHeight(wanted: wanted.rounded(.up), allowed: heights)
        canvas.height = height.points
        size = Size(canvas.width * magnification, canvas.height * magnification)
        return height.diagnostic
    }

    /// The alignment of content that is higher than its place: its upper part is visible.
    var overflowAlignment: Alignment { Alignment(.center, .top) }
}

extension ActivityPresentation {
    /// True for a part of the Dynamic Island.
    var isIsland: Bool {
        switch self {
        case .compactLeading, .compactTrailing, .minimal, .expanded, .island: true
        case .lockScreen, .smartStack, .carPlay: false
        }
    }

    /// Checks for images larger than their presentation, which prevent an activity from starting.
    ///
    /// - Throws: `WidgetError.tooLarge`.
    func check(_ layout: PlacedNode, in place: WidgetPlace) throws(WidgetError) {
        let limit = place.canvas
        guard let image = layout.firstImage(largerThan: limit) else { return }
        func text(_ value: Double) -> String { value == value.rounded() ? "\(Int(saturating: value))" : "\((value * 100).rounded() / 100)" }
        throw .tooLarge(
            presentation: rawValue, path: image.path, width: image.frame.size.width, height: image.frame.size.height,
            limit: "\(text(limit.width)) × \(text(limit.height)) pt")
    }
}

extension PlacedNode {
    fileprivate func firstImage(largerThan limit: Size) -> PlacedNode? {
        if case .image = drawn, frame.size.width > limit.width + 0.5 || frame.size.height > limit.height + 0.5 { return self }
        for child in children { if let found = child.firstImage(largerThan: limit) { return found } }
        return nil
    }
}
