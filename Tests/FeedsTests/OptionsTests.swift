import SubdialExpressions
import SubdialFeeds
import Testing

@Suite struct OptionsTests {
    @Test(arguments: [
        ("wayber", "there is no format 'wayber'; did you mean 'waybar'?"), ("Plain", "there is no format 'Plain'; did you mean 'plain'?"),
        ("i3block", "there is no format 'i3block'; did you mean 'i3blocks'?"),
        ("html", "there is no format 'html'; there are \(FeedFormat.names.joined(separator: ", "))"),
    ])
    func unknownFormats(_ name: String, _ message: String) {
        #expect(throws: FeedError.unknownFormat(name)) { try FeedOptions(format: name) }
        #expect(FeedError.unknownFormat(name).description == message)
    }

    @Test func unknownStates() {
        let error = #expect(throws: FeedError.self) { try FeedOptions(stateTexts: ["pausd": "x"]) }
        #expect(error?.description == "there is no state 'pausd'; did you mean 'paused'?")
        #expect(
            FeedError.unknownState("x").description
                == "there is no state 'x'; there are playing, paused, stopped, loading, live, offline, zone-missing")
    }

    @Test func templatesSayWhere() {
        func message(text: String? = nil, tooltip: String? = nil, states: [String: String] = [:]) -> String? {
            let error = #expect(throws: FeedError.self) { try FeedOptions(text: text, tooltip: tooltip, stateTexts: states) }
            return error?.description
        }
        #expect(message(text: "♪ {{ lcc(title) }}") == "text, character 6: there is no function 'lcc'; did you mean 'lc'?")
        #expect(message(tooltip: "{{title") == "tooltip, character 1: the '{{' that stands here is not closed by '}}'")
        #expect(message(states: ["paused": "{{}}"]) == "text-paused, character 3: there is no expression between the braces")
    }

    @Test(arguments: [0, -1, 201, .max])
    func impossibleWidths(_ width: Int) {
        #expect(throws: FeedError.width(width)) { try FeedOptions(width: width) }
        #expect(FeedError.width(width).description == "a width of \(width) columns is not possible; use 1 to 200")
    }

    @Test func aMarqueeHasAWidth() throws {
        #expect(try FeedOptions(marquee: true).width == 40)
        #expect(try FeedOptions(width: 12, marquee: true).width == 12)
        #expect(try FeedOptions().width == nil)
    }

    @Test func namesThatDoNotExistAreTold() throws {
        let options = try FeedOptions(
            text: "{{tittle}} {{xesam:genre}} {{palette}}", tooltip: "{{artist}}", stateTexts: ["paused": "{{whatever}}"])
        #expect(
            options.warnings(.nowPlaying) == ["there is no variable 'tittle'; did you mean 'title'?", "there is no variable 'whatever'"])
    }
}
