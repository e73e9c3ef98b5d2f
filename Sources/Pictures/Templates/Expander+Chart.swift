import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialLayout

/// The expansion of charts: marks with values of any type, converted to fractions of a plot.
extension Expander {
    /// The kinds of marks by element name.
    private static let marks: [String: ChartContent.Kind] = [
        "BarMark": .bar, "LineMark": .line, "AreaMark": .area, "PointMark": .point, "RuleMark": .rule,
        "SectorMark": .sector,
    ]

    /// A series of marks before the scales are known.
    private struct Series {
        let kind: ChartContent.Kind
        var points: [Point] = []
        var mark: ChartContent.Mark
    }

    private struct Point {
        var x: Value
        var y: Value
        var base: Value
        var label: String?
        /// The fill of this point if it differs from that of the mark.
        var fill: Paint?
    }

    private func chart(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        guard case .list(let values) = content.kind else { return .chart(ChartContent(marks: [])) }
        let series = try values.enumerated().map { try self.series($1, inherited, scope, "\(path)[\($0)]") }
        let points = series.lazy.filter { $0.kind != .sector }.flatMap(\.points)
        let horizontal = ChartScale(
            points.map(\.x), isBanded: series.contains { $0.kind == .bar },
            longest: series.lazy.filter { $0.kind != .rule && $0.kind != .sector }.map(\.points.count).max() ?? 0)
        let axis = value["yAxis"]
        let domain: [Double?] = try axis?["domain"].map { try numbers($0, scope, path) } ?? []
        let vertical = ChartRange(
            points.flatMap { [$0.y.number, $0.base.number] }.compactMap { $0 }.filter(\.isFinite),
            domain: domain.count == 2 ? (domain[0], domain[1]) : nil,
            includesZero: try axis?["includesZero"].map { try truth($0, scope, path) } ?? true,
            marks: try axis?["marks"].map { Int(saturating: try number($0, scope, path)) } ?? 3)
        var turn = SectorTurn(
            total: series.lazy.filter { $0.kind == .sector }.flatMap(\.points).map(\.y).reduce(0) { $0 + SectorTurn.angle($1) })
        let marks = series.map { series in
            var mark = series.mark
            if series.kind == .sector {
                mark.points = series.points.compactMap { turn.next($0.y, fill: $0.fill) }
                return mark
            }
            mark.points = series.points.enumerated().map { index, point in
                ChartContent.MarkPoint(
                    // A rule without an x is horizontal, from edge to edge.
                    x: series.kind == .rule && point.x.isEmpty ? nil : horizontal.position(of: point.x, index: index),
                    y: vertical.position(of: point.y.number),
                    base: vertical.position(of: point.base.number) ?? vertical.position(of: 0).map { min(max($0, 0), 1) } ?? 0,
                    fill: point.fill)
            }
            if mark.width == 0 { mark.width = horizontal.band * 0.7 }
            return mark
        }
        let hasScales = series.contains { $0.kind != .sector }
        let axes = try value["axes"].map { try text($0, scope, path) }.flatMap { hasScales ? $0 : nil } ?? "none"
        var chart = ChartContent(marks: marks)
        // Labels are quieter than a text, unless the template decides.
        let color = inherited.color == .primary ? ColorName("secondary") : inherited.color
        func label(_ text: String) -> Node {
            Node(.text(TextContent(text.withoutLineBreaks, font: inherited.font, paint: .color(color), lineLimit: 1)), path: path)
        }
        if axes == "y" || axes == "both" {
            let unit = try axis?["unit"].map { try text($0, scope, path) } ?? ""
            chart.yTicks = vertical.ticks.map {
                .init(vertical.position(of: $0) ?? 0, label(Value.double($0).text.replacing("-", with: "−") + unit), grid: .init())
            }
        }
        if axes == "x" || axes == "both" {
            let most = try value["xAxis"]?["marks"].map { Int(saturating: try number($0, scope, path)) } ?? 4
            let lettered = series.filter { $0.kind != .rule && $0.kind != .sector }
            let named = (lettered.first { series in series.points.contains { $0.label != nil } } ?? lettered.first)?.points ?? []
            let stride = max(1, (named.count + max(most, 1) - 1) / max(most, 1))
            chart.xTicks = named.enumerated().filter { $0.offset.isMultiple(of: stride) && most > 0 }.compactMap { index, point in
                let text = point.label ?? point.x.text
                guard !text.isEmpty, let position = horizontal.position(of: point.x, index: index) else { return nil }
                return .init(position, label(text))
            }
        }
        return .chart(chart)
    }

