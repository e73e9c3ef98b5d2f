import SubdialFeeds
import SubdialKinds
import Testing

@Suite struct ClickTests {
    /// The input that bars write to a feed's stdin, and the resulting buttons.
    @Test(
        arguments: [
            // i3bar
            (
                "[\n{\"name\":\"subdial\",\"button\":1,\"modifiers\":[\"Mod2\"],\"x\":5}\n,{\"button\":4}\n,{\"button\":5}\n",
                [.left, .up, .down]
            ),
            // swaybar, with the opening bracket of the list on the same line
            ("[{\"name\":\"subdial\",\"event\":274,\"button\":2,\"scale\":1}\n,{\"button\":3}\n", [.middle, .right]),
            // i3blocks
            ("{\"\":\"\",\"name\":\"now\",\"full_text\":\"a \\\"button\\\":9\",\"button\":8,\"relative_x\":1}\n9\n", [.back, .forward]),
            // Invalid input
            ("\n[\n]\n,\nhello\n{\"button\":0}\n{\"button\":99}\n{\"button\":\"1\"}\n{\"button\":1.5}\n{\"button\":\n12\n-1\n{}\n", []),
            ("{\"button\":1}", []),
            ("", []),
        ] as [(String, [ClickButton])])
    func areRead(_ input: String, _ buttons: [ClickButton]) {
        var parser = ClickParser()
        #expect(parser.parse(input.utf8) == buttons)
        // The division of the bytes has no effect.
        var pieces = ClickParser()
        #expect(input.utf8.flatMap { pieces.parse([$0]) } == buttons)
    }

    @Test func anEndlessLineIsNoClickAndCostsNoMemory() {
        var parser = ClickParser()
        for _ in 0..<64 { #expect(parser.parse([UInt8](repeating: UInt8(ascii: "1"), count: 4096)) == []) }
        #expect(parser.parse("\n1\n".utf8) == [.left])
    }

    @Test(
        arguments: [
            (.left, nil, "subdial control play-pause"), (.up, nil, "subdial control volume up"), (.scrollLeft, nil, nil),
            (.left, "", nil), (.right, "seek +10", "subdial control seek +10"),
            (.back, "zone Living Room", "subdial control zone 'Living Room'"),
            (.back, "zone it's; rm -rf", #"subdial control zone 'it'\''s; rm -rf'"#),
        ] as [(ClickButton, String?, String?)])
    func becomeShellCommands(_ button: ClickButton, _ words: String?, _ command: String?) {
        let actions = ClickActions(words.map { [button: $0] } ?? [:])
        #expect(actions.shellCommand(of: button) == command)
    }

    @Test func numbersAreX11s() {
        #expect(ClickButton.allCases.map(\.number) == Array(1...9))
        for button in ClickButton.allCases { #expect(ClickButton(number: button.number) == button) }
    }
}
