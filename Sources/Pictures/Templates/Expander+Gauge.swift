import SubdialExpressions
import SubdialLayout

/// The expansion of progress lines and gauges.
extension Expander {
    func progressContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> ProgressContent {
        let (fraction, rate) = try fraction(content, in: nil, scope, path)
        var progress = try line(fraction, rate, value, inherited, scope, path)
        progress.style = try value["style"].map { try word($0, scope, path) } ?? .linear
        if let width = value["lineWidth"] { progress.lineWidth = try length(width, scope, path) }
        return progress
    }

    /// A gauge in one of its styles: a line or a ring, with texts.
    func gauge(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        let style: GaugeStyle = try value["style"].map { try word($0, scope, path) } ?? .gauge
        let (fraction, rate) = try fraction(content, in: value["in"], scope, path)
        var line = try line(fraction, rate, value, inherited, scope, path)
        line.marker = style.hasDot ? .dot : .fill
        line.style = style.isLinear ? .linear : style.isOpen ? .gauge : .circular
        let lineWidth = try value["lineWidth"].map { try length($0, scope, path) }
        func node(_ key: String, _ color: ColorName? = nil) throws -> Node? {
            try value[key].flatMap { try self.label($0, inherited, color, scope, "\(path).\(key)") }
        }
        guard style.isLinear else {
            // The basic styles without texts are a plain ring.
            let texts = try ["value", "minimum", "maximum", "label"].map { try node($0) }
            if style == .gauge || style == .circular, texts.allSatisfy({ $0 == nil }) {
                if let lineWidth { line.lineWidth = lineWidth }
                return .progress(line)
            }
            return .gauge(
                GaugeContent(
                    ring: line, lineWidth: lineWidth, value: texts[0], minimum: texts[1], maximum: texts[2], label: texts[3],
                    sizesTexts: value["font"] == nil))
        }
        line.lineWidth = lineWidth ?? (style == .linear ? 4 : 6)
        let secondary = ColorName("secondary")
        let (current, minimum, maximum) = (try node("value"), try node("minimum", secondary), try node("maximum", secondary))
        let label = try node("label")
        let bar = Node(.progress(line), path: path)
        let hasBounds = minimum != nil || maximum != nil
        // A dot alone is hard to read: without bounds, the value precedes it.
        let leading = minimum ?? (style.hasDot && !hasBounds ? current : nil)
        let row = [leading, bar, maximum].compactMap { $0 }
        let below = style.hasDot ? nil : current
        let rows = [label, row.count > 1 ? Node(.hstack(alignment: .center, spacing: 4, row), path: path) : bar, below].compactMap { $0 }
        return rows.count > 1 ? .vstack(alignment: .leading, spacing: 2, rows) : rows[0].content
    }

    /// The common properties of lines and rings: fraction, rate, track and tint.
    private func line(
        _ fraction: Double, _ rate: Double, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> ProgressContent {
        var line = ProgressContent(fraction, rate: rate, color: inherited.color)
        if let track = value["track"] { line.track = try color(track, scope, path) }
        if let tint = value["tint"] {
            switch try paint(tint, scope, path) {
            case .color(let name): line.color = name
            case .linearGradient(_, _, let stops), .radialGradient(_, _, _, let stops), .angularGradient(_, _, _, let stops):
                line.gradient = stops
            }
        }
        return line
    }

    /// A text on one line that shrinks to fit, or a node in its place; nil for an empty text.
    private func label(
        _ value: TemplateValue, _ inherited: Inherited, _ color: ColorName?, _ scope: any Scope, _ path: String
    ) throws -> Node? {
        var inherited = inherited
        if let color { inherited.color = color }
        guard case .scalar = value.kind else { return try body(value, inherited, scope, path) }
        let text = try text(value, scope, path)
        guard !text.isEmpty else { return nil }
        return Node(
            .text(
                TextContent(
                    text, font: inherited.font, color: inherited.color, lineLimit: 1, minimumScaleFactor: 0.5, alignment: .center)),
            path: path)
    }

    /// The fraction of a number in 0 to 1 or in a range, or of the elapsed time between two dates, and its increase per second.
    ///
    /// With a rate, the length of the line decides the time of the next change. In an empty range, the fraction is 0.
    private func fraction(
        _ content: TemplateValue, in range: TemplateValue?, _ scope: any Scope, _ path: String
    ) throws -> (fraction: Double, rate: Double) {
        guard case .map = content.kind else {
            if range == nil, let name = content.variable, let rate = scope.rate(of: name) {
                return (min(max(scope.value(of: name)?.number ?? 0, 0), 1), rate)
            }
            if content.literal == nil, try value(content, scope, path).isEmpty { return (0, 0) }
            let number = try quantity(content, scope, path)
            guard let range else { return (min(max(number, 0), 1), 0) }
            guard case .list(let ends) = range.kind, ends.count == 2 else {
                throw problem("in takes two numbers: the least and the greatest", range, path)
            }
            // A missing bound sets the gauge to 0.
            guard try ends.allSatisfy({ try $0.literal != nil || !value($0, scope, path).isEmpty }) else { return (0, 0) }
            let (low, high) = (try quantity(ends[0], scope, path), try quantity(ends[1], scope, path))
            return (high > low ? min(max((number - low) / (high - low), 0), 1) : 0, 0)
        }
        guard let interval = try RunningInterval(content, self, scope, path) else { return (0, 0) }
        scope.changes?.note(interval.start)
        return (interval.fraction, interval.rate)
    }
}
