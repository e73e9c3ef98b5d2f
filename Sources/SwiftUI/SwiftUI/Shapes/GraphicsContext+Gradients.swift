public import Foundation

extension GraphicsContext {
    /// Warns, as it is not drawn: how the colours of a gradient go on and are mixed.
    ///
    /// A gradient goes on with its last colour, and its colours are mixed as they are encoded.
    public struct GradientOptions: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let `repeat` = GradientOptions(rawValue: 1)
        public static let mirror = GradientOptions(rawValue: 2)
        public static let linearColor = GradientOptions(rawValue: 4)

        fileprivate func report() {
            guard !isEmpty else { return }
            EnvironmentReader.pass?.warn("Canvas: the options of a gradient are not drawn: it goes on with its last colour")
        }
    }
}

extension GraphicsContext.Shading {
    /// A gradient between two points of the canvas.
    public static func linearGradient(
        _ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint,
        options: GraphicsContext.GradientOptions = GraphicsContext.GradientOptions()
    ) -> Self {
        Self { size, transform in
            options.report()
            return AnyShapeStyle(
                LinearGradient(
                    gradient: gradient, startPoint: UnitPoint(startPoint.applying(transform), in: size),
                    endPoint: UnitPoint(endPoint.applying(transform), in: size)))
        }
    }

    /// A gradient from a point of the canvas outwards.
    public static func radialGradient(
        _ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat,
        options: GraphicsContext.GradientOptions = GraphicsContext.GradientOptions()
    ) -> Self {
        Self { size, transform in
            options.report()
            let scale = abs(transform.a * transform.d - transform.b * transform.c).squareRoot()
            return AnyShapeStyle(
                RadialGradient(
                    gradient: gradient, center: UnitPoint(center.applying(transform), in: size), startRadius: startRadius * scale,
                    endRadius: endRadius * scale))
        }
    }

    /// A gradient around a point of the canvas.
    public static func conicGradient(
        _ gradient: Gradient, center: CGPoint, angle: Angle = Angle(),
        options: GraphicsContext.GradientOptions = GraphicsContext.GradientOptions()
    ) -> Self {
        Self { size, transform in
            options.report()
            let turn = Angle(radians: atan2(Double(transform.b), Double(transform.a)))
            return AnyShapeStyle(
                AngularGradient(gradient: gradient, center: UnitPoint(center.applying(transform), in: size), angle: angle + turn))
        }
    }
}

extension UnitPoint {
    /// A point of a canvas as a fraction of its size.
    fileprivate init(_ point: CGPoint, in size: CGSize) {
        self.init(x: size.width > 0 ? point.x / size.width : 0, y: size.height > 0 ? point.y / size.height : 0)
    }
}

extension GraphicsContext.Shading {
    /// A picture that is repeated from the corner of the canvas; another origin warns.
    public static func tiledImage(
        _ image: Image, origin: CGPoint = .zero, sourceRect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1), scale: CGFloat = 1
    ) -> Self {
        let paint = ImagePaint(image: image, sourceRect: sourceRect, scale: scale)
        return Self { _, _ in
            if origin != .zero { EnvironmentReader.pass?.warn("Canvas: a tiled image begins at the corner, not at \(origin)") }
            return AnyShapeStyle(paint)
        }
    }

    /// The first of several; only a symbol has parts for the others.
    public static func palette(_ array: [GraphicsContext.Shading]) -> Self { array.first ?? .foreground }
}
