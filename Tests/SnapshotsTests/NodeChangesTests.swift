import Testing

@testable import SubdialSnapshots

@Suite struct NodeChangesTests {
    private static let layout = """
        padding (0.00 0.00 158.00 158.00)
          VStack (16.00 16.00 126.00 126.00)
            Text #title (16.00 16.00 68.00 22.00) "So What"
            Text (16.00 38.00 80.00 20.00) "Miles Davis"
            Spacer (16.00 58.00 0.00 84.00)
        """

    /// A replacement in a layout, and the resulting messages.
    @Test(
        arguments: [
            ("", "", []),
            ("#title (16.00 16.00", "#title (16.00 19.00", ["`title` moved 3 pt down"]),
            ("#title (16.00 16.00 68.00", "#title (13.50 16.00 70.25", ["`title` moved 2.5 pt left, is 2.25 pt wider"]),
            ("\"So What\"", "\"So What\" lines=2 truncated", ["`title` is truncated now"]),
            ("\"So What\"", "\"Blue in Green\"", ["`title` says \"Blue in Green\" instead of \"So What\""]),
            ("\"So What\"", "\"So What\" scale=0.90", ["`title` has scale 0.90, which it had not"]),
            ("    Spacer (16.00 58.00 0.00 84.00)", "", ["`Spacer` at padding/VStack/Spacer is gone"]),
            (
                "    Spacer (16", "    Image #cover (0.00 0.00 9.00 9.00)\n    Spacer (16", ["`cover` is new"]
            ),
            // Below the tolerance.
            ("(16.00 38.00 80.00", "(16.02 38.00 80.00", []),
        ] as [(String, String, [String])])
    func areToldOfTheLayout(_ old: String, _ new: String, _ told: [String]) {
        #expect(NodeChanges.layout(Self.layout, Self.layout.replacing(old, with: new)) == told)
    }

    /// If nodes move together, only the outermost is reported.
    @Test func aGroupMovesAsOne() {
        let moved = """
            padding (0.00 0.00 158.00 158.00)
              VStack (16.00 20.00 126.00 126.00)
                Text #title (16.00 20.00 68.00 22.00) "So What"
                Text (16.00 42.00 80.00 20.00) "Miles Davis"
                Spacer (16.00 62.00 0.00 84.00)
            """
        #expect(NodeChanges.layout(Self.layout, moved) == ["`VStack` at padding/VStack moved 4 pt down"])
    }

    private static let tree = """
        background: #13274d
        body:
          - VStack leading spacing=2
            - Text "So #What" font=headline #FFFFFF lineLimit=2 #title
            - Text "Miles Davis" font=subheadline secondary { opacity: 1 }
        """

    @Test(
        arguments: [
            ("#FFFFFF", "#FF0000", ["`title` has #FF0000 instead of #FFFFFF"]),
            ("font=headline", "font=title", ["`title` has font title instead of headline"]),
            ("So #What", "So what", ["`title` says \"So what\" instead of \"So #What\""]),
            ("secondary { opacity: 1 }", "secondary", ["`Text` at body:/VStack/Text[1] has no opacity any more, which was 1"]),
            ("opacity: 1", "opacity: 1, padding: 3 3 3 3", ["`Text` at body:/VStack/Text[1] has padding 3 3 3 3, which it had not"]),
            ("spacing=2", "", ["`VStack` at body:/VStack has no spacing any more, which was 2"]),
            (
                "Miles Davis\" font", "\(String(repeating: "long ", count: 50))\" font",
                [
                    "`Text` at body:/VStack/Text[1] says \"\(String(repeating: "long ", count: 15))lo…\" (250 characters) instead of \"Miles Davis\""
                ]
            ),
            ("background: #13274d", "background: #000000", ["`background:` at background: has #000000 instead of #13274d"]),
        ] as [(String, String, [String])])
    func areToldOfTheTree(_ old: String, _ new: String, _ told: [String]) {
        #expect(NodeChanges.tree(Self.tree, Self.tree.replacing(old, with: new)) == told)
    }

    private static let many = Array(repeating: "0.1", count: 501)

