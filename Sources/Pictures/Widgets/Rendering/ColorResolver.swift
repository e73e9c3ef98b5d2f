import SubdialDrawing
import SubdialLayout
import SubdialTemplates

/// Converts the named colours of a template to drawable colours.
struct ColorResolver {
    let theme: Theme
    let palette: Palette
    var environment: WidgetEnvironment
    /// True if the drawn node belongs to the accent group.
    var isAccented = false
    /// True if a template has set the colour scheme of the surface.
    var isOnOwnSurface = false

    func color(_ name: ColorName) -> Color {
        var plain = name.variants.map(components) ?? plainColor(name.name)
        if let least = leastOpacity(of: name.name, plain) { plain.alpha = max(plain.alpha, least) }
        let color = environment.mode == .accented ? groupColor.opacity(plain.alpha) : plain
        return name.opacity < 1 ? color.opacity(name.opacity) : color
    }

    /// The colour of a shape: that of a warning is brighter than that of its words, which must be read on white.
    func shapeColor(_ name: ColorName) -> Color {
        guard name.name == "warning", environment.mode == .fullColor, !environment.isNight, !environment.isLuminanceReduced,
            let bright = theme.color(Theme.warningShape, environment.appearance)
        else { return color(name) }
        return name.opacity < 1 ? bright.opacity(name.opacity) : bright
    }

    /// True if symbols may have several colours: not in the one colour of a tinted or a vibrant widget, of StandBy in the dark and of a panel.
    var showsSymbolColors: Bool { environment.mode == .fullColor && !environment.isNight && !environment.isPanel }

    /// The colour of a layer of a symbol of several colours.
    ///
    /// The foreground shows whether the surface is dark: a template may have a dark one in a light appearance.
    func color(_ own: SymbolColor, beside foreground: Color) -> Color? {
        let color = own.color(onDark: foreground.luminance > 0.5, in: theme)
        return environment.isLuminanceReduced ? color?.blended(with: .white, by: 0.55) : color
    }

    /// The colour that has its own values, in this look, within sRGB.
    private func components(_ variants: ColorVariants) -> Color {
        let value = variants.components(environment.appearance == .dark ? .dark : .light, highContrast: environment.isHighContrast)
        return Color(red: value.red, green: value.green, blue: value.blue, alpha: value.alpha)
    }

    /// The minimum opacity of a secondary colour in a dimmed mode, in which it must remain legible.
    private func leastOpacity(of name: String, _ plain: Color) -> Double? {
        let isOnGlass = environment.mode != .fullColor && environment.backdrop != nil
        guard environment.isLuminanceReduced || environment.isNight || isOnGlass else { return nil }
        switch name {
        case "secondary": return environment.isNight ? 0.96 : isOnGlass ? 0.88 : 0.82
        case "tertiary": return environment.isNight || isOnGlass ? 0.85 : 0.7
        // White with slightly reduced contrast.
        default:
            let isQuietWhite = plain.alpha >= 0.6 && min(plain.red, plain.green, plain.blue) > 0.6 && Material(rawValue: name) == nil
            return environment.isNight && isQuietWhite ? 0.96 : nil
        }
    }

    private func plainColor(_ name: String) -> Color {
        switch name {
        case "white": return .white
        case "black": return .black
        case "clear": return .clear
        // Dark hues are almost black in red light.
        case "accent" where environment.isNight: return .white
        case _ where environment.isNight && ColorNames.hues.contains(name): return .white
        case _ where environment.isLuminanceReduced && ColorNames.hues.contains(name):
            return (theme.color(name, environment.appearance) ?? .white).blended(with: .white, by: 0.55)
        case "accent": return palette.accent
        case "background": return palette.background
        default:
            if let material = Material(rawValue: name) { return material.veil(environment.appearance) }
            return Color(hex: name) ?? surfaceColor(name) ?? theme.color(name, environment.appearance) ?? .white
        }
    }

    /// The colour for an appearance that the theme does not define: white on dark, black on light surfaces.
    private func surfaceColor(_ name: String) -> Color? {
        guard isOnOwnSurface, !theme.appearances.contains(environment.appearance) else { return nil }
        let opacities = ["primary": 1.0, "secondary": 0.6, "tertiary": 0.47, "fill": 0.16, "border": 0.16]
        return opacities[name].map { (environment.appearance == .dark ? Color.white : .black).opacity($0) }
    }

