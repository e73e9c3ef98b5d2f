import Layout
import TestSupport
import Testing

/// What holds of any tree.
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
                // A fixed frame around it is exact whatever it does.
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

    /// A tree's size is what it is placed with, so nothing depends on what was measured before.
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
}

/// Trees of every content and modifier, the same for the same seed.
private enum RandomTree {
    static func node(depth: Int, _ random: inout SplitMix64) -> Node {
        var node = depth == 0 ? leaf(&random) : content(depth: depth, &random)
        for _ in 0..<Int.random(in: 0...2, using: &random) { node = node.with(modifier(depth: depth, &random)) }
        return node
    }

    private static func leaf(_ random: inout SplitMix64) -> Node {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: text("a", lineLimit: 1, widest: "abcdef")
        case 1: text("So What by Miles Davis", lineLimit: [nil, 1, 2].randomElement(using: &random) ?? nil, minimumScaleFactor: 0.5)
        case 2: symbol()
        case 3: artwork
        case 4: progress(ProgressContent.Style.allCases.randomElement(using: &random) ?? .linear)
        case 5: spacer([nil, 0, 20].randomElement(using: &random) ?? nil)
        case 6: divider
        default: filler
        }
    }

    private static func content(depth: Int, _ random: inout SplitMix64) -> Node {
        let nodes = (0..<Int.random(in: 0...3, using: &random)).map { _ in node(depth: depth - 1, &random) }
        let spacing: Double? = [nil, 0, 3.5].randomElement(using: &random) ?? nil
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            return Node(.hstack(alignment: VerticalAlignment.allCases.randomElement(using: &random) ?? .center, spacing: spacing, nodes))
        case 1:
            return Node(.vstack(alignment: HorizontalAlignment.allCases.randomElement(using: &random) ?? .center, spacing: spacing, nodes))
        case 2: return Node(.zstack(alignment: alignment(&random), nodes))
        case 3: return Node(.viewThatFits(axes: Bool.random(using: &random) ? [.horizontal] : [.horizontal, .vertical], nodes))
        default: return leaf(&random)
        }
    }

    private static func alignment(_ random: inout SplitMix64) -> Alignment {
        Alignment(
            HorizontalAlignment.allCases.randomElement(using: &random) ?? .center,
            VerticalAlignment.allCases.randomElement(using: &random) ?? .center)
    }

    private static func length(_ random: inout SplitMix64) -> Double { Double(Int.random(in: 0...160, using: &random)) / 2 }

    private static func limits(_ random: inout SplitMix64) -> FlexibleFrame.Limits {
        FlexibleFrame.Limits(
            minimum: Bool.random(using: &random) ? length(&random) : nil, ideal: Bool.random(using: &random) ? length(&random) : nil,
            maximum: [nil, length(&random), .infinity].randomElement(using: &random) ?? nil)
    }

    private static func modifier(depth: Int, _ random: inout SplitMix64) -> Modifier {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .padding(Insets(top: length(&random) / 8, leading: -3, bottom: 2, trailing: length(&random) / 8))
        case 1: .frame(width: length(&random), height: Bool.random(using: &random) ? length(&random) : nil, alignment: alignment(&random))
        case 2, 3:
            .flexibleFrame(FlexibleFrame(horizontal: limits(&random), vertical: limits(&random), alignment: alignment(&random)))
        case 4: .fixedSize(horizontal: Bool.random(using: &random), vertical: Bool.random(using: &random))
        case 5: .aspectRatio(0.5 + length(&random) / 40, Bool.random(using: &random) ? .fit : .fill)
        case 6: .layoutPriority(Double(Int.random(in: -2...2, using: &random)))
        case 7: .verticalGuide(VerticalAlignment.allCases.randomElement(using: &random) ?? .top, length(&random))
        case 8: .horizontalGuide(HorizontalAlignment.allCases.randomElement(using: &random) ?? .leading, length(&random))
        case 9: .background(leaf(&random), alignment: alignment(&random))
        case 10: .overlay(node(depth: max(0, depth - 2), &random), alignment: alignment(&random))
        default: .opacity(0.5)
        }
    }
}
