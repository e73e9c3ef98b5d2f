import Glibc

/// A colour in linear light, in which the pixels of a panel mix in the eye.
struct LinearLight: Hashable {
    var red: Float
    var green: Float
    var blue: Float

    /// The linear light, 0 to 1, of each sRGB value (IEC 61966-2-1).
    static let ofSRGB: [Float] = (0...255).map { value in
        let share = Double(value) / 255
        return Float(share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4))
    }

    init(_ color: InkColor) {
        (red, green, blue) = (Self.ofSRGB[Int(color.red)], Self.ofSRGB[Int(color.green)], Self.ofSRGB[Int(color.blue)])
    }

    /// The range of each channel over all colours, extended at both ends by the fraction `headroom` of its length.
    static func bounds(of colors: [LinearLight], headroom: Float) -> (least: LinearLight, most: LinearLight) {
        guard var least = colors.first, var most = colors.first else {
            return (LinearLight(InkColor(0, 0, 0)), LinearLight(InkColor(255, 255, 255)))
        }
        for channel in [\LinearLight.red, \.green, \.blue] {
            let lights = colors.map { $0[keyPath: channel] }
            let (low, high) = (lights.min() ?? 0, lights.max() ?? 1)
            least[keyPath: channel] = low - headroom * (high - low)
            most[keyPath: channel] = high + headroom * (high - low)
        }
        return (least, most)
    }

    /// The luminance by ITU-R BT.709.
    var luminance: Float { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// The colour in Oklab (Ottosson, 2020), in which distances approximate perceived differences.
    var oklab: (lightness: Float, a: Float, b: Float) {
        let l = cbrtf(0.412_221_47 * red + 0.536_332_54 * green + 0.051_445_993 * blue)
        let m = cbrtf(0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue)
        let s = cbrtf(0.088_302_46 * red + 0.281_718_84 * green + 0.629_978_7 * blue)
        return (
            0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s, 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s
        )
    }
}
