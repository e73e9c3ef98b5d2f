public import Foundation
import SubdialBasics
public import SubdialCoreGraphics
public import SubdialLayout
public import SubdialUIKit

/// A colour, which is also a view that fills its frame, and a style.
nonisolated public struct Color: View, ShapeStyle, Hashable, CustomStringConvertible {
    indirect enum Storage: Hashable, Sendable {
        case name(ColorName)
        /// The tint, or the catalog's or the system's accent.
        case accent
        case asset(String, Bundle?, SourcePlace)
        case faded(Color, Double)
        case mixed(Color, Color, Double, Gradient.ColorSpace)
    }

    let storage: Storage

    init(_ storage: Storage) { self.storage = storage }

    /// Creates the colour of a name or of values for each look.
    package init(_ name: ColorName) { storage = .name(name) }

    /// The colour for the layout.
    package func name(in environment: EnvironmentValues) -> ColorName {
        switch storage {
        case .name(let name): return name
        case .accent: return environment.accentColorName
        case .asset(let name, let bundle, let place):
            if let color = AssetLibrary.color(name, in: bundle) { return ColorName(color) }
            Self.report(name, bundle, at: place, to: EnvironmentReader.pass)
            return ColorName("clear")
        case .faded(let color, let factor): return color.name(in: environment).opacity(factor)
        case .mixed(let first, let second, let fraction, let space):
            return ColorName(first.variants(in: environment).mixed(second.variants(in: environment), fraction, space))
        }
    }

    private static func report(_ name: String, _ bundle: Bundle?, at place: SourcePlace, to pass: ViewPass?) {
        guard let pass else { return }
        let reason =
            AssetLibrary.problem(named: name, ["colorset"], in: bundle)
            ?? "no colour named '\(name)' is in the catalogs\(Suggestion.hint(for: name, among: AssetLibrary.names("colorset", in: bundle)))"
        pass.warn("Color(_:): \(reason); nothing is drawn", at: place)
    }

    /// A colour of a catalog that has none.
    private func missingAsset() -> (name: String, bundle: Bundle?, place: SourcePlace)? {
        switch storage {
        case .name, .accent: nil
        case .asset(let name, let bundle, let place): AssetLibrary.color(name, in: bundle) == nil ? (name, bundle, place) : nil
        case .faded(let color, _): color.missingAsset()
        case .mixed(let first, let second, _, _): first.missingAsset() ?? second.missingAsset()
        }
    }

    /// The values of the colour in each look.
    package func variants(in environment: EnvironmentValues) -> ColorVariants { SystemColors.variants(of: name(in: environment)) }

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        _ResolvedStyle(style.name(in: environment)).level(level)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let context = context.element("Color")
        if let missing = view.missingAsset() {
            Self.report(missing.name, missing.bundle, at: missing.place, to: context.pass)
        }
        return [context.node(.shape(ShapeContent(.rectangle, .color(view.name(in: context.environment)))))]
    }

    public var description: String {
        switch storage {
        case .name(let name): name.description
        case .accent: "accentColor"
        case .asset(let name, _, _): "NamedColor(name: \"\(name)\")"
        case .faded(let color, let factor): "\(Int(saturating: (factor * 100).rounded()))% \(color)"
        case .mixed(let first, let second, let fraction, _): "mix of \(first) and \(second) by \(fraction)"
        }
    }

    /// The colour with a factor on its opacity.
    public func opacity(_ opacity: Double) -> Color { opacity == 1 ? self : Color(.faded(self, opacity)) }

    /// The colour between this one and another one.
    public func mix(with rhs: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual) -> Color {
        Color(.mixed(self, rhs, fraction, colorSpace))
    }

    /// The colour with a slightly lighter one at the top.
    public var gradient: AnyGradient { AnyGradient(.standard(self)) }

    /// The values of the colour in an environment.
    public func resolve(in environment: EnvironmentValues) -> Resolved {
        EnvironmentReader.pass?.recordRead("\\EnvironmentValues.colorScheme")
        let values = variants(in: environment).components(
            environment.colorScheme == .dark ? .dark : .light, highContrast: environment.colorSchemeContrast == .increased)
        return Resolved(red: Float(values.red), green: Float(values.green), blue: Float(values.blue), opacity: Float(values.alpha))
    }

    /// The colour for Core Graphics in a light look; nil for a colour that depends on the environment.
    public var cgColor: CGColor? {
        guard case .name(let name) = storage, name.variants != nil else { return nil }
        let values = variants(in: EnvironmentValues()).components(.light, highContrast: false)
        return CGColor(srgbRed: values.red, green: values.green, blue: values.blue, alpha: values.alpha)
    }
}

