import SubdialLayout
import SubdialTestSupport

/// Random trees with every content and modifier, deterministic for a seed.
enum RandomTree {
    static func node(depth: Int, _ random: inout SplitMix64) -> Node {
        var node = depth == 0 ? leaf(&random) : content(depth: depth, &random)
        for _ in 0..<Int.random(in: 0...2, using: &random) { node = node.with(modifier(depth: depth, &random)) }
        return node
    }

    private static func leaf(_ random: inout SplitMix64) -> Node {
        switch Int.random(in: 0..<10, using: &random) {
        case 8: gauge([.gauge, .circular].randomElement(using: &random) ?? .gauge)
        case 0: text("a", lineLimit: 1, widest: "abcdef")
        case 1: text("So What by Miles Davis", lineLimit: [nil, 1, 2].randomElement(using: &random) ?? nil, minimumScaleFactor: 0.5)
        case 2: symbol()
        case 3: artwork
        case 4: progress(ProgressContent.Style.allCases.randomElement(using: &random) ?? .linear)
        case 5: spacer([nil, 0, 20].randomElement(using: &random) ?? nil)
        case 6: divider
        case 7: levels
        default: filler
        }
    }

    private static func content(depth: Int, _ random: inout SplitMix64) -> Node {
        let nodes = (0..<Int.random(in: 0...3, using: &random)).map { _ in node(depth: depth - 1, &random) }
        let spacing: Double? = [nil, 0, 3.5].randomElement(using: &random) ?? nil
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            return Node(.hstack(alignment: VerticalAlignment.allCases.randomElement(using: &random) ?? .center, spacing: spacing, nodes))
        case 1:
            return Node(.vstack(alignment: HorizontalAlignment.allCases.randomElement(using: &random) ?? .center, spacing: spacing, nodes))
        case 2: return Node(.zstack(alignment: alignment(&random), nodes))
        case 3: return Node(.viewThatFits(axes: Bool.random(using: &random) ? [.horizontal] : [.horizontal, .vertical], nodes))
        case 4: return grid(depth: depth, spacing: spacing, &random)
        case 5: return island(depth: depth, &random)
        default: return leaf(&random)
        }
    }

    private static func grid(depth: Int, spacing: Double?, _ random: inout SplitMix64) -> Node {
        let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            guard Int.random(in: 0..<4, using: &random) > 0 else { return node(depth: depth - 1, &random) }
            let cells = (0..<Int.random(in: 0...3, using: &random)).map { _ in node(depth: depth - 2 < 0 ? 0 : depth - 2, &random) }
            let alignment: VerticalAlignment? = Bool.random(using: &random) ? nil : VerticalAlignment.allCases.randomElement(using: &random)
            return Node(.gridRow(alignment: alignment, cells))
        }
        return Node(.grid(alignment: alignment(&random), horizontalSpacing: spacing, verticalSpacing: spacing, rows))
    }

    private static func island(depth: Int, _ random: inout SplitMix64) -> Node {
        func region(_ random: inout SplitMix64) -> Node? {
            guard Bool.random(using: &random) else { return nil }
            let region = node(depth: depth - 1, &random)
            return Bool.random(using: &random) ? region : region.with(.belowIfTooWide)
        }
        return Node(
            .island(
                IslandContent(
                    leading: region(&random), trailing: region(&random), center: region(&random), bottom: region(&random),
                    camera: Size(40, 15), spacing: 4)))
    }

    private static func alignment(_ random: inout SplitMix64) -> Alignment {
        Alignment(
            HorizontalAlignment.allCases.randomElement(using: &random) ?? .center,
            VerticalAlignment.allCases.randomElement(using: &random) ?? .center)
    }

    static func length(_ random: inout SplitMix64) -> Double { Double(Int.random(in: 0...160, using: &random)) / 2 }

    static func limits(_ random: inout SplitMix64) -> FlexibleFrame.Limits {
        FlexibleFrame.Limits(
            minimum: Bool.random(using: &random) ? length(&random) : nil, ideal: Bool.random(using: &random) ? length(&random) : nil,
            maximum: [nil, length(&random), .infinity].randomElement(using: &random) ?? nil)
    }

    private static func modifier(depth: Int, _ random: inout SplitMix64) -> Modifier {
        switch Int.random(in: 0..<16, using: &random) {
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
        case 11: .gridCellColumns(Int.random(in: 0...3, using: &random))
        case 12: .layoutDirection(Bool.random(using: &random) ? .leftToRight : .rightToLeft)
        case 13: .gridColumnAlignment(HorizontalAlignment.allCases.randomElement(using: &random) ?? .leading)
        case 14: .mask(node(depth: max(0, depth - 2), &random), alignment: alignment(&random))
        default: .opacity(0.5)
        }
    }
}
