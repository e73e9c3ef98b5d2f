import SubdialBasics
import SubdialLayout

/// The text of shapes and fills in a tree.
extension Shape {
    /// The shape on one line; what it does not say is in ``details``.
    var text: String {
        switch self {
        case .rectangle: "Rectangle"
        case .roundedRectangle(.concentric, _): "RoundedRectangle concentric"
        case .roundedRectangle(.fixed(let radius), _): "RoundedRectangle \(radius.short)"
        case .unevenRoundedRectangle(let topLeading, let bottomLeading, let bottomTrailing, let topTrailing, _):
            "UnevenRoundedRectangle \(topLeading.short) \(bottomLeading.short) \(bottomTrailing.short) \(topTrailing.short)"
        case .circle: "Circle"
        case .ellipse: "Ellipse"
        case .capsule: "Capsule"
        case .container: "ContainerRelativeShape"
        case .path(let data, _): "Path \(data.quoted)"
        case .elements(let elements): "Path [\(elements.map(\.text).joined(separator: " "))]"
        case .inset(let shape, let length): "\(shape.text) inset=\(length.short)"
        }
    }

    /// What ``text`` does not say: the style of corners that is not that of a template's shape.
    var details: [String] {
        switch self {
        case .roundedRectangle(_, .circular), .unevenRoundedRectangle(_, _, _, _, .circular): ["style=circular"]
        case .capsule(.continuous): ["style=continuous"]
        case .inset(let shape, _): shape.details
        default: []
        }
    }
}

extension PathElement {
    fileprivate var text: String {
        switch self {
        case .move(let point): "M \(point.text)"
        case .line(let point): "L \(point.text)"
        case .quadCurve(let end, let control): "Q \(control.text) \(end.text)"
        case .curve(let end, let first, let second): "C \(first.text) \(second.text) \(end.text)"
        case .close: "Z"
        }
    }
}

extension Point {
    /// The coordinates with a comma between them.
    var text: String { "\(x.short),\(y.short)" }
}

extension ShapeContent {
    /// What the line of a shape does not say.
    var details: [String] {
        var details = shape.details
        if let stroke { details += stroke.details }
        if let trim { details.append("trim=\(trim.lowerBound.exact)…\(trim.upperBound.exact)") }
        if isEvenOdd { details.append("evenOdd=true") }
        if !isAntialiased { details.append("antialiased=false") }
        return details
    }
}

extension Paint {
    /// The fill on one line.
    var text: String {
        switch self {
        case .color(let name): "\(name)"
        case .linearGradient(let from, let to, let stops):
            "gradient(\(from.x.short),\(from.y.short) → \(to.x.short),\(to.y.short): \(Self.text(stops)))"
        case .radialGradient(let center, let start, let end, let stops):
            "radial(\(center.x.short),\(center.y.short) \(start.short) → \(end?.short ?? "–"): \(Self.text(stops)))"
        case .angularGradient(let center, let start, let end, let stops):
            "angular(\(center.x.short),\(center.y.short) \(start.short)° → \(end.short)°: \(Self.text(stops)))"
        case .ellipticalGradient(let center, let start, let end, let stops):
            "elliptical(\(center.x.short),\(center.y.short) \(start.short) → \(end.short): \(Self.text(stops)))"
        case .meshGradient(let width, let height, let points, let colors):
            "mesh(\(width)×\(height): \(zip(points, colors).map { "\($1) \($0.x.short),\($0.y.short)" }.joined(separator: ", ")))"
        case .picture(let picture): "picture(\(picture.name.isEmpty ? "" : "\(picture.name.quotedIfNeeded) ")\(picture.source.digest))"
        }
    }

    static func text(_ stops: [GradientStop]) -> String {
        stops.map { "\($0.color) \($0.location.short)" }.joined(separator: ", ")
    }
}

extension StrokeStyle {
    /// The width, and what differs from SwiftUI's defaults.
    var details: [String] {
        let usual = StrokeStyle()
        return [
            "lineWidth=\(lineWidth.exact)",
            cap == usual.cap ? nil : "lineCap=\(cap.rawValue)",
            join == usual.join ? nil : "lineJoin=\(join.rawValue)",
            miterLimit == usual.miterLimit ? nil : "miterLimit=\(miterLimit.exact)",
            dash.isEmpty ? nil : "dash=[\(dash.map(\.exact).joined(separator: " "))]",
            dashPhase == usual.dashPhase ? nil : "dashPhase=\(dashPhase.exact)",
        ].compactMap { $0 }
    }
}
