import SubdialLayout
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
        #expect(NodeChanges.layout(Self.layout, Self.layout.replacing(old, with: new)).map(\.text) == told)
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
        #expect(NodeChanges.layout(Self.layout, moved).map(\.text) == ["`VStack` at padding/VStack moved 4 pt down"])
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
        #expect(NodeChanges.tree(Self.tree, Self.tree.replacing(old, with: new)).map(\.text) == told)
    }

    /// The line with the details of a node belongs to the node, and not to the tree.
    @Test(
        arguments: [
            ("digest=00aa", "digest=11bb", ["`cover` has digest 11bb instead of 00aa"]),
            (
                "size=600×600 digest=00aa", "size=300×600 digest=11bb",
                ["`cover` has size 300×600 instead of 600×600, has digest 11bb instead of 00aa"]
            ),
            (
                "    + size=600×600 digest=00aa\n", "",
                ["`cover` has no size any more, which was 600×600, has no digest any more, which was 00aa"]
            ),
            ("track=clear", "track=fill", ["`Progress` at body:/VStack/Progress has track fill instead of clear"]),
            ("0.5 linear", "0.6 linear", ["`Progress` at body:/VStack/Progress has 0.6 instead of 0.5"]),
            ("[0 0.5, 1 1]", "[0 0.5, 1 0.9]", ["`Chart` at body:/VStack/Chart has points [0 0.5, 1 0.9] instead of [0 0.5, 1 1]"]),
        ] as [(String, String, [String])])
    func areToldOfDetails(_ old: String, _ new: String, _ told: [String]) {
        let tree = """
            tree: 2
            body:
              - Image artwork #cover { opacity: 1 }
                + size=600×600 digest=00aa
              - VStack leading
                - Progress 0.5 linear lineWidth=4 red
                  + rate=0.01 track=clear
                - Chart line 2
                  + points=[0 0.5, 1 1] color=accent

            """
        #expect(NodeChanges.tree(tree, tree.replacing(old, with: new)).map(\.text) == told)
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
            NodeChanges.tree("body:\n  - \(old)\n", "body:\n  - \(new)\n").map(\.text)
                == ["`\(kind)` at body:/\(kind) \(told.joined(separator: ", "))"]
        )
    }

    @Test func numbersOfALayoutAreOneValue() {
        let (old, new) = (Self.many.joined(separator: " "), (["0.2"] + Self.many).joined(separator: " "))
        let told = NodeChanges.layout("Levels (0 0 9 9) vertical \(old)\n", "Levels (0 0 9 9) vertical \(new)\n").map(\.text)
        let begin = Self.many.prefix(19).joined(separator: " ")
        #expect(
            told == ["`Levels` at Levels has vertical 0.2 \(begin)… (2007 characters) instead of \(begin) 0.1… (2003 characters)"])
    }

    @Test func namesAreLimitedToo() {
        let id = String(repeating: "a", count: 5000)
        #expect(
            NodeChanges.tree("- Text \"x\" #\(id)\n", "").map(\.text) == [
                "`\(String(repeating: "a", count: 79))… (5000 characters)` is gone"
            ])
        #expect(UnmatchedMask(node: id, hint: "").description.count < 150)
    }

    /// A colour for light and dark looks is no id.
    @Test func aPairOfColoursIsNoId() {
        for color in ["#FFFFFF/#000000", "#FFFFFF/#000000@0.5", "#FFFFFF@0.5/#000000", "#12345678/#12345678"] {
            #expect(
                NodeChanges.tree("body:\n  - Rectangle \(color)\n", "body:\n  - Rectangle #FF0000\n").map(\.node) == ["body:/Rectangle"])
        }
    }

    /// A text among the modifiers of a node does not hide its id from masks.
    @Test func aMaskFindsTheIdBehindATextWithQuotes() {
        let line = #"  - Text "say \"hi\"" font=body #title { clip: Path "M0 0" }"#
        #expect(MaskedTree.text(line, hiding: ["title"]) == "  Text #title")
    }

    @Test func manyAreCounted() {
        let old = (0..<50).map { "Text #t\($0) (0.00 0.00 1.00 1.00)\n" }.joined()
        let new = (0..<50).map { "Text #t\($0) (0.00 9.00 1.00 1.00)\n" }.joined()
        let changes = NodeChanges.layout(old, new)
        #expect(changes.count == 50)
        #expect(changes.summary.count == SnapshotChange.limit + 1 && changes.summary.last == "and 30 changes more")
        // A text is not hidden behind moves.
        let last = NodeChanges.layout(old + "Text #z (0 0 1 1) \"x\"", new + "Text #z (0 0 1 1) \"y\"").summary
        #expect(last.first == "`z` says \"y\" instead of \"x\"" && last.last == "and 31 changes more")
    }

    /// A text whose nodes are equal says which line differs.
    @Test(arguments: [
        ("    - Text \"So", "\n    - Text \"So", "line 4 of the reference is empty, and no node"),
        ("body:\n", "body:\n   \n", "line 3 of the reference is empty, and no node"),
    ])
    func aLineThatIsNoNodeIsNamed(_ part: String, _ changed: String, _ told: String) throws {
        let changes = SnapshotLevel.tree.changes(from: Self.tree.replacing(part, with: changed), to: Self.tree)
        #expect(changes.count == 1 && changes.first?.text.hasPrefix(told) == true, "\(changes)")
    }

    /// Changes of one kind have equal values, or the same words have come and gone in their texts.
    @Test(
        arguments: [
            (["Text \"So What\"", "Text \"Solar\""], ["Text \"Now: So What\"", "Text \"Now: Solar\""], true),
            (["Text \"So What\"", "Text \"Solar\""], ["Text \"So What (live)\"", "Text \"Solar (live)\""], true),
            (["Text \"So – What\"", "Text \"All – Blues\""], ["Text \"So · What\"", "Text \"All · Blues\""], true),
            (["Text \"Miles\"", "Text \"Miles\""], ["Text \"Miles D\"", "Text \"UNEXPECTED\""], false),
            (["Text \"5.5 km\"", "Text \"7.5 km\""], ["Text \"5.9 km\"", "Text \"7.9 km\""], false),
            (["Text \"x\" font=body", "Text \"y\" font=body"], ["Text \"x\" font=title", "Text \"y\" font=title"], true),
            (["Text \"x\" font=body", "Text \"y\" font=body"], ["Text \"x\" font=title", "Text \"y\" font=title2"], false),
            (
                ["Image artwork\n+ digest=00", "Image artwork\n+ digest=00"], ["Image artwork\n+ digest=11", "Image artwork\n+ digest=22"],
                false
            ),
            (["", ""], ["Text \"Miles\"", "Text \"UNEXPECTED\""], false),
            (["Text (0 0 9 9) \"x\"", "Text (0 0 5 9) \"y\""], ["Text (0 0 12 9) \"x\"", "Text (3 0 6 9) \"y\" lines=2"], true),
            (["Text (0 0 9 9) \"x\"", "Text (0 0 5 9) \"y\""], ["Text (0 0 12 9) \"x\"", "Text (0 0 6 9) \"y\" truncated"], false),
            (
                ["Progress (0 0 9 9) linear 0.50", "Progress (0 0 9 9) linear 0.50"],
                ["Progress (0 0 8 9) linear 0.60", "Progress (0 0 8 9) linear 0.70"], false
            ),
        ] as [([String], [String], Bool)])
    func changesOfOneKindAreTheSame(_ old: [String], _ new: [String], _ areSame: Bool) {
        let kinds = zip(old, new).map { old, new in
            (old.contains("(0") ? NodeChanges.layout(old, new) : NodeChanges.tree(old, new)).map(\.kind)
        }
        #expect(kinds.allSatisfy { $0.count == 1 } && (kinds[0] == kinds[1]) == areSame, "\(kinds)")
    }

    /// What is gone is placed at the node around it.
    @Test func changesHaveANode() {
        #expect(NodeChanges.tree(Self.tree, Self.tree.replacing("So #What", with: "Solar")).map(\.node) == ["#title Text"])
        let short = Self.tree.split(separator: "\n").dropLast().joined(separator: "\n")
        #expect(NodeChanges.tree(Self.tree, short).map(\.node) == ["body:/VStack"])
    }
    /// Texts that are hard to write on a line, and how earlier versions wrote a layout with each.
    private static let texts = [
        "So What\nBlue in Green", "So\n\nWhat\n", "\n", "He said \"hi\"", "\"", "a \\ b", "a\u{2028}b", "a\u{7}b", "a\u{202E}b", "\u{301}a",
        "line\n  Text #artist (16.00 38.00 80.00 20.00) \"no node\"", "x\" lines=2\ntruncated", "{ # }", "(1 2 3 4)", "",
    ]

    private static func layout(title: String, artist: String = "Miles Davis") -> String {
        """
        padding (0.00 0.00 158.00 158.00)
          VStack (16.00 16.00 126.00 126.00)
            Text #title (16.00 16.00 68.00 22.00) \(title) lines=2 truncated
            Text #artist (16.00 38.00 80.00 20.00) "\(artist)" rightToLeft

        """
    }

    /// A node is one line, whatever it says: a mask hides it whole, and a message names only what has changed.
    @Test(arguments: texts) func aNodeIsOneLine(_ text: String) {
        let layout = Self.layout(title: text.quoted)
        #expect(NodeLine.lines(layout).map(\.id) == [nil, nil, "title", "artist"])
        let other = Self.layout(title: "other".quoted, artist: "Bill Evans")
        #expect(NodeChanges.layout(other, layout).count == 2)
        #expect(MaskedTree.text(layout, hiding: ["title"]) == MaskedTree.text(Self.layout(title: "other".quoted), hiding: ["title"]))
        #expect(String(quoted: text.quoted) == text)
        let tree = "body:\n  - Text \(text.quoted) font=body #title { padding: 1 1 1 1 }\n  - Text \"x\" font=body\n"
        #expect(MaskedTree.text(tree, hiding: ["title"]) == "body:\n  Text #title\n  - Text \"x\" font=body\n")
    }

    /// A layout of an earlier version, with its texts as they are, is that of this version.
    @Test(arguments: texts) func aFormerLayoutIsUnderstood(_ text: String) {
        let former = Self.layout(title: "\"\(text)\"")
        #expect(SnapshotLevel.layout.current(former) == Self.layout(title: text.quoted))
        let changed = Self.layout(title: "other".quoted)
        #expect(NodeChanges.layout(SnapshotLevel.layout.current(former), changed).count == 1)
    }

    @Test(arguments: texts) func aLayoutOfThisVersionIsUnchanged(_ text: String) {
        let layout = Self.layout(title: text.quoted) + "intent #\(text.quoted) (0.00 0.00 1.00 1.00) \(text.quoted)\n"
        #expect(SnapshotLevel.layout.current(layout) == layout)
    }

    /// A tree of an earlier version had other characters than line breaks as they are.
    @Test func aFormerTreeIsUnderstood() {
        let former = "body:\n  - Text \"a\u{2028}b\u{202E}c\\n\" font=body\n"
        #expect(SnapshotLevel.tree.current(former) == "body:\n  - Text \("a\u{2028}b\u{202E}c\n".quoted) font=body\n")
    }

    /// An id may be any text; one with a space or a quotation mark is quoted.
    @Test(
        arguments: [
            (#"- Text "x" font=body #"my title" { padding: 1 1 1 1 }"#, "my title"), (#"Text #"a\n\"b" (0 0 1 1) "x #y""#, "a\n\"b"),
            ("Text #now.title (0 0 1 1) \"x\"", "now.title"), ("- Text \"x\" #FF0000@0.50 #a", "a"), ("- PianoRoll 40-80 #ff0000: 5", nil),
        ] as [(String, String?)])
    func idsAreFound(_ line: String, _ id: String?) { #expect(NodeLine(line[...]).id == id) }
}
