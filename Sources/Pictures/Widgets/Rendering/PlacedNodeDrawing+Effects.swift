import SubdialBasics
import SubdialDrawing
import SubdialLayout

extension PlacedNodeDrawing {
    /// Draws the children of a node with a modifier applied.
    func apply(_ modifier: Modifier, to node: PlacedNode, in frame: Rect) {
        switch modifier {
        case .clip(let shape): drawClipped(node, to: path(shape, in: node.frame), in: frame)
        case .border(let shape, let color, let width):
            drawChildren(of: node)
            let inner = Rect(
                node.frame.minX + width / 2, node.frame.minY + width / 2, max(0, node.frame.size.width - width),
                max(0, node.frame.size.height - width))
            context.stroke(path(shape, in: inner), with: colors.color(color), style: StrokeStyle(width: width))
        case .opacity(let opacity):
            guard opacity > 0 else { return }
            if opacity >= 1 { drawChildren(of: node) } else { context.group(alpha: opacity) { drawChildren(of: node) } }
        case .brightness(let brightness):
            guard brightness < 1 else { return drawChildren(of: node) }
            context.group {
                drawChildren(of: node)
                context.fill(.rect(frame), with: Color.black.opacity(1 - brightness), blend: .atop)
            }
        case .mask: drawMasked(node)
        case .blur(let radius): drawBlurred(node, radius: radius)
        case .shadow(let color, let radius, let x, let y): drawShadow(of: node, colors.color(color), radius: radius, x: x, y: y)
        case .offset(let x, let y): transformed(node) { context.translate(x: x, y: y) }
        case .rotation(let degrees):
            transformed(node) {
                context.translate(x: frame.center.x, y: frame.center.y)
                context.rotate(degrees: degrees)
                context.translate(x: -frame.center.x, y: -frame.center.y)
            }
        case .scale(let factor):
            transformed(node) {
                context.translate(x: frame.center.x, y: frame.center.y)
                context.scale(factor)
                context.translate(x: -frame.center.x, y: -frame.center.y)
            }
        case .accented:
            var accented = self
            accented.colors.isAccented = true
            accented.drawChildren(of: node)
        case .colorScheme(let scheme):
            var other = self
            other.colors.environment.appearance = scheme == .dark ? .dark : .light
            other.colors.isOnOwnSurface = true
            other.drawChildren(of: node)
        case .privacySensitive:
            var hidden = self
            hidden.isRedacted = isRedacted || colors.environment.hidesPrivate
            hidden.drawChildren(of: node)
        case .unredacted:
            var shown = self
            shown.isRedacted = false
            shown.drawChildren(of: node)
        default: drawChildren(of: node)
        }
    }

    private func transformed(_ node: PlacedNode, _ transform: () -> Void) {
        // The frames of the children are not where their ink is drawn.
        var all = self
        all.areas = nil
        context.saved {
            transform()
            all.drawChildren(of: node)
        }
    }

    /// Draws the first child, masked by the opacity of the second.
    private func drawMasked(_ node: PlacedNode) {
        guard let content = node.children.first else { return }
        context.group {
            draw(content)
            context.group(blend: .destinationIn) {
                for mask in node.children.dropFirst() { draw(mask) }
            }
        }
    }

    private func drawBlurred(_ node: PlacedNode, radius: Double) {
        guard radius > 0 else { return drawChildren(of: node) }
        do throws(DrawingError) {
            try context.filtered {
                drawing(in: $0).drawChildren(of: node)
            } _: {
                $0.blurredToEdges(radius: radius * scale)
            }
        } catch {
            // Without memory for another layer, a sharp image is better than none.
            drawChildren(of: node)
        }
    }

    private func drawShadow(of node: PlacedNode, _ color: Color, radius: Double, x: Double, y: Double) {
        if color.alpha > 0 {
            context.saved {
                context.translate(x: x, y: y)
                try? context.filtered {
                    drawing(in: $0).drawChildren(of: node)
                } _: { picture in
                    picture.filled(with: color).blurred(radius: radius * scale)
                }
            }
        }
        drawChildren(of: node)
    }

    /// The same drawing on another surface.
    private func drawing(in context: Context) -> PlacedNodeDrawing {
        var drawing = self
        drawing.context = context
        return drawing
    }

    /// Draws a single cover directly into the outline, which gives the smoothest edge; draws anything else to a group and then cuts it out.
    private func drawClipped(_ node: PlacedNode, to outline: SubdialDrawing.Path, in frame: Rect) {
        if let cover = node.onlyCover, cover.frame == node.frame, !isRedacted,
            case .artwork(let placeholder, let owner) = cover.image.kind
        {
            return draw(cover: placeholder, of: owner, cover.image.accentedRendering, in: cover.frame, outline: outline)
        }
        context.saved {
            context.clip(.rect(frame))
            context.cutOut(outline) { drawChildren(of: node) }
        }
    }
}

extension PlacedNode {
    /// The cover, if it is the only drawn content of the node.
    fileprivate var onlyCover: (image: ImageContent, frame: Rect)? {
        if case .image(let image) = drawn, case .artwork = image.kind { return (image, frame) }
        guard children.count == 1, drawn == .nothing || isClip else { return nil }
        return children[0].onlyCover
    }

    private var isClip: Bool {
        if case .effect(.clip) = drawn { true } else { false }
    }
}

extension Bitmap {
    /// A silhouette of the picture in one colour, with its opacity.
    fileprivate func filled(with color: Color) -> Bitmap {
        var pixels = self.pixels
        let (blue, green, red) = (Int(saturating: color.blue * 255), Int(saturating: color.green * 255), Int(saturating: color.red * 255))
        let strength = Int(saturating: color.alpha * 255)
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[index + 3]) * strength / 255
            pixels[index] = UInt8(blue * alpha / 255)
            pixels[index + 1] = UInt8(green * alpha / 255)
            pixels[index + 2] = UInt8(red * alpha / 255)
            pixels[index + 3] = UInt8(alpha)
        }
        return Bitmap(width: width, height: height, pixels: pixels) ?? self
    }
}
