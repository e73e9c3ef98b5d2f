// A layout adds, subtracts and compares. Numbers from a template's expressions must never lead to NaN results.

extension Content {
    /// The content with invalid numbers replaced by their defaults.
    var sanitized: Content {
        switch self {
        case .spacer(let minLength):
            return .spacer(minLength: minLength?.asLength)
        case .hstack(let alignment, let spacing, let nodes):
            return .hstack(alignment: alignment, spacing: spacing?.ifFinite, nodes)
        case .vstack(let alignment, let spacing, let nodes):
            return .vstack(alignment: alignment, spacing: spacing?.ifFinite, nodes)
        case .grid(let alignment, let horizontal, let vertical, let nodes):
            return .grid(alignment: alignment, horizontalSpacing: horizontal?.ifFinite, verticalSpacing: vertical?.ifFinite, nodes)
        case .text(var text) where !text.lineSpacing.isFinite || text.lineSpacing < 0:
            text.lineSpacing = 0
            return .text(text)
        case .progress(var progress):
            progress.lineWidth = progress.lineWidth.asLength ?? 0
            return .progress(progress)
        case .gauge(var gauge):
            gauge.lineWidth = gauge.lineWidth?.asLength
            return .gauge(gauge)
        case .qrCode(var code):
            code.quietZone = min(max(code.quietZone, 0), 10)
            return .qrCode(code)
        case .island(var island):
            island.camera = Size(island.camera.width.asLength ?? 0, island.camera.height.asLength ?? 0)
            island.spacing = island.spacing.ifFinite ?? StackLayout.defaultSpacing
            return .island(island)
        default:
            return self
        }
    }
}

extension Modifier {
    /// The maximum number of columns that a cell spans, far above the need of any widget: a number from a feed must not exhaust memory.
    private static let mostGridColumns = 100

    /// The modifier with invalid numbers replaced by their defaults.
    var sanitized: Modifier {
        switch self {
        case .padding(let insets):
            return .padding(
                Insets(
                    top: insets.top.ifFinite ?? 0, leading: insets.leading.ifFinite ?? 0, bottom: insets.bottom.ifFinite ?? 0,
                    trailing: insets.trailing.ifFinite ?? 0))
        case .frame(let width, let height, let alignment):
            return .frame(width: width?.asLength, height: height?.asLength, alignment: alignment)
        case .flexibleFrame(let frame):
            return .flexibleFrame(
                FlexibleFrame(horizontal: frame.horizontal.sanitized, vertical: frame.vertical.sanitized, alignment: frame.alignment))
        case .aspectRatio(let ratio, let mode):
            return .aspectRatio(ratio.map { $0.asLength ?? 0 }, mode)
        case .layoutPriority(let priority):
            return .layoutPriority(priority.isNaN ? 0 : priority)
        case .verticalGuide(let alignment, let offset):
            return .verticalGuide(alignment, offset.ifFinite ?? 0)
        case .horizontalGuide(let alignment, let offset):
            return .horizontalGuide(alignment, offset.ifFinite ?? 0)
        case .position(let x, let y):
            return .position(x: x.ifFinite ?? 0, y: y.ifFinite ?? 0)
        case .zIndex(let index):
            return .zIndex(index.isNaN ? 0 : index)
        case .gridCellColumns(let count):
            return .gridCellColumns(min(max(1, count), Self.mostGridColumns))
        default:
            return self
        }
    }
}

extension FlexibleFrame.Limits {
    fileprivate var sanitized: FlexibleFrame.Limits {
        FlexibleFrame.Limits(
            minimum: minimum?.asLength, ideal: ideal?.asLength, maximum: maximum.flatMap { $0 >= 0 ? $0 : nil })
    }
}

extension Double {
    /// The number; nil if it is infinite or NaN.
    fileprivate var ifFinite: Double? { isFinite ? self : nil }

    /// The number; nil if it is not a valid length.
    fileprivate var asLength: Double? { isFinite && self >= 0 ? self : nil }
}
