public import Foundation
internal import SubdialLayout

extension GraphicsContext {
    /// How colours are mixed with what a canvas has; a mode that the layout lacks warns, and mixes as `normal`.
    public struct BlendMode: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        public static let normal = BlendMode(rawValue: 0)
        public static let multiply = BlendMode(rawValue: 1)
        public static let screen = BlendMode(rawValue: 2)
        public static let overlay = BlendMode(rawValue: 3)
        public static let darken = BlendMode(rawValue: 4)
        public static let lighten = BlendMode(rawValue: 5)
        public static let colorDodge = BlendMode(rawValue: 6)
        public static let colorBurn = BlendMode(rawValue: 7)
        public static let softLight = BlendMode(rawValue: 8)
        public static let hardLight = BlendMode(rawValue: 9)
        public static let difference = BlendMode(rawValue: 10)
        public static let exclusion = BlendMode(rawValue: 11)
        public static let hue = BlendMode(rawValue: 12)
        public static let saturation = BlendMode(rawValue: 13)
        public static let color = BlendMode(rawValue: 14)
        public static let luminosity = BlendMode(rawValue: 15)
        public static let clear = BlendMode(rawValue: 16)
        public static let copy = BlendMode(rawValue: 17)
        public static let sourceIn = BlendMode(rawValue: 18)
        public static let sourceOut = BlendMode(rawValue: 19)
        public static let sourceAtop = BlendMode(rawValue: 20)
        public static let destinationOver = BlendMode(rawValue: 21)
        public static let destinationIn = BlendMode(rawValue: 22)
        public static let destinationOut = BlendMode(rawValue: 23)
        public static let destinationAtop = BlendMode(rawValue: 24)
        public static let xor = BlendMode(rawValue: 25)
        public static let plusDarker = BlendMode(rawValue: 26)
        public static let plusLighter = BlendMode(rawValue: 27)

        /// The mode for the layout; nil for one that it lacks.
        var layout: SubdialLayout.BlendMode? { SubdialLayout.BlendMode(rawValue: name) }

        /// The name in sources and in the layout; the number of a mode that has none.
        var name: String { Self.names.indices.contains(Int(rawValue)) ? Self.names[Int(rawValue)] : "\(rawValue)" }

        /// The names in the order of their numbers.
        private static let names = [
            "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight",
            "difference", "exclusion", "hue", "saturation", "color", "luminosity", "clear", "copy", "sourceIn", "sourceOut", "sourceAtop",
            "destinationOver", "destinationIn", "destinationOut", "destinationAtop", "xor", "plusDarker", "plusLighter",
        ]
    }

    /// A change of what is drawn.
    public struct Filter: Sendable {
        /// The modifiers of the layout.
        let modifiers: @Sendable (EnvironmentValues) -> [SubdialLayout.Modifier]
        /// What is not drawn.
        var warning: String?

        private init(_ modifiers: SubdialLayout.Modifier...) { self.modifiers = { _ in modifiers } }

        private init(warning: String) { (modifiers, self.warning) = ({ _ in [] }, warning) }

        private init(_ modifiers: @escaping @Sendable (EnvironmentValues) -> [SubdialLayout.Modifier]) { self.modifiers = modifiers }

        /// Warns: a filter that moves what is drawn is not applied; set the transform of the context.
        public static func projectionTransform(_ matrix: ProjectionTransform) -> Filter { Filter(warning: "a projection is not drawn") }

        /// A shadow behind what is drawn; another `blendMode`, and `options` that show, warn.
        public static func shadow(
            color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0,
            blendMode: BlendMode = .normal, options: ShadowOptions = ShadowOptions()
        ) -> Filter {
            var filter = Filter { environment in
                [
                    .shadow(
                        color.name(in: environment), radius: Double(max(radius, 0)).finite(0), x: Double(x).finite(0),
                        y: Double(y).finite(0))
                ]
            }
            if blendMode != .normal || !options.isDisjoint(with: [.shadowAbove, .shadowOnly, .invertsAlpha]) {
                filter.warning = "a shadow is drawn behind its content, without its options and its blend mode"
            }
            return filter
        }

        public static func colorMultiply(_ color: Color) -> Filter { Filter { [.filter(.multiply(color.name(in: $0)))] } }

        /// Warns: a matrix of colours is not applied.
        public static func colorMatrix(_ matrix: ColorMatrix) -> Filter { Filter(warning: "a matrix of colours is not drawn") }

        public static func hueRotation(_ angle: Angle) -> Filter { Filter(.filter(.hueRotation(angle.degrees.finite(0)))) }

        public static func saturation(_ amount: Double) -> Filter { Filter(.filter(.saturation(amount.finite(1)))) }

        public static func brightness(_ amount: Double) -> Filter { Filter(.filter(.brightness(amount.finite(0)))) }

        public static func contrast(_ amount: Double) -> Filter { Filter(.filter(.contrast(amount.finite(1)))) }

        public static func colorInvert(_ amount: Double = 1) -> Filter {
            amount == 1 ? Filter(.filter(.invert)) : Filter(warning: "an inversion of \(amount) is not drawn")
        }

        public static func grayscale(_ amount: Double) -> Filter { Filter(.filter(.grayscale(amount.finite(0)))) }

        public static var luminanceToAlpha: Filter { Filter(.filter(.luminanceToAlpha)) }

        /// A blur; `options` have no effect in a picture.
        public static func blur(radius: CGFloat, options: BlurOptions = BlurOptions()) -> Filter {
            Filter(.blur(Double(max(radius, 0)).finite(0)))
        }

        /// Warns: what has less opacity is not cut.
        public static func alphaThreshold(min: Double, max: Double = 1, color: Color = Color.black) -> Filter {
            Filter(warning: "a threshold of the opacity is not drawn")
        }
    }

    /// How a filter is applied.
    ///
    /// No effect in a picture.
    public struct FilterOptions: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let linearColor = FilterOptions(rawValue: 1)
    }

    /// Warns, as it is not drawn: how a shadow is drawn.
    ///
    /// Only `disablesGroup` does not warn.
    public struct ShadowOptions: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let shadowAbove = ShadowOptions(rawValue: 1)
        public static let shadowOnly = ShadowOptions(rawValue: 2)
        public static let invertsAlpha = ShadowOptions(rawValue: 4)
        public static let disablesGroup = ShadowOptions(rawValue: 8)
    }

    /// How a blur is drawn.
    ///
    /// No effect in a picture.
    public struct BlurOptions: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let opaque = BlurOptions(rawValue: 1)
        public static let dithersResult = BlurOptions(rawValue: 2)
    }
}

/// A matrix of five columns that makes colours of colours: no effect in a picture, see `GraphicsContext.Filter`.
public struct ColorMatrix: Equatable, Sendable {
    public var r1: Float = 1
    public var r2: Float = 0
    public var r3: Float = 0
    public var r4: Float = 0
    public var r5: Float = 0
    public var g1: Float = 0
    public var g2: Float = 1
    public var g3: Float = 0
    public var g4: Float = 0
    public var g5: Float = 0
    public var b1: Float = 0
    public var b2: Float = 0
    public var b3: Float = 1
    public var b4: Float = 0
    public var b5: Float = 0
    public var a1: Float = 0
    public var a2: Float = 0
    public var a3: Float = 0
    public var a4: Float = 1
    public var a5: Float = 0

    public init() {}
}
