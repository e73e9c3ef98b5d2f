import SubdialBasics

/// An exceeded limit, with the actual value.
package enum LimitViolation: Hashable, Sendable, CustomStringConvertible {
    /// The pictures differ in size, which is never permitted.
    case size(expected: PixelSize, actual: PixelSize)
    /// Too many pixels differ.
    case pixels(Int, limit: Int)
    /// Too large a share of the pixels differs, 0…1.
    case ratio(Double, limit: Double)
    /// Too many pixels differ within one window.
    case window(DenseWindow, limit: Int)

    /// A sentence without a period.
    package var description: String {
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

    /// A percentage with two decimals, or with as many as are necessary to show a non-zero digit.
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