// MARK: Initialisers

extension Color {
    /// A space of red, green and blue.
    public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }

    public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        let rgb: (Double, Double, Double) =
            switch colorSpace {
            case .sRGB: (red, green, blue)
            case .sRGBLinear: (ColorMath.encoded(red), ColorMath.encoded(green), ColorMath.encoded(blue))
            case .displayP3: ColorMath.sRGB(fromDisplayP3: (red, green, blue))
            }
        self.init(components: ColorVariants.Components(red: rgb.0, green: rgb.1, blue: rgb.2, alpha: opacity))
    }

    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }

    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        // The distance of each component from the brightness, by the place of the hue on the circle.
        func component(_ offset: Double) -> Double {
            let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
            let turned = place < 0 ? place + 6 : place
            return brightness * (1 - saturation * max(0, min(turned, 4 - turned, 1)))
        }
        self.init(.sRGB, red: component(5), green: component(3), blue: component(1), opacity: opacity)
    }

    /// A colour of a catalog.
    public init(_ name: String, bundle: Bundle? = nil, file: StaticString = #fileID, line: UInt = #line) {
        let place = SourcePlace(file, line)
        storage = .asset(name, bundle, place)
        if let pass = EnvironmentReader.pass, AssetLibrary.color(name, in: bundle) == nil {
            Self.report(name, bundle, at: place, to: pass)
        }
    }

    public init(_ resource: ColorResource, file: StaticString = #fileID, line: UInt = #line) {
        self.init(resource.name, bundle: resource.bundle, file: file, line: line)
    }

    /// A colour of a catalog, for code that uses the initialiser as a function.
    @_disfavoredOverload public init(_ resource: ColorResource) { storage = .asset(resource.name, resource.bundle, SourcePlace()) }

    public init(cgColor: CGColor) { self.init(cgColor) }

    @_disfavoredOverload
    public init(_ cgColor: CGColor) {
        let values = cgColor.extendedSRGB
        self.init(components: ColorVariants.Components(red: values.red, green: values.green, blue: values.blue, alpha: values.alpha))
    }

    /// The colour itself.
    @_disfavoredOverload
    public init(_ color: Color) { self = color }

    public init(_ resolved: Resolved) {
        self.init(
            .sRGB, red: Double(resolved.red), green: Double(resolved.green), blue: Double(resolved.blue), opacity: Double(resolved.opacity))
    }

    /// Creates a colour of values in extended sRGB; those that are no numbers count as 0.
    private init(components: ColorVariants.Components) {
        func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
        storage = .name(
            ColorName(
                ColorVariants(
                    light: ColorVariants.Components(
                        red: finite(components.red), green: finite(components.green), blue: finite(components.blue),
                        alpha: min(max(finite(components.alpha), 0), 1)))))
    }
}

extension Color {
    /// The values of a colour.
    public struct Resolved: ShapeStyle, Hashable, Codable, CustomStringConvertible {
        public var linearRed: Float
        public var linearGreen: Float
        public var linearBlue: Float
        public var opacity: Float

        public init(colorSpace: RGBColorSpace = .sRGB, red: Float, green: Float, blue: Float, opacity: Float = 1) {
            (linearRed, linearGreen, linearBlue, self.opacity) = (0, 0, 0, opacity)
            switch colorSpace {
            case .sRGB: (self.red, self.green, self.blue) = (red, green, blue)
            case .sRGBLinear: (linearRed, linearGreen, linearBlue) = (red, green, blue)
            case .displayP3:
                let rgb = ColorMath.sRGB(fromDisplayP3: (Double(red), Double(green), Double(blue)))
                (self.red, self.green, self.blue) = (Float(rgb.0), Float(rgb.1), Float(rgb.2))
            }
        }

        public var red: Float {
            get { Float(ColorMath.encoded(Double(linearRed))) }
            set { linearRed = Float(ColorMath.linear(Double(newValue))) }
        }

        public var green: Float {
            get { Float(ColorMath.encoded(Double(linearGreen))) }
            set { linearGreen = Float(ColorMath.linear(Double(newValue))) }
        }

        public var blue: Float {
            get { Float(ColorMath.encoded(Double(linearBlue))) }
            set { linearBlue = Float(ColorMath.linear(Double(newValue))) }
        }

        public var cgColor: CGColor { CGColor(srgbRed: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(opacity)) }

        public var description: String { ColorVariants(light: components).name }

        private var components: ColorVariants.Components {
            ColorVariants.Components(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(opacity))
        }

        public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
            _ResolvedStyle(ColorName(ColorVariants(light: style.components))).level(level)
        }
    }
}
