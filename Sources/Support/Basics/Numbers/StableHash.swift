extension StringProtocol {
    /// A hash of the text's UTF-8 bytes that is the same in every run and on every machine, unlike `hashValue`.
    package var stableHash: UInt64 {
        utf8.stableHash
    }
}

extension Sequence<UInt8> {
    /// The 64-bit FNV-1a hash of the bytes; it is the same in every run and on every machine, unlike `hashValue`.
    package var stableHash: UInt64 { stableHash(after: 0xCBF2_9CE4_8422_2325) }

    /// The hash of the bytes behind others that have the hash `start`.
    package func stableHash(after start: UInt64) -> UInt64 {
        // Contiguous bytes take a fraction of the time.
        withContiguousStorageIfAvailable { Self.stableHash(of: $0, after: start) } ?? Self.stableHash(of: self, after: start)
    }

    private static func stableHash(of bytes: some Sequence<UInt8>, after start: UInt64) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
