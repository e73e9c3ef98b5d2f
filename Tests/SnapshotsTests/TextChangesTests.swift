import Testing

@testable import SubdialSnapshots

/// Tests of the messages about differing lines and timelines.
@Suite struct TextChangesTests {
    @Test(
        arguments: [
            (
                #"{"text":"So What","class":["a","b"]}"#, #"{"text":"All Blues","class":["a","c"]}"#,
                [
                    #"`text` is "All Blues" instead of "So What""#, #"`class[1]` is "c" instead of "b""#,
                ]
            ),
            (
                #"{"text":"a","alt":"x"}"#, #"{"text":"a","percentage":3}"#,
                [
                    "`percentage` is 3, which was not there", #"`alt` is not there any more, which was "x""#,
                ]
            ),
            (#",[{"full_text":"a"}]"#, #",[{"full_text":"b"}]"#, [#"`[0].full_text` is "b" instead of "a""#]),
            (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, ["the line is written otherwise"]),
            ("Miles Davis – So What", "Miles Davis – All Blues", [#"from column 15 it says "All Blues" instead of "So What""#]),
            ("", "So What", [#"the line is "So What", which was empty"#]),
            ("So What", "", [#"the line is empty, which was "So What""#]),
            ("0s\ta\n2s\tb", "0s\ta\n3s\tb", [#"at 3s: the line is new: "b""#, "at 2s: the line is gone"]),
            ("0s\ta\n2s\tb\n\tc", "0s\ta\n2s\tb\n\td", [#"at 2s: from column 3 it says "d" instead of "c""#]),
        ] as [(String, String, [String])])
    func ofLines(_ old: String, _ new: String, _ changes: [String]) {
        #expect(BarLines.changes(old + "\n", new + "\n") == changes)
    }

    @Test(
        arguments: [
            ("+0s\n  a: 1\n", "+0s\n  a: 2\n", ["at +0s: `a` is 2 instead of 1"]),
            ("+0s\n  a: 1\n+1h\n  a: 2\n", "+0s\n  a: 1\n+2h\n  a: 2\n", ["the entry at +2h is new", "the entry at +1h is gone"]),
            (
                "+0s\n  a: 1\n  b: 2\n", "+0s\n  a: 1\n  c: 3\n",
                [
                    "at +0s: `c` is 3, which it did not tell", "at +0s: `b` is not told any more, which was 2",
                ]
            ),
            ("+0s\n  a: 1\nreload: +1h\n", "+0s\n  a: 1\nreload: never\n", ["`reload` is never instead of +1h"]),
            ("+0s\n  a: 1\n  b: 2\n", "+0s\n  b: 2\n  a: 1\n", ["the same lines stand in another order"]),
        ] as [(String, String, [String])])
    func ofTimelines(_ old: String, _ new: String, _ changes: [String]) {
        #expect(TimelineChanges.changes(old, new) == changes)
    }

    @Test func masksHideFields() {
        let line = #"{"text":"a","tooltip":"b"}"#
        #expect(BarLines.text(line, hiding: ["tooltip"]) == BarLines.text(#"{"text":"a","tooltip":"c"}"#, hiding: ["tooltip"]))
        #expect(BarLines.text(line, hiding: ["tooltip"]) != BarLines.text(#"{"text":"x","tooltip":"b"}"#, hiding: ["tooltip"]))
        #expect(TimelineText.text("+0s\n  a: 1\n  b: 2\nreload: never\n", hiding: ["a"]) == "+0s\n  b: 2\nreload: never\n")
    }
}
