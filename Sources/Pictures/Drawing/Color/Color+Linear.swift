import Glibc

extension Color {
    /// Converts a gamma-encoded component to linear light, by the transfer function of sRGB (IEC 61966-2-1).
    package static func linear(_ encoded: Double) -> Double {
        encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    /// Converts linear light to a gamma-encoded component.
    static func encoded(_ linear: Double) -> Double {
        linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
    }
}
