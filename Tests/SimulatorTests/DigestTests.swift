import Testing

@testable import Simulator

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

    @Test func zonesOfTheNodeBridge() {
        let ids = ["roon:1603", "roon:1601bb42ed14351b99c2926214f6cbb80724", "roon:1602"]
        #expect(ZonesDigest.node(ids) == "ab22e478")
        #expect(ZonesDigest.node(ids.reversed()) == "ab22e478")
    }

    @Test func zonesOfTheRustBridge() {
        #expect(ZonesDigest.rust([]) == "e3b0c442")
        let zones = [(id: "roon:1", name: "A"), (id: "lms:2", name: "B")]
        #expect(ZonesDigest.rust(zones) == ZonesDigest.rust(zones.reversed()))
        #expect(ZonesDigest.rust(zones) != ZonesDigest.rust([(id: "roon:1", name: "a"), (id: "lms:2", name: "B")]))
        // Without the lengths these two would be the same.
        #expect(ZonesDigest.rust([(id: "a", name: "b"), (id: "c", name: "d")]) != ZonesDigest.rust([(id: "a", name: "bc:d")]))
    }
}
