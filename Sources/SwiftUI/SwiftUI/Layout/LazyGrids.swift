public import Foundation
public import SubdialLayout

/// A column of a `LazyVGrid`, or a row of a `LazyHGrid`.
public struct GridItem: Sendable {
    /// The length of a column or a row.
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        /// As many as fit.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    public var size: GridItem.Size
    /// The distance to the next one; nil for 8 points.
    public var spacing: CGFloat?
    public var alignment: Alignment?

    public init(_ size: GridItem.Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        (self.size, self.spacing, self.alignment) = (size, spacing, alignment)
    }
}

/// Views in columns, line by line.
nonisolated public struct LazyVGrid<Content: View>: View {
    private let tracks: LazyTracks
    private let content: Content

    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        tracks = LazyTracks(
            axis: .horizontal, items: columns, alignment: Alignment(horizontal: alignment, vertical: .center), spacing: spacing)
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("LazyVGrid")
        return [view.tracks.node("LazyVGrid", inner.children(of: view.content), in: inner)]
    }
}

/// Views in rows, column by column.
nonisolated public struct LazyHGrid<Content: View>: View {
    private let tracks: LazyTracks
    private let content: Content

    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        tracks = LazyTracks(axis: .vertical, items: rows, alignment: Alignment(horizontal: .center, vertical: alignment), spacing: spacing)
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("LazyHGrid")
        return [view.tracks.node("LazyHGrid", inner.children(of: view.content), in: inner)]
    }
}

/// The arrangement of a lazy grid: tracks along one axis, and lines along the other.
///
/// Fixed tracks are first; each other one then gets an equal share of what is left, within its limits. A cell is offered its track's length, and
/// its ideal length along the other axis. The grid takes all the length that it is offered along its tracks.
struct LazyTracks {
    /// The axis along which the tracks follow each other.
    let axis: SubdialLayout.Axis
    let items: [GridItem]
    let alignment: Alignment
    /// The distance between two lines; nil for the default.
    let spacing: CGFloat?

    private static let defaultSpacing = 8.0

    /// One track: its place and its length along the axis.
    private struct Track {
        var start: Double
        var length: Double
        var alignment: Alignment
    }

    /// One view: its place, and what it is offered.
    private struct Cell {
        var origin: Point
        var proposal: ProposedSize
    }

    /// The node of a grid; `whole` lines are those of headers and footers.
    func node(_ name: String, _ nodes: [Node], in context: _ViewContext) -> Node {
        let whole = nodes.map { context.pass.layoutValues(of: $0)[WholeLine.key] != nil }
        let size = LayoutClosure<CustomLayout.Request, Size> { arrange($0, whole).size }
        let places = LayoutClosure<CustomLayout.Request, [Int: CustomLayout.Place]> { request in
            let cells = arrange(request, whole).cells
            return cells.mapValues { CustomLayout.Place(position: $0.origin, proposal: $0.proposal) }
        }
        return context.node(.custom(CustomLayout(name, size: size, places: places), nodes))
    }

    /// The tracks for an offered length; nil for the least one.
    private func tracks(_ offered: Double?) -> [Track] {
        let items = self.items.isEmpty ? [GridItem()] : self.items
        let gaps = items.map { $0.spacing.map { Double($0) } ?? Self.defaultSpacing }
        var left = offered.map { $0 - gaps.dropLast().reduce(0, +) }
        var waiting = 0
        for item in items {
            if case .fixed(let length) = item.size { left? -= length } else { waiting += 1 }
        }
        var (tracks, start): ([Track], Double) = ([], 0)
        for (item, gap) in zip(items, gaps) {
            let alignment = item.alignment ?? .center
            var lengths: [Double] = []
            switch item.size {
            case .fixed(let length): lengths = [max(0, length)]
            case .flexible(let least, let most):
                lengths = [clamped(left.map { $0 / Double(waiting) } ?? least, least, most)]
            case .adaptive(let least, let most):
                let share = left.map { $0 / Double(waiting) } ?? least
                let count = share.isFinite ? max(1, min(1000, ((share + gap) / max(1, least + gap)).rounded(.down))) : 1
                let length = clamped((share - gap * (count - 1)) / count, least, most)
                lengths = Array(repeating: length, count: Int(count))
            }
            if case .fixed = item.size {
            } else {
                left? -= lengths.reduce(0, +) + gap * Double(lengths.count - 1)
                waiting -= 1
            }
            for length in lengths {
                tracks.append(Track(start: start, length: length, alignment: alignment))
                start += length + gap
            }
        }
        return tracks
    }

    private func clamped(_ value: Double, _ least: Double, _ most: Double) -> Double { max(0, max(least, min(value, max(least, most)))) }

    private func arrange(_ request: CustomLayout.Request, _ whole: [Bool]) -> (size: Size, cells: [Int: Cell]) {
        let tracks = tracks(request.proposal[axis])
        let extent = tracks.last.map { $0.start + $0.length } ?? 0
        let taken = max(extent, request.proposal[axis] ?? 0)
        let shift = taken.isFinite ? guide(alignment, axis, of: taken) - guide(alignment, axis, of: extent) : 0
        let gap = spacing.map { Double($0) } ?? Self.defaultSpacing
        var cells: [Int: Cell] = [:]
        var (position, column) = (0.0, 0)
        var line: [(view: CustomLayout.Subview, track: Track)] = []
        func finishLine() {
            guard !line.isEmpty else { return }
            if !cells.isEmpty { position += gap }
            let all = line.map { view, track in
                let proposal = proposal(track.length)
                return (view: view, track: track, proposal: proposal, dimensions: view.measure(proposal))
            }
            let length = all.map { $0.dimensions.size[axis.other] }.max() ?? 0
            for (view, track, proposal, dimensions) in all {
                var origin = Point.zero
                origin[axis] = shift + track.start + offset(dimensions, track.alignment, axis, in: track.length)
                origin[axis.other] = position + offset(dimensions, track.alignment, axis.other, in: length)
                cells[view.index] = Cell(origin: origin, proposal: proposal)
            }
            position += length
            line = []
            column = 0
        }
        for view in request.subviews {
            if whole.indices.contains(view.index), whole[view.index] {
                finishLine()
                line = [(view, Track(start: 0, length: extent, alignment: alignment))]
                finishLine()
            } else {
                line.append((view, tracks[column]))
                column += 1
                if column == tracks.count { finishLine() }
            }
        }
        finishLine()
        var size = Size.zero
        size[axis] = taken
        size[axis.other] = position
        return (size, cells)
    }

    private func proposal(_ length: Double) -> ProposedSize {
        var proposal = ProposedSize.unspecified
        proposal[axis] = length
        return proposal
    }

    private func offset(_ inner: Dimensions, _ alignment: Alignment, _ axis: SubdialLayout.Axis, in length: Double) -> Double {
        guard length.isFinite else { return 0 }
        let own = axis == .horizontal ? inner[alignment.horizontal.layout] : inner[alignment.vertical.layout]
        return guide(alignment, axis, of: length) - own
    }

    private func guide(_ alignment: Alignment, _ axis: SubdialLayout.Axis, of length: Double) -> Double {
        let dimensions = Dimensions(Size(length, length))
        return axis == .horizontal ? dimensions[alignment.horizontal.layout] : dimensions[alignment.vertical.layout]
    }
}

/// The mark of a header or a footer, which has a line of a lazy grid for itself.
enum WholeLine { static let key = ObjectIdentifier(WholeLine.self) }
