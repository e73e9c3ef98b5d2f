import SubdialExpressions
import SubdialKinds
import Testing

/// Tests of documents from other programs.
@Suite struct DocumentFormatTests {
    @Test(
        arguments: [
            (.json, #"{"a":[1,2.5,null]}"#, ["a": [1, 2.5, .missing]]), (.jsonl, "1\n\n{\"b\":2}\n", [1, ["b": 2]]),
            (.text, "hello\nyou\n", "hello\nyou"), (.lines, "a\r\nb\n", ["a", "b"]),
            (.columns, "cpu  1 2\nbtime 5\n", [["cpu", "1", "2"], ["btime", "5"]]),
            (.csv, "name,size\r\n\"a \"\"b\"\", c\",5\r\nd,\r\n", [["name": "a \"b\", c", "size": "5"], ["name": "d", "size": ""]]),
            (.csv, "", []), (.lines, "", []),
        ] as [(DocumentFormat, String, Value)])
    func values(_ format: DocumentFormat, _ text: String, _ expected: Value) throws {
        #expect(try format.value(of: Array(text.utf8)) == expected)
    }

    @Test(arguments: [
        ("", "document: the answer is empty"), ("  \n", "document: the answer is empty"),
        ("<!DOCTYPE html><p>Log in</p>", "document: the answer is a page, not JSON; there is <!DOCTYPE html><p>Log in</p>"),
        ("{\"a\":NaN}", "document: this is not JSON: 1:6: a value should stand here; there is {\"a\":NaN}"),
    ])
    func noJSON(_ text: String, _ message: String) {
        let error = #expect(throws: KindError.self) { try DocumentFormat.json.value(of: Array(text.utf8)) }
        #expect(error?.description == message)
    }
}
