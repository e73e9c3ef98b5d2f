import SubdialDocuments
import Testing

struct YAMLParsingTests {
    @Test(arguments: [
        ("a", #"a"#),
        ("'a'", #""a""#),
        (#""a\tb\0""#, "\"a\tb\0\""),
        ("|\n  a\n  b\n", "|a\nb\n"),
        ("~", "null"),
        ("'~'", #""~""#),
        ("a:", "{a: null}"),
        ("[a, [b], {}]", "[a, [b], {}]"),
        ("b: 1\na: 2", "{b: 1, a: 2}"),
        ("{[a, b]: 1}", "{[a, b]: 1}"),
        ("a: &x [1, 2]\nb: *x\nc: &x 3\nd: *x", "{a: [1, 2], b: [1, 2], c: 3, d: 3}"),
        ("!!str 12", "12"),
        ("--- a\n...\n", "a"),
        ("\u{FEFF}a: é", "{a: é}"),
        ("🎷: 余白", "{🎷: 余白}"),
    ])
    func aDocumentBecomesNodes(text: String, shown: String) throws {
        #expect(try YAMLNode(parsing: text)?.shown == shown)
    }

    @Test(arguments: ["", "\n", "# nothing\n", "\u{FEFF}"])
    func aTextWithoutADocumentIsNoNode(text: String) throws {
        let node = try YAMLNode(parsing: text)
        #expect(node?.shown == nil)
    }

    @Test func aNodeHasThePositionOfItsFirstScalar() throws {
        let root = try #require(try YAMLNode(parsing: "é: [余, 'b']\nc:\n  🎷🎷: {d: 1}\n"))
        #expect(root.mark == YAMLMark(line: 1, column: 1))
        guard case .sequence(let list) = root["é"]?.content else { throw MissingNode() }
        #expect(list.map(\.mark) == [YAMLMark(line: 1, column: 5), YAMLMark(line: 1, column: 8)])
        #expect(root["c"]?["🎷🎷"]?.mark == YAMLMark(line: 3, column: 7))
        #expect(root["nowhere"]?.shown == nil && root["c"]?["🎷🎷"]?["d"]?["e"]?.shown == nil)
    }

    @Test(arguments: [
        ("a: [1, 2", 2, 1, "did not find expected ',' or ']'"),
        (": [", 1, 1, "did not find expected key"),
        ("a: 1\nb: *c", 2, 4, "found undefined alias"),
        ("a: &a [*a]", 1, 8, "found undefined alias"),
        ("--- 1\n--- 2", 2, 1, "found another document"),
        ("a: é\u{1}", 1, 5, "control characters are not allowed"),
        ("a: 1\nb: 2\na: 3", 3, 1, "the key 'a' stands here twice"),
        ("a: 1\n'a': 3", 2, 1, "the key 'a' stands here twice"),
    ])
    func aFaultHasItsPosition(text: String, line: Int, column: Int, reason: String) throws {
        let error = #expect(throws: YAMLError.self) { try YAMLNode(parsing: text) }
        #expect(error?.mark == YAMLMark(line: line, column: column))
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    /// A common mistake is explained where it begins.
    @Test(arguments: [
        ("a:\n  - b\n\t- c\n", 3, 1, "a tab indents this line"), ("a: 1\n  \tb: 2", 2, 3, "a tab indents this line"),
        ("a: {{ b }}\n", 1, 4, "an expression needs quotes"), ("a:\n  - {{ b }}\n", 2, 5, "an expression needs quotes"),
        ("a: { b: {{ c }} }\n", 1, 9, "an expression needs quotes"), ("a: { b: c {{ d }}, e: f }\n", 1, 11, "an expression needs quotes"),
        ("a: {{ b }} c\nd: 1\n", 1, 4, "an expression needs quotes"),
        ("a: #FF9500\n", 1, 4, "a '#' begins a comment"), ("é:  #abc\nb: 1\n", 1, 5, "a '#' begins a comment"),
        ("a: { b: #abc, c: 1 }\nd: 2\n", 1, 9, "a '#' begins a comment"), ("a: [1, #2, 3]\n", 1, 8, "a '#' begins a comment"),
        ("a: \"b\nc: d\n", 1, 4, "the quote that begins here has no end"), ("a: 'b\n", 1, 4, "the quote that begins here has no end"),
        ("a: \"b\nc: \"d\"\ne: \"f\"\n", 1, 4, "a quote is missing"), ("x: 1\na: { b: \"c }\nd: \"e\"\n", 2, 9, "a quote is missing"),
        ("a: b: c\n", 1, 5, "needs quotes"), ("a: @b\n", 1, 4, "a text that begins with '@' needs quotes"),
        ("a: 1\nb 2\nc: 3\n", 2, 1, "a ':' with a space behind it is missing"),
        ("a:\n    b: 1\n  c: 2\n", 3, 3, "the indentation of this line"), ("a:\n  - b\n  c: 1\n", 3, 3, "the indentation of this line"),
    ])
    func aMistakeIsExplainedWhereItBegins(text: String, line: Int, column: Int, reason: String) throws {
        let error = #expect(throws: YAMLError.self) { try YAMLNode(parsing: text) }
        #expect(error?.mark == YAMLMark(line: line, column: column), "\(error?.reason ?? "")")
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    /// What is allowed stays so: comments behind values and keys, quotes in texts, braces in quotes.
    @Test(arguments: [
        ("a: 1 #one\nb: # two\n  c: 2\n", "{a: 1, b: {c: 2}}"), ("a: #all\n  - 1\n", "{a: [1]}"), ("a: b#c\n", "{a: b#c}"),
        ("a: it's \"b\"\n", #"{a: it's "b"}"#), ("a: \"{{ b }}\"\n", #"{a: "{{ b }}"}"#), ("a: b {{ c }}\n", "{a: b {{ c }}}"),
        ("a: # nothing\n", "{a: null}"), ("- #x\n  a: 1\n", "[{a: 1}]"), ("a: |\n  b\n  \tc\n", "{a: |b\n\tc\n}"),
    ])
    func whatIsAllowedStaysSo(text: String, shown: String) throws { #expect(try YAMLNode(parsing: text)?.shown == shown) }

    @Test func depthIsLimited() throws {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        _ = try #require(try YAMLNode(parsing: nested(YAMLNode.maximumDepth + 1)))
        for depth in [YAMLNode.maximumDepth + 2, 20_000] {
            let error = #expect(throws: YAMLError.self) { try YAMLNode(parsing: nested(depth)) }
            #expect(error == .tooDeep(YAMLMark(line: 1, column: YAMLNode.maximumDepth + 2)))
        }
    }

    @Test func aliasesAreLimited() throws {
        let most = YAMLNode.maximumAliases
        func document(_ count: Int) -> String { "a: &a 1\nb: [" + String(repeating: "*a, ", count: count) + "]\n" }
        _ = try #require(try YAMLNode(parsing: document(most)))
        let error = #expect(throws: YAMLError.self) { try YAMLNode(parsing: document(most + 1)) }
        #expect(error == .tooManyAliases(YAMLMark(line: 2, column: 5 + 4 * most)))
    }
}

private struct MissingNode: Error {}

extension YAMLNode {
    /// The node on one line, with quotes if the document has them.
    fileprivate var shown: String {
        switch content {
        case .scalar(_, .plain) where isNull: "null"
        case .scalar(let text, .plain): text
        case .scalar(let text, .quoted): "\"\(text)\""
        case .scalar(let text, .block): "|\(text)"
        case .sequence(let nodes): "[\(nodes.map(\.shown).joined(separator: ", "))]"
        case .mapping(let members): "{\(members.map { "\($0.key.shown): \($0.value.shown)" }.joined(separator: ", "))}"
        }
    }
}
