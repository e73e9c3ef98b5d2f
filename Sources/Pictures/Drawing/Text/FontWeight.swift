/// The weights of fonts, named as in SwiftUI; the raw value is that of CSS and OpenType.
package enum FontWeight: Int, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// 100, “thin” in CSS.
    case ultraLight = 100
    /// 200, “extra light” in CSS.
    case thin = 200
    /// 300.
    case light = 300
    /// 400.
    case regular = 400
    /// 500.
    case medium = 500
    /// 600.
    case semibold = 600
    /// 700.
    case bold = 700
    /// 800, “extra bold” in CSS.
    case heavy = 800
    /// 900.
    case black = 900

    /// True if `a` is lighter.
    package static func < (a: FontWeight, b: FontWeight) -> Bool {
        a.rawValue < b.rawValue
    }
}
