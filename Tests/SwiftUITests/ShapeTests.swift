import Foundation
import SubdialCoreGraphics
import Testing

@testable import SubdialLayout
@testable import SubdialSwiftUI

@MainActor @Suite("Shapes")
struct ShapeTests {
    private func nodes<V: View>(_ view: V, _ change: (inout EnvironmentValues) -> Void = { _ in }) -> ([Node], warnings: [String]) {
        var environment = EnvironmentValues()
        change(&environment)
        let pass = ViewPass()
        return (_ViewContext(environment, pass: pass).nodes(of: view), pass.warnings)
    }

    private func shape(_ view: some View) -> ShapeContent? {
        guard case .shape(let content)? = nodes(view).0.first?.content else { return nil }
        return content
    }

    /// What a shape that is computed draws in a frame.
    private func computed(_ view: some View, _ frame: Rect, _ change: (inout EnvironmentValues) -> Void = { _ in }) -> Node? {
        guard case .geometry(let geometry)? = nodes(view, change).0.first?.content else { return nil }
        return geometry.content(frame).first
    }

    private struct Corner: SubdialSwiftUI.Shape {
        func path(in rect: CGRect) -> SubdialSwiftUI.Path {
            Path {
                $0.move(to: rect.origin)
                $0.addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
                $0.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
                $0.closeSubpath()
            }
        }
    }

    @Test("Plain shapes are the layout's own")
    func plain() {
        #expect(shape(Rectangle()) == ShapeContent(.rectangle, .color(.primary)))
        #expect(shape(Circle().fill(.red)) == ShapeContent(.circle, .color(ColorName("red"))))
        #expect(shape(RoundedRectangle(cornerRadius: 8).fill(.red))?.shape == .roundedRectangle(.fixed(8), .continuous))
        #expect(shape(Capsule(style: .circular))?.shape == .capsule(.circular))
        #expect(shape(ContainerRelativeShape().inset(by: 3))?.shape == .inset(.container, 3))
        #expect(shape(AnyShape(Ellipse()))?.shape == .ellipse)
        #expect(shape(Color.red) == ShapeContent(.rectangle, .color(ColorName("red"))))
    }

