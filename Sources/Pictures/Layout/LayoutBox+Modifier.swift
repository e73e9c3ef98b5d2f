extension LayoutBox {
    func measure(_ modifier: Modifier, _ proposal: ProposedSize) -> Dimensions {
        let child = children[0]
        let inner = child.measure(childProposal(modifier, proposal))
        let size = ownSize(modifier, proposal, child: inner.size)
        var dimensions = inner
        dimensions.size = size
        let origin = childOrigin(modifier, own: size, child: inner)
        dimensions.firstBaseline = inner.firstBaseline.map { $0 + origin.y }
        dimensions.lastBaseline = inner.lastBaseline.map { $0 + origin.y }
        dimensions.guides = inner.guides?.moved(by: origin)
        switch modifier {
        case .verticalGuide(let alignment, let offset):
            dimensions.guides = dimensions.guides ?? AlignmentGuides()
            dimensions.guides?.vertical[alignment] = inner[alignment] + offset
        case .horizontalGuide(let alignment, let offset):
            dimensions.guides = dimensions.guides ?? AlignmentGuides()
            dimensions.guides?.horizontal[alignment] = inner[alignment] + offset
        case .layoutDirection where turnsDirection: dimensions.guides = inner.mirrored.guides
        default: break
        }
        return dimensions
    }

    /// The proposal that a modifier passes to its child for its own `proposal`.
    func childProposal(_ modifier: Modifier, _ proposal: ProposedSize) -> ProposedSize {
        switch modifier {
        case .padding(let insets):
            return ProposedSize(
                proposal.width.map { max(0, $0 - insets.total(along: .horizontal)) },
                proposal.height.map { max(0, $0 - insets.total(along: .vertical)) })
        case .frame(let width, let height, _):
            return ProposedSize(width ?? proposal.width, height ?? proposal.height)
        case .flexibleFrame(let frame):
            return ProposedSize(frame.horizontal.childProposal(proposal.width), frame.vertical.childProposal(proposal.height))
        case .fixedSize(let horizontal, let vertical):
            return ProposedSize(horizontal ? nil : proposal.width, vertical ? nil : proposal.height)
        case .aspectRatio(let ratio, let mode):
            return Self.proposal(proposal, withRatio: ratio, mode: mode)
        default:
            return proposal
        }
    }

    private func ownSize(_ modifier: Modifier, _ proposal: ProposedSize, child: Size) -> Size {
        switch modifier {
        case .padding(let insets):
            Size(max(0, child.width + insets.total(along: .horizontal)), max(0, child.height + insets.total(along: .vertical)))
        case .frame(let width, let height, _):
            Size(width ?? child.width, height ?? child.height)
        case .flexibleFrame(let frame):
            Size(frame.horizontal.length(proposal.width, child: child.width), frame.vertical.length(proposal.height, child: child.height))
        default:
            child
        }
    }

    /// The child's top left corner in the frame of the modifier.
    func childOrigin(_ modifier: Modifier, own: Size, child: Dimensions) -> Point {
        switch modifier {
        case .padding(let insets): Point(insets.leading, insets.top)
        case .frame(_, _, let alignment): Self.origin(of: child, in: Dimensions(own), alignment)
        case .flexibleFrame(let frame): Self.origin(of: child, in: Dimensions(own), frame.alignment)
        default: .zero
        }
    }

    /// The origin of `inner` in `outer` at which their guides of `alignment` coincide.
    static func origin(of inner: Dimensions, in outer: Dimensions, _ alignment: Alignment) -> Point {
        Point(
            outer[alignment.horizontal].distance(from: inner[alignment.horizontal]),
            outer[alignment.vertical].distance(from: inner[alignment.vertical]))
    }

    private static func proposal(_ proposal: ProposedSize, withRatio ratio: Double, mode: Modifier.ContentMode) -> ProposedSize {
        guard ratio > 0, proposal.width != nil || proposal.height != nil else { return proposal }
        let byWidth = proposal.width ?? .infinity
        let byHeight = (proposal.height ?? .infinity) * ratio
        let width: Double
        switch mode {
        case .fit: width = min(byWidth, byHeight)
        // An axis without a proposal is ignored. SwiftUI requests an infinite length, which no widget can show.
        case .fill: width = max(proposal.width ?? 0, proposal.height.map { $0 * ratio } ?? 0)
        }
        return ProposedSize(width, width / ratio)
    }
}

extension FlexibleFrame.Limits {
    fileprivate func childProposal(_ proposal: Double?) -> Double? {
        guard let wanted = proposal ?? ideal else { return nil }
        return wanted.clamped(minimum ?? -.infinity, max(maximum ?? .infinity, minimum ?? -.infinity))
    }

    fileprivate func length(_ proposal: Double?, child: Double) -> Double {
        guard let proposal else { return (ideal ?? child).clamped(minimum ?? -.infinity, max(maximum ?? .infinity, minimum ?? -.infinity)) }
        let offered = childProposal(proposal) ?? proposal
        switch (minimum, maximum) {
        case (let low?, let high?): return proposal.clamped(low, max(low, high))
        case (let low?, nil): return max(min(offered, child), low)
        case (nil, let high?): return min(max(offered, child), high)
        case (nil, nil): return child
        }
    }
}
