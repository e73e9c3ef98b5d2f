public import Foundation
package import SubdialLayout

/// Colours at places of 0 to 1.
public struct Gradient: ShapeStyle, Hashable {
    /// A colour at a place.
    public struct Stop: Hashable, Sendable {
        public var color: Color
        public var location: CGFloat

        public init(color: Color, location: CGFloat) { (self.color, self.location) = (color, location) }
    }

    /// The space in which colours are mixed.
    public struct ColorSpace: Hashable, Sendable {
        private let name: String

        public static let device = ColorSpace(name: "device")
        public static let perceptual = ColorSpace(name: "perceptual")
    }

    public var stops: [Stop]
    var space = ColorSpace.device

    public init(stops: [Stop]) { self.stops = stops }

    /// Creates a gradient of colours at equal distances.
    public init(colors: [Color]) {
        let last = CGFloat(max(colors.count - 1, 1))
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
    }

    public func colorSpace(_ space: ColorSpace) -> AnyGradient { AnyGradient(.gradient(self, space)) }

    /// From the top to the bottom.
    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        _ResolvedStyle(.linearGradient(from: Point(0.5, 0), to: Point(0.5, 1), stops: style.stops(in: environment))).level(level)
    }

    /// The stops for the layout, in their order, with more of them where colours are mixed perceptually.
    package func stops(in environment: EnvironmentValues) -> [GradientStop] {
        let stops = stops.map { GradientStop($0.color.name(in: environment), at: $0.location.isFinite ? Double($0.location) : 0) }
        guard space == .perceptual, let last = stops.last else { return stops }
        var result: [GradientStop] = []
        for (first, second) in zip(stops, stops.dropFirst()) {
            let (from, to) = (SystemColors.variants(of: first.color), SystemColors.variants(of: second.color))
            result.append(first)
            for step in 1..<Self.steps {
                let share = Double(step) / Double(Self.steps)
                let location = first.location + (second.location - first.location) * share
                result.append(GradientStop(ColorName(from.mixed(to, share, .perceptual)), at: location))
            }
        }
        return result + [last]
    }

    /// The parts of a perceptual mixture that are drawn as plain ones.
    private static let steps = 8
}

/// A gradient of any kind.
public struct AnyGradient: ShapeStyle, Hashable {
    enum Storage: Hashable, Sendable {
        case gradient(Gradient, Gradient.ColorSpace)
        /// The standard gradient of a colour.
        case standard(Color)
    }

    private let storage: Storage

    init(_ storage: Storage) { self.storage = storage }

    public init(_ gradient: Gradient) { storage = .gradient(gradient, .device) }

    public func colorSpace(_ space: Gradient.ColorSpace) -> AnyGradient { AnyGradient(.gradient(gradient, space)) }

    /// How much white the upper colour of a standard gradient has; Apple publishes no number.
    private static let lightness = 0.18

    /// The gradient with the space in which its colours are mixed.
    package var gradient: Gradient {
        switch storage {
        case .gradient(var gradient, let space):
            gradient.space = space
            return gradient
        case .standard(let color): return Gradient(colors: [color.mix(with: .white, by: Self.lightness), color])
        }
    }

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        Gradient._resolve(style.gradient, level: level, in: environment)
    }
}