    /// Lists are one value, and no value is printed whole if it is long.
    @Test(
        arguments: [
            (
                "Levels [\(many.joined(separator: ", "))] vertical", "Levels [0.1, 0.9] vertical",
                ["has [0.1, 0.9] instead of [\(many.prefix(16).joined(separator: ", "))… (2505 characters)"]
            ),
            ("Levels [0.1] vertical peaks=[0.2, 1]", "Levels [0.1] vertical peaks=[0.2]", ["has peaks [0.2] instead of [0.2, 1]"]),
            ("Chart line 3", "Chart line 2000", ["has line 2000 instead of 3"]),
            (
                "Chart line 3, point 1", "Chart line 2000, rule 1",
                ["has line 2000 instead of 3", "has rule 1, which it had not", "has no point any more, which was 1"]
            ),
            ("Chart line 3, line 5", "Chart line 3, line 6", ["has line[1] 6 instead of 5"]),
            ("PianoRoll 40-80 red: 5 blue: 3", "PianoRoll 40-80 red: 5 blue: 4", ["has blue 4 instead of 3"]),
            (
                "Rectangle fill=gradient(0,0 → 1,1: red 0, blue 1)", "Rectangle fill=gradient(0,0 → 1,1: red 0, blue 0.5)",
                ["has fill gradient(0,0 → 1,1: red 0, blue 0.5) instead of gradient(0,0 → 1,1: red 0, blue 1)"]
            ),
            (
                #"Text "a, b" font=body widest="1, \"2\" 3""#, #"Text "a, b" font=title widest="4, 5""#,
                ["has font title instead of body", #"has widest "4, 5" instead of "1, \"2\" 3""#]
            ),
            (
                #"Text "x" { clip: Path "M0,0 L1,1", opacity: 1 }"#, #"Text "x" { clip: Path "M0,0 L2,2", opacity: 1 }"#,
                [#"has clip Path "M0,0 L2,2" instead of Path "M0,0 L1,1""#]
            ),
        ] as [(String, String, [String])])
    func listsAndTextsAreValues(_ old: String, _ new: String, _ told: [String]) {
        let kind = old.prefix { $0 != " " }
        #expect(
            NodeChanges.tree("body:\n  - \(old)\n", "body:\n  - \(new)\n") == ["`\(kind)` at body:/\(kind) \(told.joined(separator: ", "))"]
        )
    }

    @Test func numbersOfALayoutAreOneValue() {
        let (old, new) = (Self.many.joined(separator: " "), (["0.2"] + Self.many).joined(separator: " "))
        let told = NodeChanges.layout("Levels (0 0 9 9) vertical \(old)\n", "Levels (0 0 9 9) vertical \(new)\n")
        let begin = Self.many.prefix(19).joined(separator: " ")
        #expect(
            told == ["`Levels` at Levels has vertical 0.2 \(begin)… (2007 characters) instead of \(begin) 0.1… (2003 characters)"])
    }

    @Test func namesAreLimitedToo() {
        let id = String(repeating: "a", count: 5000)
        #expect(NodeChanges.tree("- Text \"x\" #\(id)\n", "") == ["`\(String(repeating: "a", count: 79))… (5000 characters)` is gone"])
        #expect(UnmatchedMask(node: id, hint: "").description.count < 150)
    }

    /// A text among the modifiers of a node does not hide its id from masks.
    @Test func aMaskFindsTheIdBehindATextWithQuotes() {
        let line = #"  - Text "say \"hi\"" font=body #title { clip: Path "M0 0" }"#
        #expect(MaskedTree.text(line, hiding: ["title"]) == "  Text #title")
    }

    @Test func manyAreCounted() {
        let old = (0..<50).map { "Text #t\($0) (0.00 0.00 1.00 1.00)\n" }.joined()
        let new = (0..<50).map { "Text #t\($0) (0.00 9.00 1.00 1.00)\n" }.joined()
        let told = NodeChanges.layout(old, new)
        #expect(told.count == NodeChanges.limit + 1)
        #expect(told.last == "and 30 changes more")
    }
}
