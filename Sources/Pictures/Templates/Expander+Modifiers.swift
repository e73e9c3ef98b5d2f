import SubdialBasics
import SubdialExpressions
import SubdialLayout

extension Expander {
    /// Applies the inherited properties that a value sets: font, colour, text wrapping and symbol size.
    func inherit(_ value: TemplateValue, _ inherited: inout Inherited, _ scope: any Scope, _ path: String) throws {
        if let font = value["font"] { inherited.font = try self.font(font, base: inherited.font, scope, path) }
        if let color = value["foreground"] { inherited.color = try self.color(color, scope, path) }
        if let limit = value["lineLimit"] { inherited.lineLimit = Int(saturating: min(max(try number(limit, scope, path), 1), 1000)) }
        if let factor = value["minimumScaleFactor"] { inherited.minimumScaleFactor = min(max(try number(factor, scope, path), 0.1), 1) }
        if let truncation = value["truncation"] { inherited.truncation = try word(truncation, scope, path) }
        if let digits = value["monospacedDigit"] { inherited.font.hasMonospacedDigits = try truth(digits, scope, path) }
        if let size = value["symbolSize"] { inherited.symbolSize = try length(size, scope, path) }
    }

    /// The modifiers of a value in a fixed order, independent of the order in the file.
    ///
    /// The order is: shape of the content, padding, frame, background, clip, border, overlay, mask, effects, opacity, offset, and those that only
    /// the enclosing stack or the system evaluates.
    func modifiers(of value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> [Modifier] {
        var modifiers: [Modifier] = []
        func number(_ value: TemplateValue) throws -> Double { try self.number(value, scope, path) }
        if let fixed = value["fixedSize"] { modifiers.append(try fixedSize(fixed, scope, path)) }
        if let ratio = value["aspectRatio"] {
            let mode: Modifier.ContentMode = try ratio["mode"].map { try word($0, scope, path) } ?? .fit
            // More extreme ratios are not useful.
            modifiers.append(.aspectRatio(min(max(try number(ratio["ratio"] ?? ratio), 0.001), 1000), mode))
        }
        if let padding = value["padding"] { modifiers.append(.padding(try insets(padding, scope, path))) }
        if let frame = value["frame"] { modifiers += try self.frame(frame, scope, path) }
        if let background = value["background"] {
            modifiers.append(
                .background(
                    try layer(background, inherited, scope, "\(path).background"),
                    alignment: try value["backgroundAlignment"].map { try alignment($0, scope, path) } ?? .center))
        }
        let clip = try self.clip(of: value, scope, path)
        if let clip { modifiers.append(.clip(clip)) }
        if let border = value["border"] {
            let color = try border["color"].map { try self.color($0, scope, path) } ?? ColorName("fill")
            modifiers.append(.border(clip ?? .rectangle, color, width: try border["width"].map { try length($0, scope, path) } ?? 1))
        }
        if let overlay = value["overlay"] {
            modifiers.append(
                .overlay(
                    try layer(overlay, inherited, scope, "\(path).overlay"),
                    alignment: try value["overlayAlignment"].map { try alignment($0, scope, path) } ?? .center))
        }
        if let mask = value["mask"] {
            modifiers.append(
                .mask(
                    try layer(mask, inherited, scope, "\(path).mask"),
                    alignment: try value["maskAlignment"].map { try alignment($0, scope, path) } ?? .center))
        }
        if let brightness = value["brightness"] { modifiers.append(.brightness(min(max(try number(brightness), 0), 1))) }
        if let blur = value["blur"] { modifiers.append(.blur(try length(blur, scope, path))) }
        if let shadow = value["shadow"] { modifiers.append(try self.shadow(shadow, scope, path)) }
        if let rotation = value["rotation"] { modifiers.append(.rotation(try number(rotation))) }
        if let scale = value["scale"] { modifiers.append(.scale(try length(scale, scope, path))) }
        if let opacity = value["opacity"] { modifiers.append(.opacity(min(max(try number(opacity), 0), 1))) }
        if let offset = value["offset"] {
            modifiers.append(.offset(x: try offset["x"].map(number) ?? 0, y: try offset["y"].map(number) ?? 0))
        }
        modifiers += try guides(value, scope, path)
        if let intent = value["intent"] {
            let name = try text(intent, scope, path)
            if !name.isEmpty { modifiers.append(.intent(name)) }
        }
        for (key, modifier) in [("privacySensitive", Modifier.privacySensitive), ("unredacted", .unredacted), ("accented", .accented)] {
            if let value = value[key], try truth(value, scope, path) { modifiers.append(modifier) }
        }
        if let scheme = value["colorScheme"] { modifiers.append(.colorScheme(try word(scheme, scope, path))) }
        if let below = value["belowIfTooWide"], try truth(below, scope, path) { modifiers.append(.belowIfTooWide) }
        if let columns = value["gridCellColumns"] {
            modifiers.append(.gridCellColumns(Int(saturating: min(max(try number(columns), 1), 100))))
        }
        if let alignment = value["gridColumnAlignment"] { modifiers.append(.gridColumnAlignment(try word(alignment, scope, path))) }
        if let direction = value["layoutDirection"] { modifiers.append(.layoutDirection(try word(direction, scope, path))) }
        if let priority = value["layoutPriority"] { modifiers.append(.layoutPriority(try number(priority))) }
        return modifiers
    }

    /// The node of a background, an overlay or a mask: a rectangle filled with a paint, or a node of the template.
    func layer(_ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> SubdialLayout.Node {
        switch value.kind {
        // The bare name of an element, not of a paint.
        case .scalar where value.literal.map { Vocabulary.elements[$0] != nil } ?? false: return try body(value, inherited, scope, path)
        case .scalar: return SubdialLayout.Node(.shape(.rectangle, try paint(value, scope, path)), path: path)
        case .map where value["gradient"] != nil: return SubdialLayout.Node(.shape(.rectangle, try paint(value, scope, path)), path: path)
        default: return try body(value, inherited, scope, path)
        }
    }

    /// SwiftUI's shadow; the default colour is black with an opacity of 0.33.
    private func shadow(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Modifier {
        .shadow(
            try value["color"].map { try color($0, scope, path) } ?? ColorName("black", opacity: 0.33),
            radius: try value["radius"].map { try length($0, scope, path) } ?? 4,
            x: try value["x"].map { try number($0, scope, path) } ?? 0, y: try value["y"].map { try number($0, scope, path) } ?? 0)
    }

    private func fixedSize(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Modifier {
        let text = try self.text(value, scope, path)
        if let axis = Axis(rawValue: text) { return .fixedSize(horizontal: axis == .horizontal, vertical: axis == .vertical) }
        let both = try truth(value, scope, path)
        return .fixedSize(horizontal: both, vertical: both)
    }

    private func clip(of value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Shape? {
        if let radius = value["cornerRadius"] { return .roundedRectangle(try self.radius(radius, scope, path)) }
        guard let clip = value["clip"] else { return nil }
        switch try text(clip, scope, path) {
        case "circle": return .circle
        case "capsule": return .capsule
        default: return .rectangle
        }
    }

    private func frame(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> [Modifier] {
        func length(_ key: String) throws -> Double? { try value[key].map { try self.length($0, scope, path) } }
        let alignment = try value["alignment"].map { try self.alignment($0, scope, path) } ?? .center
        var modifiers: [Modifier] = []
        let (width, height) = (try length("width"), try length("height"))
        if width != nil || height != nil { modifiers.append(.frame(width: width, height: height, alignment: alignment)) }
        let flexible = FlexibleFrame(
            horizontal: .init(minimum: try length("minWidth"), ideal: try length("idealWidth"), maximum: try length("maxWidth")),
            vertical: .init(minimum: try length("minHeight"), ideal: try length("idealHeight"), maximum: try length("maxHeight")),
            alignment: alignment)
        if flexible.horizontal != .init() || flexible.vertical != .init() || modifiers.isEmpty {
            modifiers.append(.flexibleFrame(flexible))
        }
        return modifiers
    }

    private func guides(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> [Modifier] {
        guard case .map(let members)? = value["alignmentGuide"]?.kind else { return [] }
        return try members.flatMap { member -> [Modifier] in
            let offset = try number(member.value, scope, path)
            // `center` is a guide of both axes.
            return (VerticalAlignment(rawValue: member.key).map { [.verticalGuide($0, offset)] } ?? [])
                + (HorizontalAlignment(rawValue: member.key).map { [.horizontalGuide($0, offset)] } ?? [])
        }
    }
}
