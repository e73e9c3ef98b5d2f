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
        ("a: 1\n\tb: 2", 2, 1, "found a tab character that violates indentation"),
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
