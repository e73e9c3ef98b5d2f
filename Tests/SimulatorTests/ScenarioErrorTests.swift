import Testing

@testable import SubdialSimulator

@Suite struct ScenarioErrorTests {
    @Test(arguments: [
        ("speed: 1", "s.yaml:1:1: a scenario needs the key 'description'"),
        ("", "s.yaml:1:1: a scenario needs the key 'description'"),
        ("description: x\nspede: 2", "s.yaml:2:1: unknown key 'spede' in a scenario; did you mean 'speed'?"),
        ("description: x\nfrobnicate: 2", "s.yaml:2:1: unknown key 'frobnicate' in a scenario"),
        ("description: x\nspeed: fast", "s.yaml:2:8: 'speed' is 'fast', but must be a number from 0.001 to 10000"),
        ("description: x\nspeed: 0", "s.yaml:2:8: 'speed' is '0', but must be a number from 0.001 to 10000"),
        ("description: x\nspeed: nan", "s.yaml:2:8: 'speed' is 'nan', but must be a number from 0.001 to 10000"),
        ("description: x\ndescription: y", "s.yaml:2:1: not YAML: the key 'description' stands here twice"),
        ("description: x\nzones: [a", "s.yaml:3:1: not YAML: did not find expected ',' or ']'"),
        ("description: x\nzones: 3", "s.yaml:2:8: 'zones' is '3', but must be a list"),
        ("- 1", "s.yaml:1:1: 'a scenario' is a list, but must be a mapping"),
        ("description: x\nzones:\n  - id: roon:1", "s.yaml:3:5: a zone needs the key 'name'"),
        (
            "description: x\nzones:\n  - { id: tidal:1, name: A }",
            "s.yaml:3:11: 'id' is 'tidal:1', but must be one that begins with its source, such as 'roon:1', "
                + "or the zone needs the key 'source'"
        ),
        (
            "description: x\nzones:\n  - { id: roon:1, name: A, state: plays }",
            "s.yaml:3:35: 'state' is 'plays', but must be one of playing, paused, stopped, loading, buffering, unknown"
        ),
        (
            "description: x\nzones:\n  - { id: roon:1, name: A, volume: { kind: db, value: 3 } }",
            "s.yaml:3:55: 'value' is '3', but must be a number from -80 to 0"
        ),
        (
            "description: x\nzones:\n  - { id: roon:1, name: A, queue: [{ titel: B }] }",
            "s.yaml:3:38: unknown key 'titel' in a track; did you mean 'title'?"
        ),
        (
            "description: x\nzones:\n  - { id: roon:1, name: A, queue: [{ title: B, artwork: ../../passwd }] }",
            "s.yaml:3:57: no picture is called '../../passwd'"
        ),
        (
            "description: x\nzones:\n  - { id: roon:1, name: Kitchen }\nscript:\n  - { at: 1, zone: Kitchn, do: play }",
            "s.yaml:5:20: no zone is called 'Kitchn'; did you mean 'Kitchen'?"
        ),
        (
            "description: x\nscript:\n  - { at: 1 }",
            "s.yaml:3:5: a cue needs the key 'do' or 'track' or 'volume' or 'muted' or 'allowed' or 'rename' or 'core' or 'lms' or 'events'"
        ),
        (
            "description: x\nscript:\n  - { at: 1, core: lost, events: drop }",
            "s.yaml:3:34: 'events' is 'drop', but must be in a cue of its own, for this one already has 'core'"
        ),
        (
            "description: x\nbridge: { version: new }",
            "s.yaml:2:20: 'version' is 'new', but must be a version such as 3.7.0"
        ),
        (
            "description: x\nzones:\n  - { id: roon:1, name: A, allowed: [pley] }",
            "s.yaml:3:38: no control is called 'pley'; did you mean 'play'?"
        ),
        (
            "description: x\nzones:\n  - { id: roon:1, name: A }\nscript:\n  - { at: 1, zone: A, volume: { kind: db, value: 3 } }",
            "s.yaml:5:50: 'value' is '3', but must be a number from -80 to 0"
        ),
        ("description: x\nscript:\n  - { core: lost }", "s.yaml:3:5: a cue needs the key 'at'"),
        (
            "description: x\nfaults:\n  - { kind: reset, endpoints: [zone] }",
            "s.yaml:3:32: no endpoint is called 'zone'; did you mean 'zones'?"
        ),
        ("description: x\nfaults:\n  - { from: 3 }", "s.yaml:3:5: a fault needs the key 'kind'"),
        (
            "description: x\nzones:\n  - { id: roon:1, name: A }\n  - { id: roon:1, name: B }",
            "s.yaml:4:5: 'id' is 'roon:1' a second time, but must be another for each zone"
        ),
    ])
    func message(yaml: String, expected: String) {
        #expect(throws: ScenarioError.self) { try Scenario(yaml: yaml, file: "s.yaml", folder: Fixtures.folder + "/scenarios") }
        do {
            _ = try Scenario(yaml: yaml, file: "s.yaml", folder: Fixtures.folder + "/scenarios")
        } catch {
            #expect(error.description == expected)
        }
    }

    @Test func missingFiles() {
        #expect(throws: ScenarioError.notFound(path: "/nowhere/x.yaml")) { try Scenario.load("/nowhere/x.yaml") }
        #expect(throws: ScenarioError.notFound(path: "/nowhere")) { try Scenario.list(in: "/nowhere") }
    }
}
