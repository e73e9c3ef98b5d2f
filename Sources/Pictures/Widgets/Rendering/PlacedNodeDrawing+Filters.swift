import SubdialDrawing
import SubdialLayout

/// The drawing of changed colours, of blends, and of rotations in space.
extension PlacedNodeDrawing {
    /// Draws the children with each colour changed.
    func drawFiltered(_ node: PlacedNode, by filter: ColorFilter) {
        let change: (Bitmap) -> Bitmap =
            switch filter {
            case .dimming(let factor): { $0.changed(by: .multiply(Color(white: factor))) }
            case .brightness(let amount): { $0.changed(by: .brightness(amount)) }
            case .contrast(let factor): { $0.changed(by: .contrast(factor)) }
            case .saturation(let factor): { $0.changed(by: .saturation(factor)) }
            case .grayscale(let amount): { $0.changed(by: .saturation(1 - min(max(amount, 0), 1))) }
            case .hueRotation(let degrees): { $0.changed(by: .hueRotation(degrees: degrees)) }
            case .multiply(let name):
                // In a tinted widget, a colour is only its opacity.
                { [color = colors.color(name)] in $0.changed(by: .multiply(color)) }
            case .invert: { $0.changed(by: .invert) }
            case .luminanceToAlpha: { $0.luminanceAsOpacity }
            }
        do throws(DrawingError) {
            try context.filtered({ drawing(in: $0).drawChildren(of: node) }, change)
        } catch {
            // Without memory for another layer, the original colours are better than nothing.
            drawChildren(of: node)
        }
    }

    /// Draws the children as a whole, mixed with what is behind.
    func drawBlended(_ node: PlacedNode, _ mode: SubdialLayout.BlendMode) {
        if mode == .normal { return drawChildren(of: node) }
        if let blend = mode.drawn { return context.group(blend: blend) { drawChildren(of: node) } }
        do throws(DrawingError) {
            try context.mixed({ drawing(in: $0).drawChildren(of: node) }, { $0.addDarker($1) })
        } catch {
            drawChildren(of: node)
        }
    }

    /// Draws the children as a picture that is rotated in space.
    func drawProjected(_ node: PlacedNode, _ rotation: Rotation3D, in frame: Rect) {
        var all = self
        all.areas = nil
        let longest = max(frame.width, frame.height)
        guard longest > 0, rotation.axis.count == 3 else { return all.drawChildren(of: node) }
        let projection = Projection(
            degrees: rotation.angle, axis: (rotation.axis[0], rotation.axis[1], rotation.axis[2]), anchor: frame.point(rotation.anchor),
            anchorZ: rotation.anchorZ, eye: rotation.perspective / longest)
        guard let projection else { return all.drawChildren(of: node) }
        // What children draw beside their frame is kept within a margin.
        let margin = min(max(8, longest / 4), max(canvas.width, canvas.height))
        let most = 4 * max(canvas.width, canvas.height)
        let area = frame.inset(by: -margin)
        guard area.width <= most, area.height <= most else { return all.drawChildren(of: node) }
        do throws(DrawingError) {
            try context.projected(area, by: projection) { all.drawing(in: $0).drawChildren(of: node) }
        } catch {
            // Without memory for the layer, nothing is drawn in a wrong place.
        }
    }
}

extension Rect {
    /// A point of the unit square in the rectangle.
    func point(_ point: Point) -> Point { Point(x + point.x * width, y + point.y * height) }
}

extension SubdialLayout.BlendMode {
    /// The mode of the drawing library; nil for the one that it does not have.
    fileprivate var drawn: SubdialDrawing.BlendMode? {
        switch self {
        case .normal: .over
        case .multiply: .multiply
        case .screen: .screen
        case .overlay: .overlay
        case .darken: .darken
        case .lighten: .lighten
        case .colorDodge: .colorDodge
        case .colorBurn: .colorBurn
        case .softLight: .softLight
        case .hardLight: .hardLight
        case .difference: .difference
        case .exclusion: .exclusion
        case .hue: .hue
        case .saturation: .saturation
        case .color: .color
        case .luminosity: .luminosity
        case .sourceAtop: .atop
        case .destinationOver: .destinationOver
        case .destinationOut: .destinationOut
        case .plusDarker: nil
        case .plusLighter: .plusLighter
        }
    }
}
