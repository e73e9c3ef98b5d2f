import SubdialGLib
import Testing

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-4, and the lengths at which a message needs an additional block.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ])
    func sha256(text: String, expected: String) {
        #expect(SHA256.hex(Array(text.utf8)) == expected)
    }

    @Test func bytesMayComeInParts() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: 777) { hash.update(bytes[start..<min(bytes.count, start + 777)]) }
        #expect(hash.hex() == SHA256.hex(bytes) && hash.digest().count == SHA256.byteCount)
    }

    @Test(arguments: [
        (String(repeating: "0a", count: 32), true), (String(repeating: "0A", count: 32), false), (String(repeating: "0", count: 63), false),
        (String(repeating: "é", count: 32), false), ("", false), ("../" + String(repeating: "0", count: 61), false),
    ])
    func whatIsADigest(_ text: String, _ isOne: Bool) { #expect(text.isSHA256 == isOne) }

    /// The examples of RFC 4231: a short key, one of letters, and one longer than a block.
    @Test(
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] as [([UInt8], String, String)])
    func codes(_ key: [UInt8], _ message: String, _ expected: String) {
        #expect(SHA256.code(of: Array(message.utf8), key: key) == expected)
    }
}
