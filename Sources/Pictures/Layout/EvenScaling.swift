extension LayoutBox {
    /// The view that a modifier modifies, which gets `proposal`: with `scalesTogether` the one whose texts have one scale.
    func modified(by modifier: Modifier, in proposal: ProposedSize) -> LayoutBox {
        guard case .scalesTogether = modifier else { return children[0] }
        if let known = evenlyScaled.first(where: { $0.proposal == proposal }) { return known.box }
        let box = children[0].evenlyScaled(in: proposal)
        evenlyScaled.append((proposal, box))
        return box
    }

    /// The number of layouts after which the scales of texts are what they are.
    private static let mostAttempts = 4

    /// The view with the scale of the text that shrinks most as the greatest of all.
    ///
    /// Smaller texts leave more space to the others, so that one layout is nearly always enough.
    private func evenlyScaled(in proposal: ProposedSize) -> LayoutBox {
        var (box, greatest) = (self, 1.0)
        for _ in 0..<Self.mostAttempts {
            let placed = Placing(direction: surroundings.direction, scale: surroundings.scale, width: 0)
                .place(box, at: .zero, proposal: proposal)
            guard let least = placed.leastTextScale, least < greatest else { break }
            greatest = least
            box = limited(toTextScale: greatest)
        }
        return box
    }
}

extension PlacedNode {
    /// The least scale of the texts that may shrink; nil without such a text.
    fileprivate var leastTextScale: Double? {
        var least = children.compactMap(\.leastTextScale).min()
        if case .text(let text, let scale, _, _) = drawn, text.minimumScaleFactor < 1, !text.text.isEmpty {
            least = min(least ?? scale, scale)
        }
        return least
    }
}
