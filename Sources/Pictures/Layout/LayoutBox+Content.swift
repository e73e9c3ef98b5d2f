extension LayoutBox {
    /// The length of a shape, an image or a progress line along an axis without a proposal.
    static let idealLength = 10.0

    func measure(_ content: Content, _ proposal: ProposedSize) -> Dimensions {
        switch content {
        case .text(let text):
            let fitted = fit(text, proposal)
            return Dimensions(fitted.size, firstBaseline: fitted.metrics.firstBaseline, lastBaseline: fitted.metrics.lastBaseline)
        case .image(let image):
            if case .symbol = image.kind { return measurer.symbolSize(image) }
            return Dimensions(filling(proposal))
        case .shape, .levels, .fader, .pianoRoll, .gauge, .chart, .qrCode:
            return Dimensions(filling(proposal))
        case .progress(let progress):
            var size = filling(proposal)
            if progress.style == .linear { size.height = progress.lineWidth }
            return Dimensions(size)
        case .spacer(let minLength):
            return Dimensions(spacerSize(minLength ?? StackLayout.defaultSpacing, proposal))
        case .divider:
            // Across its stack; outside a stack, it is horizontal.
            var size = filling(proposal)
            size[surroundings.stackAxis ?? .vertical] = Divider.thickness
            return Dimensions(size)
        case .hstack, .vstack, .gridRow, .zstack:
            return arrange(content, proposal).dimensions
        case .grid(let alignment, let horizontal, let vertical, _):
            return GridLayout(alignment: alignment, horizontalSpacing: horizontal, verticalSpacing: vertical, children: children)
                .arrange(proposal).dimensions
        case .island(let island):
            return IslandLayout(island, children: children).arrange(proposal).dimensions
        case .viewThatFits(let axes, _):
            return child(thatFits: proposal, axes: axes)?.measure(proposal) ?? Dimensions(.zero)
        }
    }

    /// The arrangement of the children of a stack; empty for any other content.
    func arrange(_ content: Content, _ proposal: ProposedSize) -> Arrangement {
        switch content {
        case .hstack(let alignment, let spacing, _):
            StackLayout(axis: .horizontal, vertical: alignment, spacing: spacing, children: children).arrange(proposal)
        case .vstack(let alignment, let spacing, _):
            StackLayout(axis: .vertical, horizontal: alignment, spacing: spacing, children: children).arrange(proposal)
        case .gridRow(let alignment, _):
            // Outside a grid, it is an HStack.
            StackLayout(axis: .horizontal, vertical: alignment ?? .center, spacing: nil, children: children).arrange(proposal)
        case .zstack(let alignment, _):
            arrangeLayers(alignment, proposal)
        default:
            .empty
        }
    }

    private func filling(_ proposal: ProposedSize) -> Size {
        Size(max(0, proposal.width ?? Self.idealLength), max(0, proposal.height ?? Self.idealLength))
    }

    /// The size of a spacer: the proposed length along its stack; outside a stack, along both axes.
    private func spacerSize(_ least: Double, _ proposal: ProposedSize) -> Size {
        var size = Size.zero
        for axis in surroundings.stackAxis.map({ [$0] }) ?? Axis.allCases { size[axis] = max(proposal[axis] ?? 0, least) }
        return size
    }

    /// The first child whose ideal size is within `proposal` along `axes`, or else the last.
    func child(thatFits proposal: ProposedSize, axes: Set<Axis>) -> LayoutBox? {
        let fitting = children.first { child in
            var question = proposal
            for axis in axes { question[axis] = nil }
            let ideal = child.measure(question).size
            return axes.allSatisfy { axis in proposal[axis].map { ideal[axis] <= $0 + .noise } ?? true }
        }
        return fitting ?? children.last
    }

    /// Overlays the children, with their alignment guides on common lines.
    ///
    /// Only the children of the highest priority decide the size; the others may extend beyond it.
    private func arrangeLayers(_ alignment: Alignment, _ proposal: ProposedSize) -> Arrangement {
        guard let highest = children.lazy.map(\.priority).max() else { return .empty }
        let all = children.map { $0.measure(proposal) }
        var (across, down) = (GuideSpan(), GuideSpan())
        for (child, dimensions) in zip(children, all) where child.priority == highest {
            across.add(length: dimensions.size.width, guide: dimensions[alignment.horizontal])
            down.add(length: dimensions.size.height, guide: dimensions[alignment.vertical])
        }
        let origins = all.map { Point(across.offset(guide: $0[alignment.horizontal]), down.offset(guide: $0[alignment.vertical])) }
        var dimensions = Dimensions(Size(across.length, down.length))
        dimensions.takeGuides(from: all, at: origins)
        return Arrangement(dimensions: dimensions, origins: origins, proposals: children.map { _ in proposal })
    }
}
