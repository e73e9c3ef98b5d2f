/// SIMD vectors of eight pixels or values.
enum Lanes {
    static let count = 8

    /// The bits of four groups of eight lanes, one group per byte.
    static let bits = (0..<4).map { group in SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128) &<< UInt32(group * 8) }

    @inline(__always)
    static func load(_ pointer: UnsafePointer<UInt32>) -> SIMD8<UInt32> {
        UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<UInt32>.self)
    }

    @inline(__always)
    static func load(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
    }
}

extension SIMD8<UInt32> {
    /// These lanes where the mask is set, else 0.
    @inline(__always)
    func kept(where mask: SIMDMask<SIMD8<Int32>>) -> SIMD8<UInt32> { SIMD8<UInt32>(repeating: 0).replacing(with: self, where: mask) }
}
