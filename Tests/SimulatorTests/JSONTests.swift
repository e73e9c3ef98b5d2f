import Testing

@testable import Simulator

@Suite struct JSONTests {
    @Test(arguments: [
        (JSON.float(-23.4), "-23.4"),
        (JSON.double(Double(Float(-23.4))), "-23.399999618530273"),
        (JSON.double(Double(Float(0.1))), "0.10000000149011612"),
        (JSON.double(-64), "-64.0"),
        (JSON.number(-64), "-64"),
        (JSON.number(-23.5), "-23.5"),
        (JSON.string("a\"b\\c\n\u{0}\u{1f}é👨‍👩‍👧"), #""a\"b\\c\n\u0000\u001fé👨‍👩‍👧""#),
        (["b": [1, nil, true], "a": [:]] as JSON, #"{"b":[1,null,true],"a":{}}"#),
    ])
    func text(value: JSON, expected: String) {
        #expect(value.text == expected)
    }

    @Test func readsWhatItWrites() {
        let value: JSON = ["a": [1, true, nil, "x\u{0}"], "b": ["c": .double(1.5)]]
        #expect(JSON(parsing: value.bytes) == value)
        #expect(JSON(parsing: Array("{".utf8)) == nil)
    }
}
