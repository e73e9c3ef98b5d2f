import FoundationEssentials
import SubdialExpressions
import SubdialLayout
import SubdialTemplates
import Testing

/// Tests of parts: those without content, and the names that they have because of where they stand.
@Suite struct PartTests {
    /// Parts and containers without elements take no spacing.
    @Test(arguments: [
        "- Part: none", "- Part: none\n      padding: 4\n      background: red", "- Part: noneInside", "- Part: noList",
        "- HStack:\n        - Text: a\n          if: \"false\"", "- VStack:\n        - Part: none\n        - Part: noList",
        "- ZStack:\n        - Text: a\n          for: x in queue",
        "- Grid:\n        - GridRow:\n            - Text: a\n              if: \"false\"",
    ])
    func nothingIsLeftOut(_ element: String) throws {
        let node = try expand(
            "body:\n  HStack:\n    - Text: before\n    \(element)\n    - Text: behind\n", parts: Self.empty)
        #expect(node.children.map { $0.text?.text ?? "a container" } == ["before", "behind"])
    }

    private static let empty = [
        "none": "body:\n  Text: a\n  if: \"false\"\n", "noneInside": "body:\n  HStack:\n    - Part: none\n",
        "noList": "body:\n  - Text: a\n    if: \"false\"\n",
    ]

    /// A frame gives nothing a size; a cell and an alternative are places of their own.
    @Test(arguments: [
        "HStack:\n    - Part: none\n      frame: { width: 20 }\n    - Text: a", "ViewThatFits:\n    - Text: a\n    - Part: none",
        "GridRow:\n    - Part: none\n    - Text: a",
    ])
    func nothingKeepsItsPlace(_ body: String) throws {
        let node = try expand("body:\n  \(body)\n", parts: Self.empty)
        switch node.content {
        case .gridRow(_, let cells): #expect(cells.count == 2)
        default: #expect(node.children.count == 2)
        }
    }

    @Test func regionsOfAnIslandWithoutContentAreAbsent() throws {
        let body = "body:\n  DynamicIsland:\n    leading: { Part: none }\n    bottom: { Text: a }\n"
        let island = try #require(try expand(body, ["presentation": .string("expanded")], parts: Self.empty).island)
        #expect(island.leading == nil && island.bottom != nil)
    }

    /// A part uses the values of `with`, beside all that it sees without them.
    @Test func valuesOfWith() throws {
        let parts = [
            "line": "body:\n  Text: \"{{ name }}: {{ title }} {{ size + 1 }} {{ isBold ? 'bold' : 'plain' }} {{ extra ?? 'none' }}\"\n"
        ]
        let body = "body:\n  Part: line\n  with: { name: \"{{ uc(artist) }}\", size: 12, isBold: true, extra: }\n"
        let node = try expand(body, ["artist": .string("Miles"), "title": .string("Solar")], parts: parts)
        #expect(node.texts == ["MILES: Solar 13 bold none"])
    }

    /// A value keeps the type of its expression, replaces a variable of that name, and ends with the part.
    @Test func valuesAreLocal() throws {
        let parts = ["names": "body:\n  HStack:\n    - Text: \"{{ track.title }} of {{ title }}\"\n      for: track in list\n"]
        let body = "body:\n  - Part: names\n    with: { list: \"{{ first(queue, 1) }}\", title: all }\n  - Text: \"{{ title }}\"\n"
        let queue = Value.list([.map(["title": .string("Nardis")]), .map(["title": .string("So What")])])
        #expect(try expand(body, ["queue": queue, "title": .string("own")], parts: parts).texts == ["Nardis of all", "own"])
    }

    /// A part in a loop sees the loop's names, also through another part.
    @Test func namesOfTheLoopAround() throws {
        let parts = ["row": "body:\n  Part: name\n", "name": "body:\n  Text: \"{{ index }} {{ track }}\"\n"]
        let body = "body:\n  VStack:\n    - Part: row\n      for: track in queue\n"
        #expect(try expand(body, ["queue": .list([.string("a"), .string("b")])], parts: parts).texts == ["0 a", "1 b"])
    }

