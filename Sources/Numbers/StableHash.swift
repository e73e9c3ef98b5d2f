extension StringProtocol {
    /// The FNV-1a hash, 64 bits, of the text's UTF-8 bytes: the same in every run and on every machine, unlike `hashValue`.
    package var stableHash: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
