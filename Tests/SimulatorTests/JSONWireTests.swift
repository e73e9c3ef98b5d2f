import SubdialDocuments
import Testing

@testable import SubdialSimulator

@Suite struct JSONWireTests {
    @Test(arguments: [
        (JSONValue.float(-23.4), "-23.4"),
        (JSONValue.double(Double(Float(-23.4))), "-23.399999618530273"),
        (JSONValue.double(Double(Float(0.1))), "0.10000000149011612"),
        (JSONValue.double(-64), "-64.0"),
        (JSONValue.number(-64), "-64"),
        (JSONValue.number(-23.5), "-23.5"),
        (JSONValue.string("a\"b\\c\n\u{0}\u{1f}é👨‍👩‍👧"), #""a\"b\\c\n\u0000\u001fé👨‍👩‍👧""#),
        (["b": [1, .null, true], "a": [:]] as JSONValue, #"{"b":[1,null,true],"a":{}}"#),
    ])
    func text(value: JSONValue, expected: String) {
        #expect(value.wireText == expected)
    }

    @Test func isReadAsItIsWritten() throws {
        let value: JSONValue = ["a": [1, true, .null, "x\u{0}"], "b": ["c": .double(1.5)]]
        #expect(try JSONValue(parsing: value.wireBytes) == value)
    }
}
