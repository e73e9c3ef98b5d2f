internal import SubdialLayout

/// The colours of a symbol's layers.
public struct SymbolRenderingMode: Hashable, Sendable {
    private let name: String

    public static let monochrome = SymbolRenderingMode(name: "monochrome")
    /// The colours of the layers: the yellow of a sun, the blue of rain.
    public static let multicolor = SymbolRenderingMode(name: "multicolor")
    public static let hierarchical = SymbolRenderingMode(name: "hierarchical")
    public static let palette = SymbolRenderingMode(name: "palette")
}

/// The variants of symbols, such as a filled one in a circle.
public struct SymbolVariants: Hashable, Sendable {
    private enum Shape: String { case circle, square, rectangle }

    private var shape: Shape?
    private var isFilled = false
    private var isSlashed = false

    public static let none = SymbolVariants()
    public static let circle = SymbolVariants(shape: .circle)
    public static let square = SymbolVariants(shape: .square)
    public static let rectangle = SymbolVariants(shape: .rectangle)
    public static let fill = SymbolVariants(isFilled: true)
    public static let slash = SymbolVariants(isSlashed: true)

    public var circle: SymbolVariants { with(.circle) }
    public var square: SymbolVariants { with(.square) }
    public var rectangle: SymbolVariants { with(.rectangle) }
    public var fill: SymbolVariants { SymbolVariants(shape: shape, isFilled: true, isSlashed: isSlashed) }
    public var slash: SymbolVariants { SymbolVariants(shape: shape, isFilled: isFilled, isSlashed: true) }

    public func contains(_ other: SymbolVariants) -> Bool {
        (other.shape == nil || other.shape == shape) && (!other.isFilled || isFilled) && (!other.isSlashed || isSlashed)
    }

    private func with(_ shape: Shape) -> SymbolVariants { SymbolVariants(shape: shape, isFilled: isFilled, isSlashed: isSlashed) }

    /// Both variants; the shape of the other one wins.
    func adding(_ other: SymbolVariants) -> SymbolVariants {
        SymbolVariants(shape: other.shape ?? shape, isFilled: isFilled || other.isFilled, isSlashed: isSlashed || other.isSlashed)
    }

    /// The name of a symbol in these variants, in the order that names have: slash, shape, fill.
    func name(of name: String) -> String {
        let parts = Set(name.split(separator: ".").map(String.init))
        let added = [isSlashed ? "slash" : nil, shape?.rawValue, isFilled ? "fill" : nil].compactMap(\.self).filter { !parts.contains($0) }
        guard !added.isEmpty else { return name }
        // The fill stays at the end.
        guard parts.contains("fill"), name.hasSuffix(".fill") else { return ([name] + added).joined(separator: ".") }
        return ([String(name.dropLast(".fill".count))] + added + ["fill"]).joined(separator: ".")
    }
}

/// How the parts of a symbol with a variable value are drawn.
public struct SymbolVariableValueMode: Hashable, Sendable {
    private let name: String

    public static let color = SymbolVariableValueMode(name: "color")
    public static let draw = SymbolVariableValueMode(name: "draw")
}

/// How the colours of a symbol are drawn.
public struct SymbolColorRenderingMode: Hashable, Sendable {
    private let name: String

    public static let flat = SymbolColorRenderingMode(name: "flat")
    public static let gradient = SymbolColorRenderingMode(name: "gradient")
}

private struct ImageScaleKey: EnvironmentKey { static let defaultValue = Image.Scale.medium }
private struct SymbolModeKey: EnvironmentKey { static let defaultValue: SymbolRenderingMode? = nil }
private struct SymbolVariantsKey: EnvironmentKey { static let defaultValue = SymbolVariants.none }

extension EnvironmentValues {
    public var imageScale: Image.Scale {
        get { self[ImageScaleKey.self] }
        set { self[ImageScaleKey.self] = newValue }
    }

    public var symbolRenderingMode: SymbolRenderingMode? {
        get { self[SymbolModeKey.self] }
        set { self[SymbolModeKey.self] = newValue }
    }

    public var symbolVariants: SymbolVariants {
        get { self[SymbolVariantsKey.self] }
        set { self[SymbolVariantsKey.self] = newValue }
    }
}

extension View {
    nonisolated public func imageScale(_ scale: Image.Scale) -> some View { settingEnvironment { $0.imageScale = scale } }

    nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
        settingEnvironment { $0.symbolRenderingMode = mode }
    }

    nonisolated public func symbolVariant(_ variant: SymbolVariants) -> some View {
        settingEnvironment { $0.symbolVariants = variant == .none ? .none : $0.symbolVariants.adding(variant) }
    }

    /// No effect in a picture: a variable value dims the parts above it.
    nonisolated public func symbolVariableValueMode(_ mode: SymbolVariableValueMode?) -> some View { self }

    /// No effect in a picture: colours of symbols are flat.
    nonisolated public func symbolColorRenderingMode(_ mode: SymbolColorRenderingMode?) -> some View { self }
}

extension Image {
    /// No effect in a picture: a variable value dims the parts above it.
    public func symbolVariableValueMode(_ mode: SymbolVariableValueMode?) -> Image { self }

    /// No effect in a picture: colours of symbols are flat.
    public func symbolColorRenderingMode(_ mode: SymbolColorRenderingMode?) -> Image { self }
}
