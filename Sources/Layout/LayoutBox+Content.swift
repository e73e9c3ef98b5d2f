extension LayoutBox {
    /// What a shape, a picture or a progress line takes along an axis for which nothing is offered.
    static let idealLength = 10.0

    func measure(_ content: Content, _ proposal: ProposedSize) -> Dimensions {
        switch content {
        case .text(let text):
            let fitted = fit(text, proposal)
            return Dimensions(fitted.size, firstBaseline: fitted.metrics.firstBaseline, lastBaseline: fitted.metrics.lastBaseline)
        case .image(let image):
            if case .symbol = image.source { return measurer.symbolSize(image) }
            return Dimensions(filling(proposal))
        case .shape:
            return Dimensions(filling(proposal))
        case .progress(let progress):
            var size = filling(proposal)
            if progress.style == .linear { size.height = progress.lineWidth }
            return Dimensions(size)
        case .spacer(let minLength):
            guard let stackAxis else { return Dimensions(filling(proposal, ideal: 0)) }
            var size = Size.zero
            size[stackAxis] = max(proposal[stackAxis] ?? 0, minLength ?? StackLayout.defaultSpacing)
            return Dimensions(size)
        case .divider:
            // Across its stack; outside a stack it lies flat.
            var size = filling(proposal)
            size[stackAxis ?? .vertical] = Divider.thickness
            return Dimensions(size)
        case .hstack(let alignment, let spacing, _):
            return StackLayout(axis: .horizontal, vertical: alignment, spacing: spacing, children: children).measure(proposal)
        case .vstack(let alignment, let spacing, _):
            return StackLayout(axis: .vertical, horizontal: alignment, spacing: spacing, children: children).measure(proposal)
        case .zstack(let alignment, _):
            return zstackFrames(alignment, proposal).dimensions
        case .levels: return Dimensions(filling(proposal))
        case .grid, .gridRow, .island: return Dimensions(filling(proposal))
        case .viewThatFits(let axes, _):
            return child(thatFits: proposal, axes: axes)?.measure(proposal) ?? Dimensions(.zero)
        }
    }

    private func filling(_ proposal: ProposedSize, ideal: Double = idealLength) -> Size {
        Size(max(0, proposal.width ?? ideal), max(0, proposal.height ?? ideal))
    }

    /// The first child whose ideal size is within `proposal` along `axes`, or else the last.
    func child(thatFits proposal: ProposedSize, axes: Set<Axis>) -> LayoutBox? {
        let fitting = children.first { child in
            var question = proposal
            for axis in axes { question[axis] = nil }
            let ideal = child.measure(question).size
            return axes.allSatisfy { axis in proposal[axis].map { ideal[axis] <= $0 } ?? true }
        }
        return fitting ?? children.last
    }

    /// The frames of a ZStack's children about their common point, from the top left corner of what they cover together.
    func zstackFrames(_ alignment: Alignment, _ proposal: ProposedSize) -> (frames: [Rect], dimensions: Dimensions) {
        guard !children.isEmpty else { return ([], Dimensions(.zero)) }
        let all = children.map { $0.measure(proposal) }
        let origins = all.map { Point(-$0[alignment.horizontal], -$0[alignment.vertical]) }
        // Only the children of the highest priority make the size.
        let highest = children.map(\.priority).max() ?? 0
        var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        for (index, child) in children.enumerated() where child.priority == highest {
            left = min(left, origins[index].x)
            top = min(top, origins[index].y)
            right = max(right, all[index].size.width.isFinite ? origins[index].x + all[index].size.width : .infinity)
            bottom = max(bottom, all[index].size.height.isFinite ? origins[index].y + all[index].size.height : .infinity)
        }
        let frames = zip(all, origins).map { Rect(origin: Point($1.x.distance(from: left), $1.y.distance(from: top)), size: $0.size) }
        var dimensions = Dimensions(Size(right - left, bottom - top))
        dimensions.takeBaselines(from: zip(all, frames).map { ($0, $1.minY) })
        return (frames, dimensions)
    }
}

extension Dimensions {
    /// Takes the topmost first and the lowest last baseline of the children, each with its distance from the top.
    mutating func takeBaselines(from children: [(Dimensions, Double)]) {
        firstBaseline = children.compactMap { child, top in child.firstBaseline.map { $0 + top } }.min()
        lastBaseline = children.compactMap { child, top in child.lastBaseline.map { $0 + top } }.max()
    }
}
