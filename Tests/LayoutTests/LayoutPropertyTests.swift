import SubdialLayout
import SubdialTestSupport
import Testing

/// Tests of properties that every tree has.
@Suite struct LayoutPropertyTests {
    private static let offers: [ProposedSize] = [
        ProposedSize(nil, nil), ProposedSize(0, 0), ProposedSize(100, nil), ProposedSize(nil, 60), ProposedSize(170.5, 33.25),
        ProposedSize(0, 500),
    ]

    @Test(arguments: 0..<20 as Range<UInt64>)
    func ofRandomTrees(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let tree = RandomTree.node(depth: 4, &random)
            for offer in Self.offers {
                let size = engine().size(of: tree, in: offer)
                #expect(
                    size.width.isFinite && size.width >= 0 && size.height.isFinite && size.height >= 0, "\(size) of \(offer) for \(tree)")
                // A fixed frame around the tree has its exact size for any content.
                #expect(engine().size(of: tree.frame(31, 17), in: offer) == Size(31, 17))
            }
            let endless = engine().size(of: tree, in: ProposedSize(infinity, infinity))
            #expect(!endless.width.isNaN && !endless.height.isNaN, "\(tree)")
            let placed = engine(scale: 2).layOut(tree, in: Size(170, 80))
            #expect(placed == engine(scale: 2).layOut(tree, in: Size(170, 80)))
            for node in placed.all {
                let numbers = [node.frame.minX, node.frame.minY, node.frame.maxX, node.frame.maxY]
                #expect(numbers.allSatisfy(\.isFinite) && node.frame.size.width >= 0 && node.frame.size.height >= 0, "\(tree)")
                #expect(numbers.allSatisfy { ($0 * 2).rounded() == $0 * 2 }, "\(node.frame) is not on pixels")
            }
        }
    }

    /// The size of a tree equals the size of its placement, so that earlier measurements have no effect.
    @Test(arguments: 100..<110 as Range<UInt64>)
    func placedAsMeasured(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let tree = RandomTree.node(depth: 3, &random)
            let size = engine().size(of: tree, in: ProposedSize(120, 90))
            let frame = engine(scale: 1e6).layOut(tree, in: Size(120, 90), alignment: .topLeading).frame
            #expect(abs(frame.size.width - size.width) < 1e-5 && abs(frame.size.height - size.height) < 1e-5, "\(tree)")
        }
    }

    /// Each modifier follows its rule for any content.
    @Test(arguments: 200..<210 as Range<UInt64>)
    func modifiersKeepTheirRules(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let tree = RandomTree.node(depth: 3, &random)
            let limits = RandomTree.limits(&random)
            let insets = Insets(top: 1, leading: 2, bottom: 3, trailing: RandomTree.length(&random))
            for offer in Self.offers {
                let plain = engine().size(of: tree, in: offer)
                #expect(engine().size(of: tree.overlay(filler.padding(-9)), in: offer) == plain, "\(tree)")
                #expect(engine().size(of: tree.background(fixed(500, 500)), in: offer) == plain, "\(tree)")
                #expect(engine().size(of: tree.priority(3), in: offer) == plain, "\(tree)")
                #expect(engine().size(of: tree.turned.direction(.rightToLeft), in: offer) == plain, "\(tree)")

                let frame = engine().size(of: tree.with(.flexibleFrame(FlexibleFrame(horizontal: limits))), in: offer).width
                #expect(frame >= limits.minimum ?? 0, "\(limits) in \(offer) for \(tree)")
                #expect(frame <= max(limits.maximum ?? infinity, limits.minimum ?? 0), "\(limits) in \(offer) for \(tree)")

                let inner = ProposedSize(
                    offer.width.map { max(0, $0 - insets.total(along: .horizontal)) },
                    offer.height.map { max(0, $0 - insets.total(along: .vertical)) })
                let content = engine().size(of: tree, in: inner)
                let padded = engine().size(of: tree.with(.padding(insets)), in: offer)
                #expect(padded.width == content.width + insets.total(along: .horizontal), "\(tree)")
                #expect(padded.height == content.height + insets.total(along: .vertical), "\(tree)")

                let ideal = engine().size(of: tree, in: ProposedSize(nil, offer.height))
                #expect(engine().size(of: tree.fixedSize(true, false), in: offer) == ideal, "\(tree)")
            }
        }
    }

    /// No text is lower than a line, and no spacer shorter than its minimum, even if there is too little space.
    @Test(arguments: 300..<310 as Range<UInt64>)
    func leastSizes(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let trees = [RandomTree.node(depth: 3, &random), spacer(12), RandomTree.node(depth: 2, &random)]
            for content in [Content.hstack(alignment: .top, spacing: nil, trees), .vstack(alignment: .leading, spacing: 1, trees)] {
                let axis: Axis = if case .hstack = content { .horizontal } else { .vertical }
                let canvas = Size(RandomTree.length(&random), RandomTree.length(&random))
                let placed = engine().layOut(Node(content), in: canvas)
                #expect(placed.children[1].frame.size[axis] >= 12 - 0.01, "\(trees) in \(canvas)")
                for node in placed.all {
                    guard case .text(let text, let scale, let lines, let metrics) = node.drawn else { continue }  // lint: skips
                    #expect(metrics.lineCount >= 1 && metrics.lineCount <= lines ?? .max, "\(text)")
                    #expect(scale <= 1 && scale >= text.minimumScaleFactor && (scale * 40).rounded() == scale * 40, "\(text)")
                    #expect(node.frame.size.height >= 20 * scale - 0.01, "\(node.frame) for \(text)")
                }
            }
        }
    }
}
