import Testing

@testable import SubdialSimulator

@Suite struct DigestTests {
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
        // Without the lengths these two digests would be equal.
        #expect(ZonesDigest.rust([(id: "a", name: "b"), (id: "c", name: "d")]) != ZonesDigest.rust([(id: "a", name: "bc:d")]))
    }
}
