import Foundation
import SubdialCoreGraphics
import SubdialLayout
import Testing

@testable import SubdialSwiftUI

@Suite("Colours")
struct ColorTests {
    private let environment = EnvironmentValues()

    private func hex(_ color: SubdialSwiftUI.Color) -> String { color.variants(in: environment).name }

    @Test("Display P3 in sRGB: the red of P3 is 1.0930, -0.2267, -0.1501 there (CSS Color 4)")
    func displayP3() {
        let red = Color(.displayP3, red: 1, green: 0, blue: 0).variants(in: environment).components(.light, highContrast: false)
        #expect(abs(red.red - 1.0930) < 1e-3 && abs(red.green + 0.2267) < 1e-3 && abs(red.blue + 0.1501) < 1e-3)
        let white = Color(.displayP3, white: 1).variants(in: environment).components(.light, highContrast: false)
        #expect(abs(white.red - 1) < 1e-9 && abs(white.green - 1) < 1e-9 && abs(white.blue - 1) < 1e-9)
    }

    @Test("Hue, saturation and brightness")
    func hsb() {
        #expect(hex(Color(hue: 0, saturation: 1, brightness: 1)) == "#FF0000")
        #expect(hex(Color(hue: 1.0 / 3, saturation: 1, brightness: 1)) == "#00FF00")
        #expect(hex(Color(hue: 2.0 / 3, saturation: 0.5, brightness: 1)) == "#8080FF")
        #expect(hex(Color(hue: -1.0 / 3, saturation: 1, brightness: 0.4)) == "#000066")
    }

    @Test("The colours of a name keep it")
    func names() {
        #expect(Color.red.name(in: environment) == ColorName("red"))
        #expect(Color.red.opacity(0.5).name(in: environment).description == "red@0.50")
        #expect(Color.secondary.name(in: environment).description == "secondary")
        #expect(Color.red == .red && Color.red != .red.opacity(0.5))
        #expect(Color.accentColor.name(in: environment) == ColorName("blue"))
    }

    @Test("The secondary label is 60, 60, 67 at 0.6, and in the dark 235, 235, 245 at 0.6")
    func secondaryLabel() { #expect(hex(.secondary) == "#3C3C4399/#EBEBF599") }

    @Test("Mixtures")
    func mixtures() {
        #expect(hex(Color(white: 0).mix(with: Color(white: 1), by: 0.5, in: .device)) == "#808080")
        // OKLab's lightness 0.5 is the gray 0x63.
        #expect(hex(Color(white: 0).mix(with: Color(white: 1), by: 0.5)) == "#636363")
        #expect(hex(Color.white.mix(with: .black, by: 0)) == "#FFFFFF")
    }

    @Test("Resolved values are linear")
    func resolved() {
        let resolved = Color(white: 0.5, opacity: 0.25).resolve(in: environment)
        #expect(abs(resolved.linearRed - 0.21404) < 1e-4 && resolved.opacity == 0.25)
        #expect(abs(Color(resolved).variants(in: environment).components(.light, highContrast: false).green - 0.5) < 1e-4)
        var dark = environment
        dark.colorScheme = .dark
        #expect(abs(Color.primary.resolve(in: dark).red - 1) < 1e-6)
    }

    @Test("Colours of Core Graphics")
    func coreGraphics() {
        #expect(hex(Color(cgColor: CGColor(red: 1, green: 0.5, blue: 0, alpha: 1))) == "#FF8000")
        #expect(hex(Color(CGColor(gray: 0.2, alpha: 0.5))) == "#33333380")
        #expect(hex(Color(white: .nan, opacity: .infinity)) == "#00000000")
    }
}

@Suite("Styles")
struct StyleTests {
    private func paint(_ style: some ShapeStyle, _ change: (inout EnvironmentValues) -> Void = { _ in }) -> SubdialLayout.Paint {
        var environment = EnvironmentValues()
        change(&environment)
        return style.resolved(in: environment).paint
    }

    @Test("The levels of a colour are 1, 0.5, 0.25 and 0.18 of it")
    func levels() {
        #expect(paint(.secondary) { $0.setForeground([AnyShapeStyle(.red)]) } == .color(ColorName("red", opacity: 0.5)))
        #expect(paint(.quaternary) { $0.setForeground([AnyShapeStyle(.red)]) } == .color(ColorName("red", opacity: 0.18)))
        #expect(paint(Color.red.tertiary) == .color(ColorName("red", opacity: 0.25)))
        guard case .color(let label) = paint(.secondary) else { return #expect(Bool(false)) }
        #expect(label.name == "secondary" && label.opacity == 1)
    }

    @Test("Levels inside of others, and several styles")
    func nested() {
        #expect(
            paint(.secondary) {
                $0.setForeground([AnyShapeStyle(.red)])
                $0.setForeground([AnyShapeStyle(.secondary)])
            } == .color(ColorName("red", opacity: 0.25)))
        #expect(paint(.secondary) { $0.setForeground([AnyShapeStyle(.red), AnyShapeStyle(.blue)]) } == .color(ColorName("blue")))
        #expect(
            paint(.tertiary) { $0.setForeground([AnyShapeStyle(.red), AnyShapeStyle(.blue)]) } == .color(ColorName("blue", opacity: 0.5)))
    }

    @Test("A tint that refers to itself, and a foreground to the tint, end")
    func cycles() {
        #expect(paint(.tint) { $0.tint = AnyShapeStyle(.tint) } == .color(ColorName("blue")))
        #expect(
            paint(.foreground) {
                $0.setForeground([AnyShapeStyle(.tint)])
                $0.tint = AnyShapeStyle(.foreground)
            } == .color(.primary))
    }

    @Test("An opacity is that of each stop")
    func gradients() {
        let style = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
        let expected = SubdialLayout.Paint.linearGradient(
            from: Point(0.5, 0), to: Point(0.5, 1),
            stops: [GradientStop(ColorName("red", opacity: 0.5), at: 0), GradientStop(ColorName("blue", opacity: 0.5), at: 1)])
        #expect(paint(AnyShapeStyle(style).opacity(0.5)) == expected)
    }

    @Test("Levels of the system's fills are colours of their own")
    func fills() {
        guard case .color(let fill) = paint(.fill.tertiary) else { return #expect(Bool(false)) }
        #expect(fill.name == "tertiarySystemFill" && fill.opacity == 1)
    }

    private struct Custom: ShapeStyle {
        func resolve(in environment: EnvironmentValues) -> some ShapeStyle { environment.colorScheme == .dark ? Color.red : Color.blue }
    }

    @Test("A style of one's own")
    func custom() {
        #expect(paint(Custom()) == .color(ColorName("blue")))
        #expect(paint(Custom()) { $0.colorScheme = .dark } == .color(ColorName("red")))
    }
}
