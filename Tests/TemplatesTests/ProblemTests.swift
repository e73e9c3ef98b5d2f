import SubdialTemplates
import Testing

/// Tests of every kind of error, with its message and its locations in the file and in the tree.
@Suite struct ProblemTests {
    @Test(arguments: names + words) func ofNames(_ text: String, _ expected: [String]) {
        #expect(problems(text) == expected)
    }

    @Test(arguments: types + ranges) func ofTypes(_ text: String, _ expected: [String]) {
        #expect(problems(text) == expected)
    }

    @Test(arguments: expressions + structure) func ofExpressionsAndStructure(_ text: String, _ expected: [String]) {
        #expect(problems(text) == expected)
    }

    @Test(arguments: documents) func ofDocuments(_ text: String, _ expected: [String]) {
        #expect(problems(text) == expected)
    }

    /// A backslash that begins no escape leaves the template usable, and is found by the check.
    @Test(arguments: [
        ("body:\n  Text: '{{ \"a\\d\" }}'\n", "t.yaml:2:15: '\\d' is no escape"),
        ("body:\n  Text: a\n  if: title == '\\d'\n", "t.yaml:3:17: '\\d' is no escape"),
        ("body:\n  Text: a\n  for: x in first(queue, '\\w')\n", "t.yaml:3:27: '\\w' is no escape"),
        ("body:\n  Text: a\n  padding: { top: '{{ \"\\u\" == title ? 1 : 2 }}' }\n", "t.yaml:3:24: \\u needs the number"),
    ])
    func unknownEscapesAreFound(_ text: String, _ start: String) throws {
        let usable = try template(text)
        let error = #expect(throws: TemplateError.self) { try usable.checkEscapes() }
        #expect(error?.problems.count == 1 && error?.problems.first?.description.hasPrefix(start) == true, "\(String(describing: error))")
        #expect(throws: Never.self) { try template("body:\n  Text: '{{ \"\\n\" }}\\d'\n").checkEscapes() }
        // With another problem, all are reported at once.
        #expect(problems(text + "bodi: 1\n").count == 2)
    }