    /// The colour of a tinted widget's group: white for both groups on phones and pads; on a watch, the accent group has the colour of the face.
    ///
    /// Opacity is kept: a group is a mask that this colour fills.
    private var groupColor: Color { groupColor(isAccented: isAccented) }

    func groupColor(isAccented: Bool) -> Color {
        guard isAccented, environment.device.isWatch else { return .white }
        return environment.tint ?? theme.color("orange", .dark) ?? .white
    }

    /// The paint in a frame.
    ///
    /// - Parameter tiles: Draws a tile of a picture; nothing stands in place of one that cannot be drawn.
    func paint(
        _ paint: SubdialLayout.Paint, in frame: Rect, tiles: (PictureContent) -> PictureTiles? = { _ in nil }
    ) -> SubdialDrawing.Paint {
        switch paint {
        case .color(let name): return .color(color(name))
        case .linearGradient(let from, let to, let stops):
            return .linear(LinearGradient(stops: self.stops(stops), from: point(from, in: frame), to: point(to, in: frame)))
        case .radialGradient(let center, let start, let end, let stops):
            let center = point(center, in: frame)
            return .radial(
                RadialGradient(
                    stops: self.stops(stops), center: center, startRadius: start, endRadius: max(start, end ?? frame.reach(from: center))))
        case .angularGradient(let center, let start, let end, let stops):
            let center = point(center, in: frame)
            return .angular(
                AngularGradient(stops: self.stops(stops), center: center, radius: frame.reach(from: center), start: start, end: end))
        case .ellipticalGradient(let center, let start, let end, let stops):
            return .elliptical(
                EllipticalGradient(
                    stops: self.stops(stops), in: frame, center: center, startRadius: start, endRadius: max(start, end)))
        case .meshGradient(let width, let height, let points, let colors):
            let gradient = MeshGradient(
                columns: width, rows: height, points: points.map { point($0, in: frame) }, colors: colors.map(color))
            return gradient.map { .mesh($0) } ?? .color(colors.first.map(color) ?? .clear)
        case .picture(let picture):
            // In a tinted widget, a picture is its group's colour.
            if environment.mode == .accented { return .color(groupColor) }
            return tiles(picture).map { .tiles($0) } ?? .color(.clear)
        }
    }

    /// One colour for a paint: its first one.
    func color(of paint: SubdialLayout.Paint) -> Color {
        switch paint {
        case .color(let name): color(name)
        case .linearGradient(_, _, let stops), .radialGradient(_, _, _, let stops), .angularGradient(_, _, _, let stops),
            .ellipticalGradient(_, _, _, let stops):
            stops.first.map { color($0.color) } ?? .clear
        case .meshGradient(_, _, _, let colors): colors.first.map(color) ?? .clear
        case .picture: color(.primary)
        }
    }

    /// The stops of a gradient.
    ///
    /// A transparent stop takes the colour of its neighbours; otherwise the gradient would fade to transparent black, a grey veil on light
    /// backgrounds.
    func stops(_ stops: [SubdialLayout.GradientStop]) -> [SubdialDrawing.GradientStop] {
        let plain = stops.map { SubdialDrawing.GradientStop($0.location, color($0.color)) }
        return plain.indices.flatMap { index -> [SubdialDrawing.GradientStop] in
            let stop = plain[index]
            guard stop.color.alpha == 0 else { return [stop] }
            let neighbours = [index - 1, index + 1].filter(plain.indices.contains).map { plain[$0].color.opacity(0) }
            return neighbours.isEmpty ? [stop] : neighbours.map { SubdialDrawing.GradientStop(stop.offset, $0) }
        }
    }

    private func point(_ point: Point, in frame: Rect) -> Point {
        Point(frame.x + point.x * frame.width, frame.y + point.y * frame.height)
    }
}

extension Rect {
    /// The distance from a point to the farthest corner.
    fileprivate func reach(from point: Point) -> Double {
        let across = max(abs(x - point.x), abs(x + width - point.x))
        let down = max(abs(y - point.y), abs(y + height - point.y))
        return (across * across + down * down).squareRoot()
    }
}
