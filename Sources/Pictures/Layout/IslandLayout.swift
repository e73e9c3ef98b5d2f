/// The layout of the regions of an expanded Dynamic Island around the camera.
///
/// The camera keeps the centre of the top edge. Leading and trailing are beside it, centre is below it between the two, and bottom is below
/// all of them over the full width. A side that is too wide for its place beside the camera moves below the centre if it sets
/// `belowIfTooWide`; otherwise it is limited to its half.
struct IslandLayout {
    /// A region at its position, relative to the island's top leading corner.
    struct PlacedRegion {
        let region: IslandRegion
        let box: LayoutBox
        var origin: Point
        var proposal: ProposedSize
    }

    /// Regions side by side, each with its proposed width.
    private struct Row {
        var cells: [(region: IslandRegion, box: LayoutBox, width: Double)] = []
        /// The height of the camera at the top edge of the row.
        var camera = 0.0

        var priority: Double { cells.lazy.map(\.box.priority).max() ?? 0 }

        /// The height of the row for a proposed height.
        func height(_ offered: Double?) -> Double {
            cells.map { $0.box.measure(proposal($0, offered)).size.height + top(of: $0.region) }.reduce(camera, max)
        }

        func proposal(_ cell: (region: IslandRegion, box: LayoutBox, width: Double), _ height: Double?) -> ProposedSize {
            ProposedSize(cell.width, height.map { max(0, $0 - top(of: cell.region)) })
        }

        /// The distance of a region from the top of the row: the centre is below the camera.
        func top(of region: IslandRegion) -> Double { region == .center ? camera : 0 }

        /// The proposals for the cells: leading and trailing share the height of the higher one, all others get the height of the row.
        func proposals(_ offered: Double?) -> [ProposedSize] {
            let sides = cells.filter { $0.region.isSide }.map { $0.box.measure(proposal($0, offered)).size.height }.max()
            return cells.map { proposal($0, $0.region.isSide ? sides : offered) }
        }
    }

    private let island: IslandContent
    private let boxes: [IslandRegion: LayoutBox]

    /// Creates the layout of `island`, whose regions are `children`.
    init(_ island: IslandContent, children: [LayoutBox]) {
        self.island = island
        boxes = Dictionary(uniqueKeysWithValues: zip(island.regions.map(\.region), children))
    }

    func arrange(_ proposal: ProposedSize) -> (dimensions: Dimensions, regions: [PlacedRegion]) {
        let offered = proposal.width ?? idealWidth
        // For an infinite width, the regions get their ideal width.
        let width = offered.isFinite ? max(0, offered) : idealWidth
        let rows = self.rows(width)
        let tops = rows.indices.map { index in rows[..<index].contains { !$0.cells.isEmpty } ? island.spacing : 0 }
        let heights: [Double?] =
            proposal.height.map { height in
                LengthSharing(priorities: rows.map(\.priority)) { rows[$0].height($1) }.shares(of: height - tops.reduce(0, +))
            } ?? rows.map { _ in nil }
        var regions: [PlacedRegion] = []
        var (measured, origins): ([Dimensions], [Point]) = ([], [])
        var top = 0.0
        for (index, row) in rows.enumerated() {
            top += tops[index]
            let proposals = row.proposals(heights[index])
            let answers = zip(row.cells, proposals).map { $0.box.measure($1) }
            let lefts = self.lefts(row, answers.map(\.size.width), in: width)
            for (cell, left) in zip(row.cells.indices, lefts) {
                let origin = Point(left, top + row.top(of: row.cells[cell].region))
                regions.append(
                    PlacedRegion(region: row.cells[cell].region, box: row.cells[cell].box, origin: origin, proposal: proposals[cell]))
                measured.append(answers[cell])
                origins.append(origin)
            }
            top += row.height(heights[index])
        }
        var dimensions = Dimensions(Size(max(0, offered), top))
        dimensions.adoptGuides(from: measured, at: origins)
        return (dimensions, regions)
    }

    /// The width for the wider side on both sides of the camera, and for the regions below.
    private var idealWidth: Double {
        func ideal(_ region: IslandRegion) -> Double { boxes[region]?.measure(.unspecified).size.width ?? 0 }
        return max(island.camera.width + 2 * max(ideal(.leading), ideal(.trailing)), ideal(.center), ideal(.bottom))
    }