    static let names: [(String, [String])] = [
        (
            "bodi:\n  Spacer:\n",
            [
                "t.yaml:1:1: there is no key 'bodi' at the top of a template; did you mean 'body'?",
                "t.yaml:1:1: the key 'body' is missing",
            ]
        ),
        ("body:\n  Text: a\n  lineLimt: 1\n", ["t.yaml:3:3: Text has no 'lineLimt'; did you mean 'lineLimit'? (at body.Text)"]),
        ("body:\n  Text: a\n  frobnicate: 1\n", ["t.yaml:3:3: Text has no 'frobnicate' (at body.Text)"]),
        ("body:\n  Image: artwork\n  widest: a\n", ["t.yaml:3:3: Image has no 'widest' (at body.Image)"]),
        ("body:\n  Txt: a\n", ["t.yaml:2:3: there is no element 'Txt'; did you mean 'Text'? (at body)"]),
        ("body:\n  HStack:\n    - Spcer\n", ["t.yaml:3:7: there is no element 'Spcer'; did you mean 'Spacer'? (at body.HStack[0])"]),
        (
            "body:\n  HStack:\n    - Spacer\n    - VStack:\n        - Text: a\n          lineLimt: 1\n",
            ["t.yaml:6:11: Text has no 'lineLimt'; did you mean 'lineLimit'? (at body.HStack[1].VStack[0].Text)"]
        ),
        (
            "body:\n  Text: a\n  overlay:\n    ZStack:\n      - Imag: artwork\n",
            ["t.yaml:5:9: there is no element 'Imag'; did you mean 'Image'? (at body.Text.overlay.ZStack[0])"]
        ),
        ("body:\n  Text: \"{{ titel }}\"\n", ["t.yaml:2:13: there is no variable 'titel'; did you mean 'title'? (at body.Text)"]),
        ("body:\n  Text: by {{ artst }}\n", ["t.yaml:2:15: there is no variable 'artst'; did you mean 'artist'? (at body.Text)"]),
        ("body:\n  Text: a\n  if: playin\n", ["t.yaml:3:7: there is no variable 'playin'; did you mean 'playing'? (at body.Text)"]),
        ("body:\n  Text: a\n  if: \"!playin\"\n", ["t.yaml:3:9: there is no variable 'playin'; did you mean 'playing'? (at body.Text)"]),
        ("body:\n  Text: a\n  for: x in queu\n", ["t.yaml:3:13: there is no variable 'queu'; did you mean 'queue'? (at body.Text)"]),
        (
            "body:\n  Text: a\n  padding: { top: \"{{ cont }}\" }\n",
            ["t.yaml:3:23: there is no variable 'cont'; did you mean 'count'? (at body.Text)"]
        ),
        ("body:\n  Text: \"{{ trnc(title, 3) }}\"\n", ["t.yaml:2:13: there is no function 'trnc'; did you mean 'trunc'? (at body.Text)"]),
        ("body:\n  Image: play.fil\n", ["t.yaml:2:10: there is no symbol 'play.fil'; did you mean 'play.fill'? (at body.Image)"]),
        (
            "body:\n  Image: artwork\n  placeholder: musicnote\n",
            ["t.yaml:3:16: there is no symbol 'musicnote'; did you mean 'music.note'? (at body.Image)"]
        ),
        ("body:\n  Text: a\n  intent: { to: 1 }\n", ["t.yaml:3:11: intent needs 'name' (at body.Text)"]),
        ("body:\n  Text: a\n  padding: { tpo: 1 }\n", ["t.yaml:3:14: padding has no 'tpo'; did you mean 'top'? (at body.Text)"]),
        ("body:\n  Text: a\n  frame: { widht: 1 }\n", ["t.yaml:3:12: frame has no 'widht'; did you mean 'width'? (at body.Text)"]),
        ("body:\n  Spacer: { minLenght: 1 }\n", ["t.yaml:2:13: Spacer has no 'minLenght'; did you mean 'minLength'? (at body.Spacer)"]),
    ]

    static let words: [(String, [String])] = [
        (
            "body:\n  Text: a\n  foreground: gren\n",
            ["t.yaml:3:15: foreground takes a colour's name or #RRGGBB, not 'gren'; did you mean 'green'? (at body.Text)"]
        ),
        (
            "body:\n  Text: a\n  foreground: '#12345'\n",
            ["t.yaml:3:15: foreground takes a colour's name or #RRGGBB, not '#12345' (at body.Text)"]
        ),
        (
            "background: sceondary\nbody: Spacer\n",
            [
                "t.yaml:1:13: background takes a colour's name or #RRGGBB, or a map of center, endAngle, endRadius, from, gradient, startAngle, startRadius, to, type, or an element, not 'sceondary'; "
                    + "did you mean 'secondary'? (at background)"
            ]
        ),
        (
            "body:\n  Text: a\n  truncation: tial\n",
            ["t.yaml:3:15: truncation takes one of head, middle, tail, not 'tial'; did you mean 'tail'? (at body.Text)"]
        ),
        (
            "body:\n  HStack: []\n  alignment: leading\n",
            [
                "t.yaml:3:14: alignment takes one of bottom, center, firstTextBaseline, lastTextBaseline, top, not 'leading' "
                    + "(at body.HStack)"
            ]
        ),
        (
            "body:\n  Text: a\n  font: hedline\n",
            [
                "t.yaml:3:9: font takes one of body, callout, caption, caption2, footnote, headline, largeTitle, subheadline, "
                    + "title, title2, title3, or a map of design, size, style, weight, not 'hedline'; did you mean 'headline'? (at "
                    + "body.Text)"
            ]
        ),
        (
            "body:\n  Text: a\n  font: { weight: bolt }\n",
            [
                "t.yaml:3:19: weight takes one of black, bold, heavy, light, medium, regular, semibold, thin, ultraLight, not "
                    + "'bolt'; did you mean 'bold'? (at body.Text)"
            ]
        ),
        (
            "body:\n  Rectangle:\n  fill: { gradient: [red, bleu] }\n",
            [
                "t.yaml:3:27: gradient takes a colour's name or #RRGGBB, or a map of at, color, opacity, not 'bleu'; did you "
                    + "mean 'blue'? (at body.Rectangle)"
            ]
        ),
    ]