    /// The series of one element in a chart, with a point for each repetition by its `for`.
    private func series(
        _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Series {
        guard case .map(let members) = value.kind, let own = members.first(where: { Self.marks[$0.key] != nil }),
            let kind = Self.marks[own.key]
        else {
            throw problem("a chart takes \(Self.marks.keys.sorted().joined(separator: ", "))", value, path)
        }
        var series = Series(kind: kind, mark: ChartContent.Mark(kind, [], color: inherited.color))
        var isFirst = true
        try repeated(value, scope, path) { scope in
            // Each point may have its own colour; for a line or an area, the first point decides the look of the whole.
            let look = try style(kind, value, inherited, scope, path)
            if isFirst { series.mark = look }
            isFirst = false
            let fill = look.fill ?? .color(look.color)
            func part(_ key: String) throws -> Value { try own.value[key].map { try self.value($0, scope, path) } ?? .missing }
            // A text as x is a category; a text as y is parsed as a number.
            func height(_ key: String) throws -> Value {
                let value = try part(key)
                guard case .string(let text) = value else { return value }
                return Double(text).map(Value.double) ?? .missing
            }
            series.points.append(
                Point(
                    x: try part("x"), y: try height(kind == .sector ? "angle" : "y"), base: try height("yStart"),
                    label: try value["label"].map { try text($0, scope, path) },
                    fill: fill == series.mark.fill ?? .color(series.mark.color) ? nil : fill))
        }
        return series
    }

    /// The mark of an element, without its points.
    private func style(
        _ kind: ChartContent.Kind, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> ChartContent.Mark {
        var inherited = inherited
        try inherit(value, &inherited, scope, path)
        var mark = ChartContent.Mark(kind, [], color: inherited.color)
        mark.fill = try value["fill"].map { try paint($0, scope, path) }
        mark.lineWidth = try value["lineWidth"].map { try length($0, scope, path) }
        if let interpolation = value["interpolation"] { mark.interpolation = try word(interpolation, scope, path) }
        mark.cornerRadius = try value["cornerRadius"].map { try length($0, scope, path) }
        if let width = value["width"] { mark.width = try length(width, scope, path) }
        if let share = value["innerRadius"] { mark.innerRadius = min(try length(share, scope, path), 1) }
        if let inset = value["angularInset"] { mark.angularInset = try length(inset, scope, path) }
        return mark
    }

    /// A sparkline: a line through numbers, with a dot at the last one.
    private func sparkline(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        let numbers: [Double?]
        if case .list = content.kind {
            numbers = try self.numbers(content, scope, path)
        } else {
            let found = try self.value(content, scope, path)
            switch found {
            case .missing: numbers = []
            case .list(let values): numbers = values.prefix(Self.maximumRepeats).map { $0.number.flatMap { $0.isFinite ? $0 : nil } }
            default: throw problem("a list of numbers should come out here, not \(found.kind)", content, path)
            }
        }
        let known = numbers.compactMap { $0 }
        let (least, most) = (known.min() ?? 0, known.max() ?? 0)
        let points = numbers.enumerated().map { index, number in
            ChartContent.MarkPoint(
                x: numbers.count > 1 ? Double(index) / Double(numbers.count - 1) : 0.5,
                // A constant line is vertically centred.
                y: number.map { most > least ? ($0 - least) / (most - least) : 0.5 })
        }
        var line = ChartContent.Mark(.line, points, color: inherited.color)
        line.lineWidth = try value["lineWidth"].map { try length($0, scope, path) } ?? 1.5
        if let interpolation = value["interpolation"] { line.interpolation = try word(interpolation, scope, path) }
        let last = ChartContent.Mark(
            .point, points.last { $0.y != nil }.map { [$0] } ?? [], color: inherited.color, lineWidth: (line.lineWidth ?? 1.5) * 3)
        return .chart(ChartContent(marks: [line, last]))
    }

    private func numbers(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> [Double?] {
        guard case .list(let values) = value.kind else { return [] }
        return try values.map { element in
            if element.literal == nil, try self.value(element, scope, path).isEmpty { return nil }
            return try quantity(element, scope, path)
        }
    }
}

/// The cumulative angle of a chart's sectors; each starts at the end of the one before.
private struct SectorTurn {
    let total: Double
    private var sum = 0.0

    init(total: Double) {
        self.total = total
    }

    /// The part of a value; 0 if it is missing, negative or infinite.
    static func angle(_ value: Value) -> Double {
        guard let number = value.number, number.isFinite, number > 0 else { return 0 }
        return number
    }

    /// The next sector; nil for a part of 0.
    mutating func next(_ value: Value, fill: Paint?) -> ChartContent.MarkPoint? {
        let angle = Self.angle(value)
        guard angle > 0, total > 0, total.isFinite else { return nil }
        let start = sum / total
        sum += angle
        return ChartContent.MarkPoint(x: nil, y: min(1, sum / total), base: start, fill: fill)
    }
}

extension Expander {
    /// The content of the element of that name, without its modifiers.
    func content(
        _ name: String, _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        switch name {
        case "Text": return .text(try textContent(content, value, inherited, scope, path))
        case "Label": return try label(content, value, inherited, scope, path)
        case "Image": return .image(try imageContent(content, value, inherited, scope, path))
        case "Spacer": return .spacer(minLength: try content["minLength"].map { try length($0, scope, path) })
        case "Divider": return .divider(ColorName("fill"))
        case "HStack":
            return .hstack(
                alignment: try value["alignment"].map { try word($0, scope, path) } ?? .center,
                spacing: try value["spacing"].map { try number($0, scope, path) }, try children(content, inherited, scope, path))
        case "VStack":
            return .vstack(
                alignment: try value["alignment"].map { try word($0, scope, path) } ?? .center,
                spacing: try value["spacing"].map { try number($0, scope, path) }, try children(content, inherited, scope, path))
        case "ZStack":
            return .zstack(
                alignment: try value["alignment"].map { try alignment($0, scope, path) } ?? .center,
                try children(content, inherited, scope, path))
        case "Button": return .zstack(alignment: .center, try label(content, inherited, nil, scope, path).map { [$0] } ?? [])
        case "ViewThatFits":
            let axes = try value["axes"].map { try text($0, scope, path) } ?? "both"
            return .viewThatFits(
                axes: axes == "both" ? [.horizontal, .vertical] : Axis(rawValue: axes).map { [$0] } ?? [],
                try children(content, inherited, scope, path, keepsVoid: true))
        case "Grid":
            return .grid(
                alignment: try value["alignment"].map { try alignment($0, scope, path) } ?? .center,
                horizontalSpacing: try value["horizontalSpacing"].map { try number($0, scope, path) },
                verticalSpacing: try value["verticalSpacing"].map { try number($0, scope, path) },
                try children(content, inherited, scope, path))
        case "GridRow":
            return .gridRow(
                alignment: try value["alignment"].map { try word($0, scope, path) },
                try children(content, inherited, scope, path, keepsVoid: true))
        case "Timer": return .text(try timerContent(content, value, inherited, scope, path))
        case "Levels": return .levels(try levelsContent(content, value, inherited, scope, path))
        case "Fader": return .fader(try faderContent(content, value, inherited, scope, path))
        case "PianoRoll": return .pianoRoll(try pianoRoll(content, value, inherited, scope, path))
        case "Path":
            return .shape(ShapeContent(try outline(content, value, scope, path), try paint(of: value, inherited, scope, path)))
        case "DynamicIsland": return try island(content, value, inherited, scope, path)
        case "Progress": return .progress(try progressContent(content, value, inherited, scope, path))
        case "QRCode": return .qrCode(try qrCode(content, value, inherited, scope, path))
        case "Chart": return try chart(content, value, inherited, scope, path)
        case "Line": return try sparkline(content, value, inherited, scope, path)
        case let name where Self.marks[name] != nil: throw problem("\(name) stands in a Chart alone", value, path)
        case "Gauge": return try gauge(content, value, inherited, scope, path)
        case "Part":
            guard let part = try PartName(text(content, scope, path)).flatMap({ parts[$0.resolved(in: kind)] }) else {
                throw problem("there is no such part", content, path)
            }
            let inner = Expander(file: part.file, parts: parts, budget: budget, kind: part.kind)
            let values = try value["with"].map { try PartScope($0, self, in: scope, path) } ?? scope
            let body = try inner.body(part.body, inherited, values, path)
            return .zstack(alignment: .center, body.isVoid ? [] : [body])
        default: return try shape(name, value, inherited, scope, path)
        }
    }

    /// The children of a container.
    ///
    /// - Parameter keepsVoid: True where a child without content has a meaning: an empty cell, or nothing as an alternative.
    private func children(
        _ content: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String, keepsVoid: Bool = false
    ) throws -> [SubdialLayout.Node] {
        guard case .list(let values) = content.kind else { return [] }
        let nodes = try nodes(values, inherited, scope, path)
        return keepsVoid ? nodes : nodes.filter { !$0.isVoid }
    }

    private func textContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> TextContent {
        func shown(_ value: TemplateValue) throws -> String {
            let text = try text(value, scope, path)
            return inherited.breaksLines ? text : text.withoutLineBreaks
        }
        return TextContent(
            try shown(content), widest: try value["widest"].map(shown), font: inherited.font,
            paint: .color(inherited.color), lineLimit: inherited.lineLimit, minimumScaleFactor: inherited.minimumScaleFactor,
            truncation: inherited.truncation, alignment: try value["alignment"].map { try word($0, scope, path) } ?? inherited.alignment)
    }

    /// A symbol followed by a text on the same line; without a symbol only the text.
    private func label(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        let text = Content.text(try textContent(content, value, inherited, scope, path))
        guard let name = try value["systemImage"].map({ try self.text($0, scope, path) }), !name.isEmpty else { return text }
        var symbol = ImageContent(.symbol(name), paint: .color(inherited.color), font: inherited.font, symbolSize: inherited.symbolSize)
        symbol.symbolRenderingMode = inherited.symbolRenderingMode
        return .hstack(
            alignment: .center, spacing: try value["spacing"].map { try number($0, scope, path) } ?? 4,
            [Node(.image(symbol), path: path), Node(text, path: path)])
    }

    private func imageContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> ImageContent {
        let name = try text(content, scope, path)
        let placeholder = try value["placeholder"].map { try text($0, scope, path) }
        let source: ImageContent.Kind =
            name == "artwork"
            ? .artwork(placeholder: placeholder, of: try value["of"].flatMap { try coverOwner($0, scope, path) }) : .symbol(name)
        var image = ImageContent(
            source, paint: .color(inherited.color), font: inherited.font, symbolSize: inherited.symbolSize,
            accentedRendering: try value["renderingMode"].map { try word($0, scope, path) },
            effect: try value["symbolEffect"].flatMap { try self.text($0, scope, path).isEmpty ? nil : word($0, scope, path) })
        image.symbolRenderingMode = inherited.symbolRenderingMode
        return image
    }

    /// The owner of the cover, such as a track of the queue; nil for the entry itself.
    private func coverOwner(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> ImageContent.CoverOwner? {
        let owner = try self.value(value, scope, path)
        // The value is the location of a picture.
        if case .string(let location) = owner {
            return ImageContent.CoverOwner(artwork: location.isEmpty ? nil : location, title: location, seed: location)
        }
        guard case .map(let members) = owner else { return nil }
        func text(_ key: String) -> String { members[key]?.text ?? "" }
        let artwork = text("artwork")
        let (title, album) = (text("title"), text("album"))
        return ImageContent.CoverOwner(
            artwork: artwork.isEmpty ? nil : artwork, title: title, seed: "\(text("artist"))\u{1F}\(album.isEmpty ? title : album)")
    }

    /// A QR code: black on white unless the element sets its colours, as readers expect dark on light.
    private func qrCode(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> QRCodeContent {
        var code = QRCodeContent(try text(content, scope, path))
        if let correction = value["correction"] { code.correction = try word(correction, scope, path) }
        if let modules = value["quietZone"] { code.quietZone = Int(saturating: min(max(try number(modules, scope, path), 0), 10)) }
        if value["foreground"] != nil { code.color = inherited.color }
        if let ground = value["ground"] { code.ground = try color(ground, scope, path) }
        let (count, most) = (code.text.utf8.count, code.correction.capacity)
        guard count <= most else {
            throw problem(
                "a QR code with correction \(code.correction.rawValue) holds \(most) bytes of text at most, and this one has \(count)",
                value,
                path)
        }
        return code
    }

    private func shape(_ name: String, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> Content
    {
        let paint = try paint(of: value, inherited, scope, path)
        switch name {
        case "RoundedRectangle":
            return .shape(ShapeContent(.roundedRectangle(try value["radius"].map { try radius($0, scope, path) } ?? .concentric), paint))
        case "Circle": return .shape(ShapeContent(.circle, paint))
        case "Capsule": return .shape(ShapeContent(.capsule(.circular), paint))
        default: return .shape(ShapeContent(.rectangle, paint))
        }
    }

    /// The fill of a shape; by default the inherited colour.
    private func paint(of value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> Paint {
        try value["fill"].map { try paint($0, scope, path) } ?? .color(inherited.color)
    }
}

extension SubdialLayout.Node {
    /// True for a container or a part without any elements, which a stack leaves out with its spacing, as SwiftUI does with a view that has
    /// no content; false if a frame gives it a size.
    var isVoid: Bool {
        switch content {
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes), .grid(_, _, _, let nodes), .gridRow(_, let nodes),
            .viewThatFits(_, let nodes):
            nodes.isEmpty && !modifiers.contains(where: \.isFrame)
        default: false
        }
    }
}

extension Modifier {
    fileprivate var isFrame: Bool {
        switch self {
        case .frame, .flexibleFrame: true
        default: false
        }
    }
}
