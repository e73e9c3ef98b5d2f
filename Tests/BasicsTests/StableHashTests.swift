import SubdialBasics
import Testing

@Suite struct StableHashTests {
    /// The published examples of the hash; a text has the hash of its bytes.
    @Test(arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)] as [(String, UInt64)])
    func stableHashes(_ text: String, _ expected: UInt64) {
        #expect(text.stableHash == expected && Array(text.utf8).stableHash == expected && Array(text.utf8)[...].stableHash == expected)
    }
}