    @Test("A circle keeps its ratio")
    func circle() { #expect(nodes(Circle()).0.first?.modifiers == [.aspectRatio(1, .fit)]) }

    @Test("A border inside is a line in a shape that is smaller by half its width, with smaller corners")
    func strokeBorder() {
        let content = shape(RoundedRectangle(cornerRadius: 10).strokeBorder(.red, lineWidth: 4))
        #expect(content?.shape == .inset(.roundedRectangle(.fixed(8), .continuous), 2))
        #expect(content?.stroke?.lineWidth == 4)
    }

    @Test("A part of a line")
    func trim() {
        let content = shape(Circle().trim(from: 0.1, to: 0.75).stroke(.red, style: StrokeStyle(lineWidth: 3, lineCap: .round)))
        #expect(content?.trim == 0.1...0.75)
        #expect(content?.stroke == SubdialLayout.StrokeStyle(lineWidth: 3, cap: .round))
        #expect(shape(Circle().trim(from: 0.8, to: 0.2))?.trim == 0.8...0.8)
    }

    @Test("Fill and line of one shape: the fill is behind")
    func chain() {
        let node = nodes(Rectangle().fill(.red).stroke(.blue, lineWidth: 2)).0.first
        guard case .background(let back, _)? = node?.modifiers.first, case .shape(let fill) = back.content else {
            return #expect(Bool(false))
        }
        #expect(fill.paint == .color(ColorName("red")))
    }

    @Test("A shape with code is computed in its frame, and mirrored from right to left")
    func custom() {
        let frame = Rect(50, 60, 10, 20)
        let expected: [PathElement] = [.move(Point(0, 0)), .line(Point(10, 0)), .line(Point(0, 20)), .close]
        #expect(computed(Corner().fill(.red), frame)?.content == .shape(ShapeContent(.elements(expected), .color(ColorName("red")))))
        let mirrored: [PathElement] = [.move(Point(10, 0)), .line(Point(0, 0)), .line(Point(10, 20)), .close]
        let node = computed(Corner().fill(.red), frame) { $0.layoutDirection = .rightToLeft }
        #expect(node?.content == .shape(ShapeContent(.elements(mirrored), .color(ColorName("red")))))
    }

    @Test("A path needs no frame")
    func path() { #expect(shape(Path("0 0 m 5 5 l") ?? Path())?.shape == .elements([.move(Point(0, 0)), .line(Point(5, 5))])) }

    @Test("Modifiers of shapes")
    func modifiers() {
        let frame = Rect(0, 0, 10, 10)
        #expect(computed(Rectangle().offset(x: 1, y: 2), frame) != nil)
        guard case .shape(let content)? = computed(Rectangle().scale(0.5), frame)?.content else { return #expect(Bool(false)) }
        #expect(
            content.shape
                == .elements([.move(Point(2.5, 2.5)), .line(Point(7.5, 2.5)), .line(Point(7.5, 7.5)), .line(Point(2.5, 7.5)), .close]))
    }

    @Test("Clips: plain shapes as clips, computed ones as masks")
    func clips() {
        #expect(nodes(Color.red.clipShape(Circle())).0.first?.modifiers == [.clip(.circle)])
        #expect(nodes(Color.red.cornerRadius(4)).0.first?.modifiers == [.clip(.roundedRectangle(.fixed(4), .continuous))])
        guard case .mask(let mask, _)? = nodes(Color.red.clipShape(Corner())).0.first?.modifiers.first else { return #expect(Bool(false)) }
        guard case .geometry = mask.content else { return #expect(Bool(false)) }
    }

    @Test("A background in a style, and in a shape")
    func backgrounds() {
        guard case .background(let node, _)? = nodes(Color.red.background(.blue, in: .rect(cornerRadius: 5))).0.first?.modifiers.first
        else {
            return #expect(Bool(false))
        }
        #expect(node.content == .shape(ShapeContent(.roundedRectangle(.fixed(5), .continuous), .color(ColorName("blue")))))
    }

    @Test("Shadows of a style")
    func shadows() {
        let drop = nodes(Rectangle().fill(.red.shadow(.drop(color: .black, radius: 4, y: 1)))).0.first
        #expect(drop?.modifiers == [.shadow(ColorName("black"), radius: 4, x: 0, y: 1)])
        let inner = computed(Rectangle().fill(.red.shadow(.inner(color: .black, radius: 2))), Rect(0, 0, 10, 10))
        guard case .overlay(let ring, _)? = inner?.modifiers.first else { return #expect(Bool(false)) }
        #expect(ring.modifiers.first == .shadow(ColorName("black"), radius: 2, x: 0, y: 0))
    }

    @Test("A transform in parts")
    func transforms() {
        let moved = nodes(Color.red.transformEffect(CGAffineTransform(translationX: 2, y: 3)))
        #expect(moved.0.first?.modifiers == [.offset(x: 2, y: 3)] && moved.warnings.isEmpty)
        #expect(nodes(Color.red.transformEffect(CGAffineTransform(1, 0, 0.5, 1, 0, 0))).warnings.count == 1)
    }

    @Test("A canvas records what is drawn, with the state of each copy of its context")
    func canvas() {
        let canvas = Canvas { context, size in
            var moved = context
            moved.opacity = 0.5
            moved.scaleBy(x: 2, y: 2)
            moved.stroke(Path("0 0 m 1 1 l") ?? Path(), with: .color(.red), lineWidth: 3)
            context.fill(Path(CGRect(origin: .zero, size: size)), with: .color(.blue))
        }
        guard case .geometry(let geometry)? = nodes(canvas).0.first?.content else { return #expect(Bool(false)) }
        let drawn = geometry.content(Rect(5, 5, 10, 10))
        let line = SubdialLayout.StrokeStyle(lineWidth: 6)
        let elements: [PathElement] = [.move(Point(0, 0)), .line(Point(2, 2))]
        #expect(drawn.first?.content == .shape(ShapeContent(.elements(elements), .color(ColorName("red")), stroke: line)))
        #expect(drawn.first?.modifiers == [.opacity(0.5)])
        #expect(drawn.last?.modifiers == [])
    }

    /// The nodes of a canvas of 10 by 10 points, with the warnings.
    private func drawn(
        _ direction: SubdialSwiftUI.LayoutDirection = .leftToRight, _ renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) -> (nodes: [Node], warnings: [String]) {
        let canvas = Evaluated(Canvas(renderer: renderer)) { $0.layoutDirection = direction }
        guard case .geometry(let geometry)? = canvas.nodes.first?.content else { return ([], []) }
        return (geometry.content(Rect(0, 0, 10, 10)), canvas.pass.warnings)
    }

    @Test("A conic gradient turns with the canvas")
    func turnedGradient() {
        let nodes = drawn { context, _ in
            context.rotate(by: .degrees(90))
            context.fill(
                Path(CGRect(x: 0, y: 0, width: 1, height: 1)),
                with: .conicGradient(Gradient(colors: [.red, .blue]), center: .zero, angle: .degrees(10)))
        }.nodes
        guard case .shape(let shape)? = nodes.first?.content, case .angularGradient(_, let start, let end, _) = shape.paint else {
            return #expect(Bool(false))
        }
        #expect(abs(start - 100) < 1e-9 && abs(end - 460) < 1e-9)
    }

    @Test("A canvas warns of options that it does not draw")
    func canvasOptions() {
        let gradient = Gradient(colors: [.red, .blue])
        let all = drawn { context, _ in
            let path = Path(CGRect(x: 0, y: 0, width: 1, height: 1))
            context.fill(path, with: .linearGradient(gradient, startPoint: .zero, endPoint: .zero, options: .mirror))
            context.addFilter(.shadow(radius: 1, options: .shadowOnly))
        }
        #expect(all.warnings.count == 2)
        let none = drawn { context, _ in
            context.addFilter(.shadow(radius: 1))
            context.fill(Path(), with: .linearGradient(gradient, startPoint: .zero, endPoint: .zero))
        }
        #expect(none.warnings.isEmpty)
    }

    @Test("A text of a canvas has any of its points at the given one")
    func canvasAnchor() {
        let nodes = drawn { context, _ in context.draw(Text("A"), at: CGPoint(x: 3, y: 4), anchor: UnitPoint(x: 0.2, y: 0.5)) }.nodes
        guard case .custom(let layout, let parts)? = nodes.first?.content else { return #expect(Bool(false)) }
        let request = CustomLayout.Request(proposal: .unspecified, subviews: [], size: nil)
        #expect(layout.places(request)[0] == CustomLayout.Place(position: Point(3, 4), anchor: Point(0.2, 0.5)))
        #expect(layout.size(request) == Size(10, 10) && parts.count == 1)
    }

    // The engine counts frames from the right in such a layout; a canvas has its origin on the left.
    @Test("A text of a canvas stands beside the same paths from right to left")
    func mirroredCanvas() {
        let nodes = drawn(.rightToLeft) { context, _ in
            context.draw(Text("A"), at: CGPoint(x: 3, y: 4), anchor: .leading)
            context.draw(Text("A"), in: CGRect(x: 1, y: 2, width: 5, height: 3))
        }.nodes
        #expect(nodes.first?.modifiers.contains(.offset(x: 7, y: 4)) == true)
        #expect(nodes.first?.modifiers.contains(.frame(width: 0, height: 0, alignment: .init(.trailing, .center))) == true)
        #expect(nodes.last?.modifiers.contains(.offset(x: 4, y: 2)) == true)
    }

    @Test("A missing colour warns")
    func missingColor() { #expect(nodes(Color("nobody has this")).warnings.count == 1) }

    @Test("A blend mode of a view or of a canvas is that of its name in the layout")
    func blendModes() {
        #expect(SubdialSwiftUI.BlendMode.plusLighter.layout == .plusLighter)
        #expect(SubdialSwiftUI.BlendMode.sourceAtop.layout == .sourceAtop)
        let canvas = (Int32(0)...28).map { GraphicsContext.BlendMode(rawValue: $0).layout }
        #expect(Set(canvas.compactMap { $0 }) == Set(SubdialLayout.BlendMode.allCases))
        #expect(GraphicsContext.BlendMode.xor.layout == nil && GraphicsContext.BlendMode.xor.name == "xor")
        #expect(GraphicsContext.BlendMode(rawValue: -1).layout == nil)
    }
}
