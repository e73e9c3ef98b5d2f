import SubdialLayout

/// The text of a chart in a tree.
extension ChartContent {
    /// What the line of a chart does not say.
    var details: [String] {
        marks.flatMap(\.details) + Self.details(of: xTicks, "x") + Self.details(of: yTicks, "y")
            + (scaleInsets == Insets()
                ? []
                : [
                    "scaleInsets=\(scaleInsets.top.exact) \(scaleInsets.leading.exact) \(scaleInsets.bottom.exact) \(scaleInsets.trailing.exact)"
                ])
            + annotations.map(\.text)
            + [background.map { "background=\($0.alignment.text)" }, overlay.map { "overlay=\($0.alignment.text)" }].compactMap { $0 }
            + (plotModifiers.isEmpty ? [] : ["plot={\(plotModifiers.map(\.text).filter { !$0.isEmpty }.joined(separator: ", "))}"])
    }

    /// The views of a chart with what they are; the labels of a template's chart stand in the layout alone.
    var namedNodes: [(String, Node)] {
        func labels(_ ticks: [Tick], _ name: String) -> [(String, Node)] {
            ticks.filter { !$0.isPlain }.compactMap { tick in tick.label.map { ("\(name) \(tick.position.exact)", $0) } }
        }
        let layers = plotModifiers.compactMap { modifier -> (String, Node)? in
            switch modifier {
            case .background(let node, _): ("plot background", node)
            case .overlay(let node, _): ("plot overlay", node)
            case .mask(let node, _): ("plot mask", node)
            default: nil
            }
        }
        return labels(xTicks, "x") + labels(yTicks, "y") + annotations.map { ("annotation", $0.node) }
            + [background.map { ("background", $0.node) }, overlay.map { ("overlay", $0.node) }].compactMap { $0 } + layers
    }

    /// The positions of ticks with what they have in common: `x=[0, 0.5 gap=4 grid=separator]`, after the first of each look.
    private static func details(of ticks: [Tick], _ name: String) -> [String] {
        var former: String?
        let texts = ticks.filter { !$0.isPlain }.map { tick in
            let look = tick.look
            defer { former = look }
            return tick.position.exact + (look == former || look.isEmpty ? "" : " \(look)")
        }
        return texts.isEmpty ? [] : ["\(name)=[\(texts.joined(separator: ", "))]"]
    }
}

extension ChartContent.Tick {
    /// True for a tick of a template's chart.
    fileprivate var isPlain: Bool {
        self == ChartContent.Tick(position, label) || self == ChartContent.Tick(position, label, grid: ChartContent.Line())
    }

    /// What is not the position.
    fileprivate var look: String {
        let usual = ChartContent.Tick(position, label)
        return [
            edge.map(\.rawValue), isInside ? "inside" : nil, labelPosition.map { "label=\($0.exact)" },
            anchor == usual.anchor ? nil : "anchor=\(anchor.exact)", shift == 0 ? nil : "shift=\(shift.exact)",
            gap.map { "gap=\($0.exact)" }, fitting == usual.fitting ? nil : "fitting=\(fitting.rawValue)",
            grid.map { "grid=\($0.text)" }, mark.map { "mark=\($0.text) \(markLength.exact)" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}

extension ChartContent.Line {
    fileprivate var text: String {
        guard let stroke else { return "[\(paint.text)]" }
        return "[\(paint.text) \(stroke.details.joined(separator: " "))]"
    }
}

extension ChartContent.Mark {
    fileprivate var details: [String] {
        let usual = ChartContent.Mark(kind, [])
        return [
            "points=[\(points.map(\.text).joined(separator: ", "))]",
            axis == usual.axis ? nil : "axis=\(axis.rawValue)",
            color == usual.color ? nil : "color=\(color)",
            fill.map { "fill=[\($0.text)]" },
            fillsPlot == usual.fillsPlot ? nil : "fillsPlot=\(fillsPlot)",
            lineWidth.map { "lineWidth=\($0.exact)" },
            stroke.map { "stroke=[\($0.details.joined(separator: " "))]" },
            symbol.map { "symbol=\($0.name)" + ($0.lineWidth.map { " lineWidth=\($0.exact)" } ?? "") },
            interpolation == usual.interpolation ? nil : "interpolation=\(interpolation.rawValue)",
            tension.map { "tension=\($0.exact)" },
            width == usual.width ? nil : "width=\(width.exact)",
            widthInset == usual.widthInset ? nil : "widthInset=\(widthInset.exact)",
            lengthInset == usual.lengthInset ? nil : "lengthInset=\(lengthInset.exact)",
            offset == usual.offset ? nil : "offset=\(offset.text)",
            cornerRadius.map { "cornerRadius=\($0.exact)" },
            innerRadius == usual.innerRadius ? nil : "innerRadius=\(innerRadius.exact)",
            innerOffset == usual.innerOffset ? nil : "innerOffset=\(innerOffset.exact)",
            outerRadius == usual.outerRadius ? nil : "outerRadius=\(outerRadius.exact)",
            outerOffset == usual.outerOffset ? nil : "outerOffset=\(outerOffset.exact)",
            angularInset == usual.angularInset ? nil : "angularInset=\(angularInset.exact)",
        ].compactMap { $0 }
    }
}

extension ChartContent.MarkPoint {
    /// The position, the start of a bar if it is not 0, and the width and the fill if they are not those of the mark.
    fileprivate var text: String {
        "\(x?.exact ?? "–") \(y?.exact ?? "–")" + (base == 0 ? "" : " from \(base.exact)") + (width.map { " width \($0.exact)" } ?? "")
            + (fill.map { " \($0.text)" } ?? "")
    }
}

extension ChartContent.Annotation {
    fileprivate var text: String {
        let place =
            switch place {
            case .box(let x, let y, let outset):
                "\(x.text) \(y.text)" + (outset == .zero ? "" : " outset=\(outset.width.exact),\(outset.height.exact)")
            case .sector(let middle): "sector \(middle.x.exact),\(middle.y.exact)"
            }
        let details = [
            place, "side=\(side.x.short),\(side.y.short)", alignment == .center ? nil : alignment.text,
            spacing == 0 ? nil : "spacing=\(spacing.exact)", offset == .zero ? nil : "offset=\(offset.text)",
            xOverflow == .chart ? nil : "xOverflow=\(xOverflow.rawValue)", yOverflow == .room ? nil : "yOverflow=\(yOverflow.rawValue)",
            fillsMark ? "fillsMark" : nil,
        ]
        return "annotation=[\(details.compactMap { $0 }.joined(separator: " "))]"
    }
}

extension ClosedRange<Double> {
    fileprivate var text: String { lowerBound == upperBound ? lowerBound.exact : "\(lowerBound.exact)…\(upperBound.exact)" }
}