    /// A value that is one variable changes as that variable does.
    @Test func valuesChangeWithTheirVariable() throws {
        struct Running: Scope {
            let names = ["progress"]
            func value(of name: String) -> Value? { name == "progress" ? .double(0.5) : nil }
            func rate(of name: String) -> Double? { name == "progress" ? 0.25 : nil }
        }
        let template = try template(
            "body:\n  Part: bar\n  with: { share: \"{{ progress }}\" }\n", parts: ["bar": "body:\n  Progress: \"{{ share }}\"\n"])
        let body = try template.expand(in: Running(), margins: Insets()).body
        guard case .progress(let progress)? = body.children.first?.content else {
            Issue.record("no progress")
            return
        }
        #expect((progress.fraction, progress.rate) == (0.5, 0.25))
    }

    static let wrong: [(String, [String])] = [
        (
            "Part: empty\n  with: { simbol: a, symbol: b, name: c }",
            ["t.yaml:3:11: the part 'empty' uses no 'simbol'; did you mean 'symbol'? (at body.Part)"]
        ),
        (
            "Part: empty\n  with: { symbol: a }",
            ["t.yaml:2:9: the part 'empty' needs 'name' in 'with', for empty.yaml:5:17 (at body.Part)"]
        ),
        (
            "Part: empty",
            [
                "empty.yaml:4:15: there is no variable 'symbol' (at body.VStack[0].Label)",
                "empty.yaml:5:17: there is no variable 'name' (at body.VStack[1].Text)",
            ]
        ),
        (
            "Part: outer\n  with: { symbol: a, name: b, more: c }",
            ["t.yaml:3:31: the part 'outer' uses no 'more' (at body.Part)"]
        ),
        (
            "Part: typo\n  with: { name: a }",
            [
                "t.yaml:2:9: the part 'typo' needs 'titel' in 'with', for typo.yaml:2:23; did you mean 'title'? (at body.Part)"
            ]
        ),
        ("Part: typo\n  with: [a]", ["t.yaml:3:9: with takes a map of names and values, not a list (at body.Part)"]),
        (
            "Part: named\n  with: { name: \"{{ titel }}\" }",
            ["t.yaml:3:21: there is no variable 'titel'; did you mean 'title'? (at body.Part)"]
        ),
        (
            "Part: named\n  with: { name: [a] }",
            ["t.yaml:3:17: name takes a text, a number or an expression, not a list (at body.Part)"]
        ),
        (
            "Part: named\n  with: { name: a, 2-b: c }",
            [
                "t.yaml:3:20: a name has letters, digits and underscores, and '2-b' has others (at body.Part)",
                "t.yaml:3:20: the part 'named' uses no '2-b' (at body.Part)",
            ]
        ),
        ("Text: a\n  with: { name: a }", ["t.yaml:3:3: Text has no 'with' (at body.Text)"]),
    ]

    @Test(arguments: wrong) func wrongNames(_ body: String, _ expected: [String]) {
        let parts = [
            "empty": "body:\n  VStack:\n    - Label: a\n      id: \"{{ symbol }}\"\n    - Text: \"{{ name }}\"\n",
            "outer": "body:\n  Part: inner\n", "inner": "body:\n  Text: \"{{ symbol }} {{ name }}\"\n",
            "typo": "body:\n  Text: \"{{ name }}{{ titel }}\"\n", "named": "body:\n  Text: \"{{ name }}\"\n",
        ]
        #expect(problems("body:\n  \(body)\n", parts: parts) == expected)
    }

    /// Several places may give a part different values, and each is checked.
    @Test func everyPlaceIsChecked() {
        let parts = ["named": "body:\n  Text: \"{{ name }}\"\n"]
        let body = """
            body:
              - Part: named
                with: { name: a }
              - Part: named
                with: { nam: a }
              - Part: named
                for: name in queue
            """
        #expect(
            problems(body, parts: parts) == [
                "t.yaml:4:11: the part 'named' needs 'name' in 'with', for named.yaml:2:13; did you mean 'nam'? (at body[1].Part)",
                "t.yaml:5:13: the part 'named' uses no 'nam'; did you mean 'name'? (at body[1].Part)",
            ])
    }

    /// The names of parts are no variables of the template.
    @Test func givenNamesAreNoVariables() throws {
        let parts = ["named": "body:\n  Text: \"{{ name }}{{ title }}\"\n"]
        let template = try template("body:\n  Part: named\n  with: { name: \"{{ artist }}\" }\n", parts: parts)
        #expect(template.variables == ["artist", "title"])
        #expect(
            Template.givenNames(in: "body:\n  - Part: a\n    with: { x: 1 }\n    for: row in queue\n") == ["x", "row", "index", "last"])
    }
}
