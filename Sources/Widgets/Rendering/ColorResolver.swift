import Drawing
import Layout

/// Turns the colours that a template names into colours to draw.
struct ColorResolver {
    let theme: Theme
    let palette: Palette
    var environment: WidgetEnvironment
    /// Whether what is drawn belongs to the accent group.
    var isAccented = false

    func color(_ name: ColorName) -> Color {
        let plain = plainColor(name.name)
        let color = environment.mode == .accented ? groupColor.opacity(plain.alpha) : plain
        return name.opacity < 1 ? color.opacity(name.opacity) : color
    }

    private func plainColor(_ name: String) -> Color {
        switch name {
        case "white": return .white
        case "black": return .black
        case "clear": return .clear
        case "accent": return palette.accent
        case "background": return palette.background
        default: return Color(hex: name) ?? theme.color(name, environment.appearance) ?? .white
        }
    }

    /// The one colour of a tinted widget's group: white for both on phones and pads, and on a watch the face's colour for what is accented.
    ///
    /// How strong a colour is stays: a group is a mask, and this is what it is filled with.
    var groupColor: Color { groupColor(isAccented: isAccented) }

    func groupColor(isAccented: Bool) -> Color {
        guard isAccented, environment.device.isWatch else { return .white }
        return environment.tint ?? theme.color("orange", .dark) ?? .white
    }

    func paint(_ paint: Layout.Paint, in frame: Drawing.Rect) -> Drawing.Paint {
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
        }
    }

    /// The colours of a gradient.
    ///
    /// A colour fades into a clear one as itself: clear is black otherwise, and leaves a grey veil on light grounds.
    func stops(_ stops: [Layout.GradientStop]) -> [Drawing.GradientStop] {
        let plain = stops.map { Drawing.GradientStop($0.location, color($0.color)) }
        return plain.indices.flatMap { index -> [Drawing.GradientStop] in
            let stop = plain[index]
            guard stop.color.alpha == 0 else { return [stop] }
            let neighbours = [index - 1, index + 1].filter(plain.indices.contains).map { plain[$0].color.opacity(0) }
            return neighbours.isEmpty ? [stop] : neighbours.map { Drawing.GradientStop(stop.offset, $0) }
        }
    }

    private func point(_ point: Layout.Point, in frame: Drawing.Rect) -> Drawing.Point {
        Drawing.Point(frame.x + point.x * frame.width, frame.y + point.y * frame.height)
    }
}

extension Drawing.Rect {
    /// The distance of the corner that is farthest from a point.
    fileprivate func reach(from point: Drawing.Point) -> Double {
        let across = max(abs(x - point.x), abs(x + width - point.x))
        let down = max(abs(y - point.y), abs(y + height - point.y))
        return (across * across + down * down).squareRoot()
    }
}