    static let types: [(String, [String])] = [
        ("body:\n  Text: [a]\n", ["t.yaml:2:9: Text takes a text, not a list (at body.Text)"]),
        ("body:\n  HStack:\n    - Text\n", ["t.yaml:3:7: Text takes a text, not nothing (at body.HStack[0].Text)"]),
        ("body:\n  HStack: a\n", ["t.yaml:2:11: HStack takes a list, not a single value (at body.HStack)"]),
        ("body:\n  HStack:\n    - [a]\n", ["t.yaml:3:7: an element should stand here, not a list (at body.HStack[0])"]),
        ("body:\n  HStack:\n    -\n    - Spacer\n", ["t.yaml:3:6: an element should stand here, not nothing (at body.HStack[0])"]),
        (
            "body:\n  HStack:\n    - \"{{ title }}\"\n",
            ["t.yaml:3:7: an element should stand here, not a single value (at body.HStack[0])"]
        ),
        ("body:\n  Spacer: 5\n", ["t.yaml:2:11: Spacer takes nothing, or a map of minLength, not '5' (at body.Spacer)"]),
        ("body:\n  Divider: 5\n", ["t.yaml:2:12: Divider takes nothing, not '5' (at body.Divider)"]),
        (
            "body:\n  Text: a\n  padding: [1]\n",
            [
                "t.yaml:3:12: padding takes a number, or a map of bottom, horizontal, leading, top, trailing, vertical, not a "
                    + "list (at body.Text)"
            ]
        ),
        (
            "body:\n  Text: a\n  frame: 5\n",
            [
                "t.yaml:3:10: frame takes a map of alignment, height, idealHeight, idealWidth, maxHeight, maxWidth, minHeight, "
                    + "minWidth, width, not a single value (at body.Text)"
            ]
        ),
        ("body:\n  Text: a\n  offset: 5\n", ["t.yaml:3:11: offset takes a map of x, y, not a single value (at body.Text)"]),
        ("body:\n  Text: a\n  monospacedDigit: yes\n", ["t.yaml:3:20: monospacedDigit takes true or false, not 'yes' (at body.Text)"]),
        ("body:\n  Text: a\n  if: [a]\n", ["t.yaml:3:7: if takes an expression, not a list (at body.Text)"]),
        ("body:\n  Text: a\n  for: x of queue\n", ["t.yaml:3:8: a loop is written 'for: track in queue' (at body)"]),
        (
            "body:\n  Text: a\n  aspectRatio: { mode: fill }\n",
            ["t.yaml:3:16: aspectRatio needs 'ratio' (at body.Text)"]
        ),
        ("body:\n  Rectangle:\n  fill: { from: top }\n", ["t.yaml:3:9: fill needs 'gradient' (at body.Rectangle)"]),
        (
            "body:\n  Rectangle:\n  fill: { gradient: [{ at: 0.5 }] }\n",
            ["t.yaml:3:22: gradient needs 'color' (at body.Rectangle)"]
        ),
    ]

