import Testing

@testable import SubdialPlayers

@Suite struct MPDAnswerTests {
    @Test(arguments: [
        ("ACK [50@0] {readpicture} No such song", MPDAck(code: .missing, command: "readpicture", message: "No such song")),
        ("ACK [5@3] {} unknown command \"x\"", MPDAck(code: .unknownCommand, index: 3, message: "unknown command \"x\"")),
        ("ACK [3@0] {password} incorrect password", MPDAck(code: .password, command: "password", message: "incorrect password")),
        ("ACK [77@0] no braces", MPDAck(code: .init(rawValue: 77), message: "no braces")),
        ("ACK [2@0] {play}", MPDAck(code: .argument, command: "play", message: "")),
    ])
    func readsFailures(line: String, ack: MPDAck) {
        #expect(throws: MPDError.ack(ack)) { try MPDLine(line.utf8) }
    }

    @Test(arguments: [
        "ACK [x@0] {play} no", "ACK [2] {play} no", "ACK ]2@0[", "ACK [2@0] {play", "ACK [99999999999999999999@0] {} x", "ACK no",
    ])
    func failuresThatAreNoneBreakTheProtocol(line: String) {
        let error = #expect(throws: MPDError.self) { try MPDLine(line.utf8) }
        guard case .malformed = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test(arguments: [
        (Array("Title: A: b".utf8), "Title", "A: b"),
        (Array("Title:".utf8), "Title", ""),
        (Array("Title: ".utf8), "Title", ""),
        (Array("Title:x".utf8), "Title", "x"),
        (Array("Title:  x ".utf8), "Title", " x "),
        (Array("OK: x".utf8), "OK", "x"),
        (Array("Title: \u{301}x".utf8), "Title", "\u{301}x"),
        (Array("Title: a".utf8) + [0xFF, 0xC3], "Title", "a\u{FFFD}\u{FFFD}"),
        ([0xFF] + Array(": x".utf8), "\u{FFFD}", "x"),
    ])
    func readsFields(line: [UInt8], key: String, value: String) throws {
        #expect(try MPDLine(line) == .field(MPDAnswer.Field(key: key, value: value)))
    }

    @Test(arguments: ["", "OKAY", "nonsense", ": x", "ok", "list_ok"])
    func linesThatAreNoneBreakTheProtocol(line: String) {
        #expect(throws: MPDError.self) { try MPDLine(line.utf8) }
    }

    @Test(
        arguments: [
            (MPDCommand("status"), "status\n"),
            (MPDCommand("albumart", #"a "b" \c"#, "0"), #"albumart "a \"b\" \\c" "0""# + "\n"),
            (MPDCommand("x", "a\nclear"), nil),
            (MPDCommand("x", "a\r\nclear"), nil),
            (MPDCommand("x", "a\u{0}"), nil),
        ] as [(MPDCommand, String?)])
    func quotesArguments(command: MPDCommand, line: String?) {
        #expect(command.line == line)
    }

    @Test(arguments: [("OK MPD 0.23.5", "0.23.5"), ("OK MPD ", ""), ("OK", nil), ("HTTP/1.1 400 Bad Request", nil), ("", nil)])
    func knowsADaemonByItsGreeting(line: String, version: String?) {
        #expect(MPDGreeting(line.utf8)?.version == version)
    }
}