    /// The rows: the regions beside and below the camera, the sides moved below the centre, and the bottom.
    private func rows(_ width: Double) -> [Row] {
        let sides = boxes.filter { $0.key.isSide }
        let first = widths(beside: sides, in: width)
        let below = sides.filter { region, box in
            box.isBelowIfTooWide && box.measure(.unspecified).size.width > (first[region] ?? 0) + .noise
        }
        let beside = sides.filter { below[$0.key] == nil }
        let besideWidths = below.isEmpty ? first : widths(beside: beside, in: width)
        let belowWidths = shares(of: width - (below.count > 1 ? island.spacing : 0), among: below, most: width)
        var rows = [row(of: [.leading, .trailing, .center], besideWidths)]
        rows[0].camera = island.camera.height
        if !below.isEmpty { rows.append(row(of: [.leading, .trailing], belowWidths)) }
        if boxes[.bottom] != nil { rows.append(row(of: [.bottom], [.bottom: width])) }
        return rows
    }

    private func row(of regions: [IslandRegion], _ widths: [IslandRegion: Double]) -> Row {
        Row(
            cells: regions.compactMap { region in
                guard let box = boxes[region], let width = widths[region] else { return nil }
                return (region, box, width)
            })
    }

    /// The proposed widths of the centre and of the sides beside the camera.
    ///
    /// The centre is measured first. It is proposed the width between two sides that both have the minimum width of the wider one; the sides
    /// get the remainder.
    private func widths(beside sides: [IslandRegion: LayoutBox], in width: Double) -> [IslandRegion: Double] {
        let least = sides.values.lazy.filter { !$0.isBelowIfTooWide }.map { $0.leastWidth }.max() ?? 0
        // The camera is a neighbour too: the spacing to it is part of its own width.
        let camera = max(0, island.camera.width - 2 * island.spacing)
        let offered = max(camera, width - 2 * least - 2 * island.spacing)
        let taken = max(camera, boxes[.center]?.measure(ProposedSize(offered, nil)).size.width ?? 0)
        let most = max(0, (width - island.camera.width) / 2)
        var widths = shares(of: width - taken - 2 * island.spacing, among: sides, most: most)
        widths[.center] = offered
        return widths
    }

    /// The widths of the two sides: equal, unless one has the higher priority.
    ///
    /// The side with the higher priority gets the width that the other does not need. A missing side needs none.
    private func shares(of length: Double, among sides: [IslandRegion: LayoutBox], most: Double) -> [IslandRegion: Double] {
        let length = max(0, length)
        guard let leading = sides[.leading], let trailing = sides[.trailing] else { return sides.mapValues { _ in min(length, most) } }
        var half = length / 2
        if leading.priority > trailing.priority {
            half = min(most, length - min(half, trailing.leastWidth))
        } else if leading.priority < trailing.priority {
            half = length - min(most, length - min(half, leading.leastWidth))
        }
        return [.leading: min(half, most), .trailing: min(length - half, most)]
    }

    /// The left edges of the regions of a row: the sides at the edges, the centre at the middle or as close to it as the sides allow.
    private func lefts(_ row: Row, _ lengths: [Double], in width: Double) -> [Double] {
        var (left, right) = (0.0, width)
        for (cell, length) in zip(row.cells, lengths) {
            if cell.region == .leading { left = length + island.spacing }
            if cell.region == .trailing { right = width - length - island.spacing }
        }
        return zip(row.cells, lengths).map { cell, length in
            switch cell.region {
            case .leading, .bottom: 0
            case .trailing: width - length
            case .center where length > right - left: (left + right - length) / 2
            case .center: ((width - length) / 2).clamped(left, right - length)
            }
        }
    }
}

/// A region of an island.
enum IslandRegion: String, CaseIterable {
    case leading, trailing, center, bottom

    /// True for the regions beside the camera.
    fileprivate var isSide: Bool { self == .leading || self == .trailing }
}

extension IslandContent {
    /// The existing regions in drawing order.
    var regions: [(region: IslandRegion, node: Node)] {
        let all: [(IslandRegion, Node?)] = [(.leading, leading), (.trailing, trailing), (.center, center), (.bottom, bottom)]
        return all.compactMap { region, node in node.map { (region, $0) } }
    }
}

extension LayoutBox {
    /// The width returned for a proposed width of 0.
    fileprivate var leastWidth: Double { measure(ProposedSize(0, nil)).size.width }
}
