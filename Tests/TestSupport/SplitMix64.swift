/// A pseudorandom generator with the same sequence for the same seed on every machine (Steele, Lea and Flood, 2014).
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Makes a generator with a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
    /// Returns a number from 0 to `limit` - 1.
    ///
    /// Unlike the functions of the standard library, it is fast where the calling test is not optimized.
    public mutating func next(below limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    /// Returns random bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<(count + 7) / 8).map { _ in next() }.withUnsafeBytes { Array($0.prefix(count)) }
    }
}
