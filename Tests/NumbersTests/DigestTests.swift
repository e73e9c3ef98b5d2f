import Numbers
import Testing

@Suite struct DigestTests {
    /// The examples of FIPS 180-4, and the lengths at which a message needs another block.
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

    /// The examples of RFC 4231: a short key, one of letters, and one that is longer than a block.
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

    /// The examples of the hash's authors; a text has the hash of its bytes.
    @Test(arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)] as [(String, UInt64)])
    func stableHashes(_ text: String, _ expected: UInt64) {
        #expect(text.stableHash == expected && Array(text.utf8).stableHash == expected && Array(text.utf8)[...].stableHash == expected)
    }
}