    static let ranges: [(String, [String])] = [
        ("body:\n  Text: a\n  lineLimit: two\n", ["t.yaml:3:14: lineLimit takes a whole number of 1 or more, not 'two' (at body.Text)"]),
        ("body:\n  Text: a\n  lineLimit: 0\n", ["t.yaml:3:14: lineLimit takes a whole number of 1 or more, not '0' (at body.Text)"]),
        ("body:\n  Text: a\n  lineLimit: 1.5\n", ["t.yaml:3:14: lineLimit takes a whole number of 1 or more, not '1.5' (at body.Text)"]),
        ("body:\n  Text: a\n  opacity: 2\n", ["t.yaml:3:12: opacity takes a number from 0 to 1, not '2' (at body.Text)"]),
        ("body:\n  Text: a\n  scale: -1\n", ["t.yaml:3:10: scale takes a number of 0 or more, not '-1' (at body.Text)"]),
        ("body:\n  Text: a\n  rotation: nan\n", ["t.yaml:3:13: rotation takes a number, not 'nan' (at body.Text)"]),
        ("body:\n  Text: a\n  rotation: -inf\n", ["t.yaml:3:13: rotation takes a number, not '-inf' (at body.Text)"]),
        ("body:\n  Text: a\n  scale: infinity\n", ["t.yaml:3:10: scale takes a number of 0 or more, not 'infinity' (at body.Text)"]),
        (
            "body:\n  Text: a\n  frame: { width: infinity }\n",
            ["t.yaml:3:19: width takes a number of 0 or more, not 'infinity' (at body.Text)"]
        ),
        (
            "body:\n  Text: a\n  frame: { minHeight: infinity }\n",
            ["t.yaml:3:23: minHeight takes a number of 0 or more, not 'infinity' (at body.Text)"]
        ),
        (
            "body:\n  Text: a\n  frame: { maxWidth: -1 }\n",
            ["t.yaml:3:22: maxWidth takes a number or 'infinity', not '-1' (at body.Text)"]
        ),
        (
            "body:\n  Text: a\n  font: { size: 0 }\n",
            ["t.yaml:3:17: size takes a number from 1 to 500, not '0' (at body.Text)"]
        ),
    ]

    static let expressions: [(String, [String])] = [
        ("body:\n  Text: \"{{ title + }}\"\n", ["t.yaml:2:21: the expression ends where a value should stand (at body.Text)"]),
        ("body:\n  Text: 'by {{ title artist }}'\n", ["t.yaml:2:22: 'artist' does not belong here (at body.Text)"]),
        ("body:\n  Text: by {{ title artist }}\n", ["t.yaml:2:21: 'artist' does not belong here (at body.Text)"]),
        ("body:\n  Text: \"{{ title }} {{\"\n", ["t.yaml:2:22: the '{{' that stands here is not closed by '}}' (at body.Text)"]),
        ("body:\n  Text: a\n  if: playing &&\n", ["t.yaml:3:17: the expression ends where a value should stand (at body.Text)"]),
        ("body:\n  Text: a\n  for: x in )\n", ["t.yaml:3:13: a value should stand here, not ')' (at body.Text)"]),
        // For a text of several lines, the location is that of the text.
        ("body:\n  Text: |\n    a\n    {{ titel }}\n", ["t.yaml:2:9: there is no variable 'titel'; did you mean 'title'? (at body.Text)"]),
    ]

    static let structure: [(String, [String])] = [
        (
            "body:\n  Text: a\n  Image: artwork\n",
            ["t.yaml:2:3: an element has exactly one capitalised key, and this one has Text and Image (at body)"]
        ),
        ("body:\n  font: body\n", ["t.yaml:2:3: an element has exactly one capitalised key, and this one has none (at body)"]),
        ("body:\n  Text: a\n  id: b\n  id: c\n", ["t.yaml:4:3: the key 'id' stands here twice"]),
        ("body: Spacer\nbody: Divider\n", ["t.yaml:2:1: the key 'body' stands here twice"]),
        ("? [a]\n: b\nbody: Spacer\n", ["t.yaml:1:3: a key must be a single word"]),
        ("body:\n  Part: nope\n", ["t.yaml:2:9: there is no part 'nope': no file 'nope.yaml' beside this one (at body.Part)"]),
        (
            "body:\n  Part: ../secret\n",
            [
                "t.yaml:2:9: Part takes the name of a part, not '../secret' (at body.Part)"
            ]
        ),
        (
            "body:\n  HStack:\n    - Txt: a\n    - Text: a\n      opacity: 3\n"
                + "      foreground: gren\n    - Image: \"{{ plaing ? 'a' : 'b' }}\"\n",
            [
                "t.yaml:3:7: there is no element 'Txt'; did you mean 'Text'? (at body.HStack[0])",
                "t.yaml:5:16: opacity takes a number from 0 to 1, not '3' (at body.HStack[1].Text)",
                "t.yaml:6:19: foreground takes a colour's name or #RRGGBB, not 'gren'; did you mean 'green'? (at body.HStack[1].Text)",
                "t.yaml:7:18: there is no variable 'plaing'; did you mean 'playing'? (at body.HStack[2].Image)",
            ]
        ),
    ]

