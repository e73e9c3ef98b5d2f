public import Foundation
internal import SubdialLayout

extension View {
    nonisolated public func opacity(_ opacity: Double) -> some View { adding(.opacity(opacity.finite(1))) }

    nonisolated public func brightness(_ amount: Double) -> some View { adding(.filter(.brightness(amount.finite(0)))) }

    nonisolated public func contrast(_ amount: Double) -> some View { adding(.filter(.contrast(amount.finite(1)))) }

    nonisolated public func saturation(_ amount: Double) -> some View { adding(.filter(.saturation(amount.finite(1)))) }

    nonisolated public func grayscale(_ amount: Double) -> some View { adding(.filter(.grayscale(amount.finite(0)))) }

    nonisolated public func hueRotation(_ angle: Angle) -> some View { adding(.filter(.hueRotation(angle.degrees.finite(0)))) }

    nonisolated public func colorMultiply(_ color: Color) -> some View {
        adding { [.filter(.multiply(color.name(in: $0.environment)))] }
    }

    nonisolated public func colorInvert() -> some View { adding(.filter(.invert)) }

    nonisolated public func luminanceToAlpha() -> some View { adding(.filter(.luminanceToAlpha)) }

    nonisolated public func blendMode(_ blendMode: BlendMode) -> some View { adding(.blendMode(blendMode.layout)) }

    nonisolated public func compositingGroup() -> some View { adding(.compositingGroup) }

    nonisolated public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear) -> some View {
        adding(.compositingGroup)
    }

    /// Blurs the view; `opaque` has no effect in a picture.
    nonisolated public func blur(radius: CGFloat, opaque: Bool = false) -> some View { adding(.blur(Double(max(radius, 0)).finite(0))) }

    nonisolated public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View {
        adding { context in
            [
                .shadow(
                    color.name(in: context.environment), radius: Double(max(radius, 0)).finite(0), x: Double(x).finite(0),
                    y: Double(y).finite(0))
            ]
        }
    }

    /// Keeps the place of the view, and draws nothing.
    nonisolated public func hidden() -> some View { adding(.hidden) }
}

extension Double {
    /// The number; a default if it is infinite or not a number.
    func finite(_ standard: Double) -> Double { isFinite ? self : standard }
}
