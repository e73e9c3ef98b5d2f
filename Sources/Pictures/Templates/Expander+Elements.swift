import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialLayout

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
        case "Fader": return .fader(try faderContent(content, value, inherited, scope, path))
        case "PianoRoll": return .pianoRoll(try pianoRoll(content, value, inherited, scope, path))
        case "Path": return .shape(try outline(content, value, scope, path), try paint(of: value, inherited, scope, path))
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
            return .zstack(alignment: .center, [try inner.body(part.body, inherited, scope, path)])
        default: return try shape(name, value, inherited, scope, path)
        }
    }

    private func children(_ content: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> [SubdialLayout
        .Node]
    {
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

    /// A symbol followed by a text on the same line; without a symbol only the text.
    private func label(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        let text = Content.text(try textContent(content, value, inherited, scope, path))
        guard let name = try value["systemImage"].map({ try self.text($0, scope, path) }), !name.isEmpty else { return text }
        let symbol = ImageContent(.symbol(name), color: inherited.color, font: inherited.font, symbolSize: inherited.symbolSize)
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
        return ImageContent(
            source, color: inherited.color, font: inherited.font, symbolSize: inherited.symbolSize,
            accentedRendering: try value["renderingMode"].map { try word($0, scope, path) },
            effect: try value["symbolEffect"].flatMap { try self.text($0, scope, path).isEmpty ? nil : word($0, scope, path) })
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
            return .shape(.roundedRectangle(try value["radius"].map { try radius($0, scope, path) } ?? .concentric), paint)
        case "Circle": return .shape(.circle, paint)
        case "Capsule": return .shape(.capsule, paint)
        default: return .shape(.rectangle, paint)
        }
    }

    /// The fill of a shape; by default the inherited colour.
    func paint(of value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> Paint {
        try value["fill"].map { try paint($0, scope, path) } ?? .color(inherited.color)
    }
}
