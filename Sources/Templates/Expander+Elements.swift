import Expressions
import FoundationEssentials
import Layout

extension Expander {
    /// What the element of that name is, without its modifiers.
    func content(
        _ name: String, _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        switch name {
        case "Text": return .text(try textContent(content, value, inherited, scope, path))
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
        case "ViewThatFits":
            let axes = try value["axes"].map { try text($0, scope, path) } ?? "both"
            return .viewThatFits(
                axes: axes == "both" ? [.horizontal, .vertical] : Axis(rawValue: axes).map { [$0] } ?? [],
                try children(content, inherited, scope, path))
        case "Grid":
            return .grid(
                alignment: try value["alignment"].map { try alignment($0, scope, path) } ?? .center,
                horizontalSpacing: try value["horizontalSpacing"].map { try number($0, scope, path) },
                verticalSpacing: try value["verticalSpacing"].map { try number($0, scope, path) },
                try children(content, inherited, scope, path))
        case "GridRow":
            return .gridRow(
                alignment: try value["alignment"].map { try word($0, scope, path) }, try children(content, inherited, scope, path))
        case "Timer": return .text(try timerContent(content, value, inherited, scope, path))
        case "Levels": return .levels(try levelsContent(content, value, inherited, scope, path))
        case "Path": return .shape(try outline(content, value, scope, path), try paint(of: value, inherited, scope, path))
        case "DynamicIsland": return try island(content, value, inherited, scope, path)
        case "Progress", "Gauge": return .progress(try progressContent(name, content, value, inherited, scope, path))
        case "Part":
            guard let part = try parts[text(content, scope, path)] else { throw problem("there is no such part", content, path) }
            return .zstack(
                alignment: .center, [try Expander(file: part.file, parts: parts, budget: budget).body(part.body, inherited, scope, path)])
        default: return try shape(name, value, inherited, scope, path)
        }
    }

    private func children(_ content: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> [Layout.Node] {
        guard case .list(let values) = content.kind else { return [] }
        return try nodes(values, inherited, scope, path)
    }

    private func textContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> TextContent {
        TextContent(
            try text(content, scope, path), widest: try value["widest"].map { try text($0, scope, path) }, font: inherited.font,
            color: inherited.color, lineLimit: inherited.lineLimit, minimumScaleFactor: inherited.minimumScaleFactor,
            truncation: inherited.truncation, alignment: try value["alignment"].map { try word($0, scope, path) } ?? inherited.alignment)
    }

    private func imageContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> ImageContent {
        let name = try text(content, scope, path)
        let placeholder = try value["placeholder"].map { try text($0, scope, path) }
        let source: ImageContent.Source =
            name == "artwork"
            ? .artwork(placeholder: placeholder, of: try value["of"].flatMap { try coverOwner($0, scope, path) }) : .symbol(name)
        return ImageContent(
            source, color: inherited.color, font: inherited.font, symbolSize: inherited.symbolSize,
            accentedRendering: try value["renderingMode"].map { try word($0, scope, path) })
    }

    /// A track of the queue, whose members tell where its cover is; nil for the one that plays.
    private func coverOwner(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> ImageContent.CoverOwner? {
        guard case .map(let members) = try self.value(value, scope, path) else { return nil }
        func text(_ key: String) -> String { members[key]?.text ?? "" }
        let artwork = text("artwork")
        return ImageContent.CoverOwner(
            artwork: artwork.isEmpty ? nil : artwork, title: text("title"), artist: text("artist"), album: text("album"))
    }

    private func progressContent(
        _ name: String, _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> ProgressContent {
        let (fraction, rate) = try fraction(content, scope, path)
        var progress = ProgressContent(fraction, rate: rate, color: inherited.color)
        progress.style = try value["style"].map { try word($0, scope, path) } ?? (name == "Gauge" ? .gauge : .linear)
        if let width = value["lineWidth"] { progress.lineWidth = try length(width, scope, path) }
        if let track = value["track"] { progress.track = try color(track, scope, path) }
        return progress
    }

    /// A share of 1, or how much of the time between two dates has gone by, and how much of it comes each second.
    ///
    /// Where it grows evenly the length of the line tells when it looks otherwise.
    private func fraction(_ content: TemplateValue, _ scope: any Scope, _ path: String) throws -> (fraction: Double, rate: Double) {
        guard case .map = content.kind else {
            if let name = content.variable, let rate = scope.rate(of: name) {
                return (min(max(scope.value(of: name)?.number ?? 0, 0), 1), rate)
            }
            if content.literal == nil, try value(content, scope, path).isEmpty { return (0, 0) }
            return (min(max(try number(content, scope, path), 0), 1), 0)
        }
        guard let interval = try RunningInterval(content, self, scope, path) else { return (0, 0) }
        scope.changes?.note(interval.start)
        return (interval.fraction, interval.rate)
    }

    private func shape(_ name: String, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> Content
    {
        let paint = try paint(of: value, inherited, scope, path)
        switch name {
        case "RoundedRectangle":
            return .shape(.roundedRectangle(try value["radius"].map { try radius($0, scope, path) } ?? .concentric), paint)
        case "Circle": return .shape(.circle, paint)
        case "Capsule": return .shape(.capsule, paint)
        default: return .shape(.rectangle, paint)
        }
    }

    /// What a shape is filled with: the colour of all that stands here where it does not say.
    func paint(of value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> Paint {
        try value["fill"].map { try paint($0, scope, path) } ?? .color(inherited.color)
    }
}