    /// The errors of live, drawn and grid elements.
    static let elements: [(String, [String])] = [
        ("body:\n  Part: \"{{ title }}\"\n", ["t.yaml:2:9: Part takes the name of a part, not an expression (at body.Part)"]),
        (
            "body:\n  Timer: { form: a }\n",
            [
                "t.yaml:2:10: Timer needs 'from' (at body.Timer)",
                "t.yaml:2:12: Timer has no 'form'; did you mean 'from'? (at body.Timer)",
            ]
        ),
        (
            "body:\n  Path: M0 0 L x\n",
            [
                "t.yaml:2:9: Path takes an outline in SVG's path syntax: 'x' is no number (at body.Path)"
            ]
        ),
        ("body:\n  Levels: [1, b]\n", ["t.yaml:2:15: Levels takes a number, not 'b' (at body.Levels)"]),
        ("body:\n  Path: M0 0\n  viewBox: 5\n", ["t.yaml:3:12: viewBox takes a list of numbers, not '5' (at body.Path)"]),
        (
            "body:\n  DynamicIsland:\n    leading: { Txt: a }\n",
            ["t.yaml:3:16: there is no element 'Txt'; did you mean 'Text'? (at body.DynamicIsland.leading)"]
        ),
        (
            "body:\n  DynamicIsland: { top: { Spacer: } }\n",
            ["t.yaml:2:20: DynamicIsland has no 'top' (at body.DynamicIsland)"]
        ),
        (
            "body:\n  Grid:\n    - GridRow: [Spacer]\n      spacing: 3\n",
            ["t.yaml:4:7: GridRow has no 'spacing' (at body.Grid[0].GridRow)"]
        ),
        (
            "body:\n  Text: a\n  layoutDirection: rtl\n",
            ["t.yaml:3:20: layoutDirection takes one of leftToRight, rightToLeft, not 'rtl' (at body.Text)"]
        ),
        (
            "body:\n  Text: a\n  shadow: { colour: red }\n",
            ["t.yaml:3:13: shadow has no 'colour'; did you mean 'color'? (at body.Text)"]
        ),
        ("label:\n  Txt: a\nbody:\n  Spacer:\n", ["t.yaml:2:3: there is no element 'Txt'; did you mean 'Text'? (at label)"]),
    ]

    @Test(arguments: elements) func ofElements(_ text: String, _ expected: [String]) {
        #expect(problems(text) == expected)
    }

