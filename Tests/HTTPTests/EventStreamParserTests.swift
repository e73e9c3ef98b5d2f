import Testing

@testable import SubdialHTTP

@Suite struct EventStreamParserTests {
    @Test(arguments: [
        ("data: a\n\n", ["a"]), ("data:a\n\ndata:  b\n\n", ["a", " b"]), ("data: a\r\n\r\n", ["a"]), (": ping\n\n", []),
        ("event: x\nid: 7\ndata: a\nretry: 1\n\n", ["a"]), ("data: a\ndata: b\n\n", ["a\nb"]), ("data: a\n", []), ("\n\n\n", []),
        ("data\ndatabase: x\n\n", []), ("data: ä🎷\n\n", ["ä🎷"]), ("data:\n\n", [""]), ("data:\ndata:\n\n", ["\n"]),
        (":\n:x\ndata: a\n\n", ["a"]),
    ])
    func parses(_ text: String, _ expected: [String]) {
        var whole = EventStreamParser()
        #expect(whole.parse(Array(text.utf8)) == expected)
        // The division of the bytes has no effect.
        var cut = EventStreamParser()
        #expect(text.utf8.flatMap { cut.parse([$0]) } == expected)
    }

    @Test func holdsNoMoreThanOneEventMayHave() {
        var parser = EventStreamParser()
        let line = Array("data: ".utf8) + [UInt8](repeating: 0x61, count: 1 << 16) + [0x0A]
        for _ in 0..<64 { #expect(parser.parse(line).isEmpty) }
        let event = parser.parse([0x0A]).first ?? ""
        #expect(event.utf8.count < EventStreamParser.maximumEvent + (1 << 17))
        #expect(parser.parse(Array("data: next\n\n".utf8)) == ["next"])

        var endless = EventStreamParser()
        for _ in 0..<64 { #expect(endless.parse([UInt8](repeating: 0x61, count: 1 << 16)).isEmpty) }
        #expect(endless.parse(Array("\n\ndata: next\n\n".utf8)) == ["next"])
    }
}
