/// A limit that was exceeded, and by how much.
public enum LimitViolation: Hashable, Sendable, CustomStringConvertible {
    /// The pictures differ in size, which no limit allows.
    case size(expected: PixelSize, actual: PixelSize)
    /// More pixels differ than may.
    case pixels(Int, limit: Int)
    /// A greater share of the pixels differs than may, 0…1.
    case ratio(Double, limit: Double)
    /// More pixels differ in one place than may.
    case window(DenseWindow, limit: Int)

    /// A sentence without a full stop.
    public var description: String {
        switch self {
        case .size(let expected, let actual):
            "expected \(expected), received \(actual)"
        case .pixels(let count, 0):
            "\(Self.pixels(count)) where none may"
        case .pixels(let count, let limit):
            "\(Self.pixels(count)), \(count - limit) more than the \(limit) allowed"
        case .ratio(let ratio, let limit):
            "\(Self.percent(ratio)) of the pixels differ, \(Self.digits(ratio - limit)) points more than the \(Self.percent(limit)) allowed"
        case .window(let window, let limit):
            "\(Self.pixels(window.count)) in the window of \(window.place), \(window.count - limit) more than the \(limit) allowed"
        }
    }

    private static func pixels(_ count: Int) -> String { count == 1 ? "1 pixel differs" : "\(count) pixels differ" }

    private static func percent(_ ratio: Double) -> String { digits(ratio) + " %" }

    /// In hundredths with two digits behind the point, or as many as it takes to see something.
    private static func digits(_ ratio: Double) -> String {
        var (scale, digits) = (10_000.0, 2)
        while (ratio * scale).rounded() < 1, ratio > 0, digits < 8 {
            scale *= 10
            digits += 1
        }
        let value = Int(saturating: (ratio * scale).rounded())
        let unit = Int(saturating: scale) / 100
        let fraction = String(value % unit)
        return "\(value / unit).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
