import SubdialBasics
import Testing

@Suite struct WideHashTests {
    /// The hashes are part of file names and of stored keys, so they must not change.
    @Test(
        arguments: [
            ("", "22d85fb801f1b909d7ffd8a3fa26cac2"), ("a", "59bdea06eda1eb58f1906ba51f72526a"),
            ("foobar", "e63fbdec13f96e1bbd31e6dc578d50db"), ("12345678", "6877f472538416241ceb07db35845f9a"),
            ("http://nas:8088/cover.jpg", "4f8e7e2837fd9b5b12b63b1648d7da44"),
        ] as [(String, String)])
    func isTheSameEverywhere(_ text: String, _ expected: String) {
        #expect(WideHash(text).text == expected)
        #expect(WideHash(Array(text.utf8)) == WideHash(text))
    }

    @Test func changesWithEveryByteAndLength() {
        var hashes: Set<WideHash> = []
        for length in 0..<40 {
            let text = String(repeating: "a", count: length)
            for text in [text, text + "b", "b" + text] { hashes.insert(WideHash(text)) }
        }
        // "b" occurs twice.
        #expect(hashes.count == 119)
        #expect(hashes.allSatisfy { $0.text.count == 32 })
    }
}
