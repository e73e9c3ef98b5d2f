/// The colour space of a picture's numbers, as its file describes it.
enum SourceColors: Hashable, Sendable {
    /// The bytes of an ICC profile.
    case profile([UInt8])
    /// A white point, primaries and a curve.
    case space(ColorSpace)
    /// A description that is not followed, with the reason.
    case unknown(String)

    /// The chromaticities of a colour space, and the curve from its numbers to light.
    struct ColorSpace: Hashable, Sendable {
        /// The coordinates x and y of a colour in CIE's diagram.
        struct Chromaticity: Hashable, Sendable {
            let x: Double
            let y: Double

            init(_ x: Double, _ y: Double) {
                self.x = x
                self.y = y
            }
        }

        /// The curves of lcms' parametric kinds: 1 is a power, 4 is IEC 61966-2.1.
        enum Curve: Hashable, Sendable {
            /// Light is the number to this power.
            case power(Double)
            /// A power with a straight beginning: `((a·x + b)^g)` from `d` on, `c·x` below it.
            case parts(g: Double, a: Double, b: Double, c: Double, d: Double)

            static let sRGB = Curve.parts(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
            /// The curve of ITU-R BT.709 and BT.2020.
            static let bt709 = Curve.parts(g: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, d: 0.081)
        }

        var white = Chromaticity(0.3127, 0.329)
        var red = Chromaticity(0.64, 0.33)
        var green = Chromaticity(0.3, 0.6)
        var blue = Chromaticity(0.15, 0.06)
        var curve = Curve.sRGB

        /// True if all coordinates describe a colour and the primaries span an area, so that a conversion exists.
        var isUsable: Bool {
            let points = [white, red, green, blue]
            guard points.allSatisfy({ $0.x.isFinite && $0.y > 0.0001 && $0.x >= 0 && $0.x + $0.y <= 1.0001 }) else { return false }
            return abs((green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y)) > 0.0001
        }

        /// True if it is sRGB but for the rounding of files.
        var isSRGB: Bool {
            let standard = ColorSpace()
            let pairs = [(white, standard.white), (red, standard.red), (green, standard.green), (blue, standard.blue)]
            guard pairs.allSatisfy({ abs($0.x - $1.x) < 0.002 && abs($0.y - $1.y) < 0.002 }) else { return false }
            // Files write 1/2.2 for the curve of sRGB, which no PNG can describe otherwise.
            if case .power(let gamma) = curve { return abs(gamma - 2.2) < 0.02 }
            return curve == .sRGB
        }
    }

    /// The colours by the numbers of ITU-T H.273, as `cICP` and AVIF have them; nil for sRGB.
    ///
    /// - Parameters:
    ///   - primaries: The number of the primaries (table 2).
    ///   - transfer: The number of the curve (table 3).
    init?(primaries: Int, transfer: Int) {
        typealias Point = ColorSpace.Chromaticity
        var space = ColorSpace()
        switch primaries {
        // 2 is unspecified.
        case 1, 2: break
        case 4:
            (space.white, space.red, space.green, space.blue) = (
                Point(0.31, 0.316), Point(0.67, 0.33), Point(0.21, 0.71), Point(0.14, 0.08)
            )
        case 5: (space.red, space.green, space.blue) = (Point(0.64, 0.33), Point(0.29, 0.6), Point(0.15, 0.06))
        case 6, 7: (space.red, space.green, space.blue) = (Point(0.63, 0.34), Point(0.31, 0.595), Point(0.155, 0.07))
        case 9: (space.red, space.green, space.blue) = (Point(0.708, 0.292), Point(0.17, 0.797), Point(0.131, 0.046))
        case 11:
            (space.white, space.red, space.green, space.blue) = (
                Point(0.314, 0.351), Point(0.68, 0.32), Point(0.265, 0.69), Point(0.15, 0.06)
            )
        case 12: (space.red, space.green, space.blue) = (Point(0.68, 0.32), Point(0.265, 0.69), Point(0.15, 0.06))
        case 22: (space.red, space.green, space.blue) = (Point(0.63, 0.34), Point(0.295, 0.605), Point(0.155, 0.077))
        default:
            self = .unknown("primaries \(primaries) of H.273 are not known")
            return
        }
        switch transfer {
        case 2, 13: break
        case 1, 6, 14, 15: space.curve = .bt709
        case 4: space.curve = .power(2.2)
        case 5: space.curve = .power(2.8)
        case 8: space.curve = .power(1)
        case 16, 18:
            self = .unknown("it has the high dynamic range of \(transfer == 16 ? "PQ" : "HLG")")
            return
        default:
            self = .unknown("curve \(transfer) of H.273 is not known")
            return
        }
        if space.isSRGB { return nil }
        self = .space(space)
    }
}