    /// Aliases of lists of aliases, which would expand to millions of values, are rejected before the expansion.
    @Test(arguments: ["x: *a11\nbody: Spacer\n", "? *a11\n: 1\n"]) func ofAliasBombs(_ end: String) {
        var text = "a0: &a0 [x, x, x, x]\n"
        for level in 1...11 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1), *a\(level - 1), *a\(level - 1)]\n" }
        #expect(problems(text + end) == ["t.yaml:7:10: a template may use 20 aliases, and this one uses more"])
    }

    static let documents: [(String, [String])] = [
        ("", ["t.yaml:1:1: the file is empty"]),
        ("# nothing yet\n", ["t.yaml:1:1: the file is empty"]),
        ("body\n", ["t.yaml:1:1: a template is a map with the key 'body', not a single value"]),
        ("- Spacer\n", ["t.yaml:1:1: a template is a map with the key 'body', not a list"]),
        ("body: [a\n", ["t.yaml:2:1: this is not YAML: did not find expected ',' or ']'"]),
        ("body:\n\t- Spacer\n", ["t.yaml:2:1: a tab indents this line, and YAML takes spaces only"]),
        ("body: *cover\n", ["t.yaml:1:7: this is not YAML: found undefined alias"]),
        ("body: Spacer\n---\nbody: Spacer\n", ["t.yaml:2:1: this is not YAML: but found another document"]),
    ]

    /// Inside a part of another kind, a name without a kind refers to that kind.
    @Test func ofPartsOfAnotherKind() throws {
        let parts = [
            "k/a": "body:\n  HStack:\n    - Part: b\n    - Text: a\n", "k/b": "body:\n  Text: b of k\n", "b": "body:\n  Text: b\n",
        ]
        #expect(try expand("body:\n  HStack:\n    - Part: k/a\n    - Part: b\n", parts: parts).texts == ["b of k", "a", "b"])
        #expect(problems("body:\n  Part: k/c\n", parts: parts) == ["t.yaml:2:9: there is no part 'k/c': no file 'k/c.yaml' (at body.Part)"])
        for name in ["k/../b", "/b", "k/", "k/b/c", "./b", "k/.b"] {
            let found = problems("body:\n  Part: \(name)\n", parts: parts)
            #expect(found == ["t.yaml:2:9: Part takes the name of a part, not '\(name)' (at body.Part)"])
        }
    }

    @Test func ofPartsThatIncludeThemselves() {
        let parts = ["a": "body:\n  Part: b\n", "b": "body:\n  ZStack:\n    - Part: a\n", "self": "body:\n  Part: self\n"]
        #expect(
            problems("body:\n  Part: a\n", parts: parts) == [
                "b.yaml:3:13: a part cannot include itself: a → b → a (at body.ZStack[0].Part)"
            ])
        #expect(
            problems("body:\n  Part: self\n", parts: parts) == ["self.yaml:2:9: a part cannot include itself: self → self (at body.Part)"])
    }

    /// The errors of a part are reported once, for any number of uses, and in the part's own file.
    @Test func ofPartsAreToldOnce() {
        let twice = "body:\n  HStack:\n    - Part: p\n    - Part: p\n"
        #expect(problems(twice, parts: ["p": "body: [\n"]).count == 1)
        #expect(problems(twice, parts: ["p": ""]) == ["p.yaml:1:1: the file is empty"])
        #expect(problems(twice, parts: ["p": "font: body\n"]) == ["p.yaml:1:1: the key 'body' is missing"])
        #expect(
            problems(twice, parts: ["p": "body:\n  Txt: a\n"]) == ["p.yaml:2:3: there is no element 'Txt'; did you mean 'Text'? (at body)"])
        #expect(problems(twice, parts: ["p": "body:\n  HStack:\n    - Text: a\n"]).isEmpty)
    }

    @Test func loopVariablesEndWithTheLoop() {
        #expect(problems("body:\n  HStack:\n    - Text: \"{{ track.title }}\"\n      for: track in queue\n").isEmpty)
        let behind = "body:\n  HStack:\n    - Text: a\n      for: track in queue\n    - Text: \"{{ track }}\"\n"
        #expect(problems(behind) == ["t.yaml:5:17: there is no variable 'track' (at body.HStack[1].Text)"])
    }

    @Test func depthIsLimited() {
        let limit = "a template may have 20000 values in 100 levels, and this one has more"
        for levels in [120, 900] {
            let deep = "body: " + String(repeating: "[", count: levels) + "a, b" + String(repeating: "]", count: levels)
            #expect(problems(deep).filter { $0.contains(limit) }.count == 1)
        }
        #expect(!problems("body: " + String(repeating: "[", count: 100_000)).isEmpty)
    }

    /// Each line stands for nine times the previous one.
    @Test func aliasesAreCountedAsOftenAsTheyAreUsed() {
        var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
        for level in 1...2 {
            lines.append("a\(level): &a\(level) [" + [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]")
        }
        lines[0] = "a0: &a0 [" + [String](repeating: "x", count: 300).joined(separator: ", ") + "]"
        let found = problems(lines.joined(separator: "\n") + "\nbody: Spacer\n")
        #expect(found.filter { $0.contains("a template may have 20000 values in 100 levels, and this one has more") }.count == 1)
    }

    @Test func aliasesWork() {
        #expect(problems("body:\n  HStack:\n    - &line { Text: a, opacity: 0.5 }\n    - *line\n").isEmpty)
    }
}
