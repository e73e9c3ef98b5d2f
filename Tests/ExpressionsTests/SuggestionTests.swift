import SubdialBasics
import SubdialExpressions
import Testing

@Suite struct SuggestionTests {
    @Test(
        arguments: [
            ("tittle", "title"), ("Title", "title"), ("ARTIST", "artist"), ("artits", "artist"), ("albun", "album"), ("elapsd", "elapsed"),
            ("xyz", nil),
            ("", nil), ("lc", nil), ("zone_di", "zone_id"), ("a", nil),
            // A name that is known is no misspelling of itself.
            ("title", nil), ("album", nil),
        ] as [(String, String?)])
    func nearest(_ name: String, _ expected: String?) {
        let names = ["title", "artist", "album", "elapsed", "zone_id", "volume"]
        #expect(Suggestion.nearest(to: name, among: names) == expected)
        #expect(Suggestion.hint(for: name, among: names) == (expected.map { "; did you mean '\($0)'?" } ?? ""))
    }

    @Test func ofTwoEquallyNearTheFirstByName() {
        #expect(Suggestion.nearest(to: "cat", among: ["hat", "bat"]) == "bat")
    }

    @Test func nothingAmongNothing() {
        #expect(Suggestion.nearest(to: "title", among: []) == nil)
    }

    @Test func aNameOfAnyLengthIsNoWork() {
        #expect(Suggestion.nearest(to: String(repeating: "a", count: 100_000), among: ["title"]) == nil)
    }
}
