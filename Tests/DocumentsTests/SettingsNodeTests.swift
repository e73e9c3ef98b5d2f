import Testing

@testable import SubdialDocuments

/// Files that users write, with the positions of their problems.
@Suite struct SettingsNodeTests {
    /// The problems of a file with some known keys.
    private func problems(_ text: String) -> [String] {
        let problems = SettingsProblems()
        SettingsNode(text, problems: problems)?.forEach(of: ["zone", "volume", "locked", "list"], like: "zone: Kitchen") {
            (member) throws(SettingsProblem) in
            switch member.name {
            case "zone": _ = try member.value.text()
            case "locked": _ = try member.value.flag()
            case "volume":
                member.value.forEach(of: ["max"], like: "max: 50") { (limit) throws(SettingsProblem) in _ = try limit.value.text() }
            default: for element in member.value.elements { _ = try element.text() }
            }
        }
        return problems.all.map { $0.text(in: "f") }
    }

    @Test(arguments: [
        "", "# only a comment\n", "zone: Kitchen\nlocked: true\nvolume: { max: 50 }\nlist: [a, b]\n", "list: one", "zone: \"null\"",
        "zone: 5",
    ])
    func whatIsRightHasNoProblem(_ text: String) {
        #expect(problems(text) == [])
    }

    @Test(arguments: [
        ("zon: x", ["f:1:1: there is no key 'zon'; did you mean 'zone'?"]), ("colour: x", ["f:1:1: there is no key 'colour'"]),
        ("volume: { mx: 5 }", ["f:1:11: there is no key 'mx' in volume; did you mean 'max'?"]),
        ("zone: ~", ["f:1:7: zone takes a text, not nothing"]), ("zone: null", ["f:1:7: zone takes a text, not nothing"]),
        ("zone: ''", ["f:1:7: zone takes a text, not nothing"]), ("zone: [a]", ["f:1:7: zone takes a text, not a list"]),
        ("zone: { a: b }", ["f:1:7: zone takes a text, not an object"]), ("locked: yes", ["f:1:9: locked takes true or false, not 'yes'"]),
        ("volume: 5", ["f:1:9: volume: keys with values should stand here, like 'max: 50'"]),
        ("volume: { max: [] }", ["f:1:16: volume: max takes a text, not a list"]),
        ("- a", ["f:1:1: keys with values should stand here, like 'zone: Kitchen'"]),
        ("? [a]\n: b", ["f:1:3: a key must be a single word"]),
        ("list: [a, [b]]", ["f:1:11: list takes a text, not a list"]),
        // All problems are told, in the order of the file.
        (
            "zone: []\nlocked: no\nzon: x",
            [
                "f:1:7: zone takes a text, not a list", "f:2:9: locked takes true or false, not 'no'",
                "f:3:1: there is no key 'zon'; did you mean 'zone'?",
            ]
        ),
        ("locked: true\nzone: a\nzone: b", ["f:3:1: the key 'zone' stands here twice"]),
    ])
    func tellsWhereAndWhat(_ text: String, _ expected: [String]) {
        #expect(problems(text) == expected)
    }

    @Test func aWarningLeavesTheFileUsable() throws {
        let problems = SettingsProblems()
        let node = try #require(SettingsNode("\n  zone: a", problems: problems))
        node.warn("it is old")
        problems.add(SettingsProblem(message: "it is elsewhere"))
        #expect(problems.all.map(\.isWarning) == [false, true])
        #expect(problems.all.map { $0.text(in: "f") } == ["f:1:1: it is elsewhere", "f:2:3: it is old"])
    }

    /// The keys of a map may be any, and their values know how they are written.
    @Test func anyMembersHaveTheirForm() throws {
        let node = try #require(SettingsNode("{ a: 'q', b: p, c: [1], d: { e: 1 }, f: }", problems: SettingsProblems()))
        let members = try node.anyMembers(like: "a: b")
        #expect(members.map(\.name) == ["a", "b", "c", "d", "f"])
        #expect(members.map(\.value.isQuoted) == [true, false, false, false, false])
        #expect(members.map(\.value.isList) == [false, false, true, false, false])
        #expect(members.map(\.value.isMap) == [false, false, false, true, false])
        #expect(try members[4].value.textOrNothing() == "" && members[1].value.textOrNothing() == "p")
        let error = #expect(throws: SettingsProblem.self) { try members[1].value.anyMembers(like: "a: b") }
        #expect(error?.message.hasSuffix("b: keys with values should stand here, like 'a: b'") == true && error?.column == 14)
    }
}
