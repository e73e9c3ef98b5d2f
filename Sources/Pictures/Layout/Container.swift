/// The shape that container-relative shapes and concentric corners follow, at its place.
struct Container {
    /// A shape without reference to another container.
    let shape: Shape
    let frame: Rect

    /// The least radius of a concentric corner in points.
    private static let leastRadius = 4.0

    /// The shape in `frame`, with references to the container replaced by what they come to there.
    func resolve(_ shape: Shape, in frame: Rect) -> Shape {
        switch shape {
        case .container: inner(distance(of: frame))
        case .roundedRectangle(.concentric, let style):
            .roundedRectangle(.fixed(max(Self.leastRadius, radius - distance(of: frame))), style)
        case .inset(let inner, let length): .inset(resolve(inner, in: frame.inset(by: length)), length)
        default: shape
        }
    }

    /// The least distance of `frame` from an edge of the container.
    private func distance(of frame: Rect) -> Double {
        let all = [
            frame.minX - self.frame.minX, frame.minY - self.frame.minY, self.frame.maxX - frame.maxX, self.frame.maxY - frame.maxY,
        ]
        return max(0, all.min() ?? 0)
    }

    /// The shape at a distance inside the container's.
    private func inner(_ distance: Double) -> Shape {
        func less(_ radius: Double) -> Double { max(0, radius - distance) }
        switch shape {
        case .roundedRectangle(.fixed(let radius), let style): return .roundedRectangle(.fixed(less(radius)), style)
        case .unevenRoundedRectangle(let topLeading, let bottomLeading, let bottomTrailing, let topTrailing, let style):
            return .unevenRoundedRectangle(
                topLeading: less(topLeading), bottomLeading: less(bottomLeading), bottomTrailing: less(bottomTrailing),
                topTrailing: less(topTrailing), style)
        case .capsule(let style): return .roundedRectangle(.fixed(less(radius)), style)
        case .circle: return .roundedRectangle(.fixed(less(radius)), .circular)
        case .inset(let shape, let length):
            return Container(shape: shape, frame: frame.inset(by: length)).inner(max(0, distance - length))
        default: return shape
        }
    }

    /// The radius of the container's corners, the largest of unequal ones.
    private var radius: Double {
        switch shape {
        case .roundedRectangle(.fixed(let radius), _): radius
        case .unevenRoundedRectangle(let topLeading, let bottomLeading, let bottomTrailing, let topTrailing, _):
            max(topLeading, bottomLeading, bottomTrailing, topTrailing)
        case .circle, .capsule, .ellipse: min(frame.size.width, frame.size.height) / 2
        case .inset(let shape, let length): Container(shape: shape, frame: frame.inset(by: length)).radius
        default: 0
        }
    }
}
