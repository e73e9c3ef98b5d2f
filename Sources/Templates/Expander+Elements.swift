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
        return ImageContent(
            name == "artwork" ? .artwork(placeholder: placeholder) : .symbol(name), color: inherited.color, font: inherited.font,
            symbolSize: inherited.symbolSize)
    }

    private func progressContent(
        _ name: String, _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> ProgressContent {
        var progress = ProgressContent(try fraction(content, scope, path), color: inherited.color)
        progress.style = name == "Gauge" ? .gauge : try value["style"].map { try word($0, scope, path) } ?? .linear
        if let width = value["lineWidth"] { progress.lineWidth = try length(width, scope, path) }
        if let track = value["track"] { progress.track = try color(track, scope, path) }
        return progress
    }

    /// A share of 1, or how much of the time between two dates has gone by.
    private func fraction(_ content: TemplateValue, _ scope: any Scope, _ path: String) throws -> Double {
        guard case .map = content.kind else {
            if content.literal == nil, try value(content, scope, path).isEmpty { return 0 }
            return min(max(try number(content, scope, path), 0), 1)
        }
        func date(_ key: String) throws -> Date? {
            guard let value = content[key], case .date(let date) = try self.value(value, scope, path) else { return nil }
            return date
        }
        guard let from = try date("from"), let to = try date("to"), to > from else { return 0 }
        guard let moment = try date("pausedAt") ?? now(scope) else { return 0 }
        return min(max(moment.timeIntervalSince(from) / to.timeIntervalSince(from), 0), 1)
    }

    private func now(_ scope: any Scope) -> Date? {
        if case .date(let now)? = scope.value(of: "now") { now } else { nil }
    }

    private func shape(_ name: String, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> Content
    {
        let paint = try value["fill"].map { try self.paint($0, scope, path) } ?? .color(inherited.color)
        switch name {
        case "RoundedRectangle":
            return .shape(.roundedRectangle(try value["radius"].map { try radius($0, scope, path) } ?? .concentric), paint)
        case "Circle": return .shape(.circle, paint)
        case "Capsule": return .shape(.capsule, paint)
        default: return .shape(.rectangle, paint)
        }
    }
}
