import SubdialEngineWire
import Testing

@Suite struct EnvironmentVariableTests {
    @Test(arguments: [
        ("SUBDIAL_BRIDGE=http://a=b", "SUBDIAL_BRIDGE", "http://a=b", true),
        ("XDG_RUNTIME_DIR=/run/user/1000", "XDG_RUNTIME_DIR", "/run/user/1000", true),
        ("LC_TIME=", "LC_TIME", "", true),
        ("BLOCK_BUTTON=1", "BLOCK_BUTTON", "1", true),
        ("TZ=:Zürich", "TZ", ":Zürich", true),
        ("MPD_HOST=secret@nas", "MPD_HOST", "secret@nas", true),
        ("MPD_PORT=6601", "MPD_PORT", "6601", true),
        ("MPD_TIMEOUT=5", "MPD_TIMEOUT", "5", true),
        ("MPD_OTHER=1", "MPD_OTHER", "1", false),
        ("SECRET_TOKEN=x", "SECRET_TOKEN", "x", false),
        ("TZDIR=/usr", "TZDIR", "/usr", false),
    ])
    func aVariableIsTakenApartAndCountsOrNot(_ assignment: String, _ name: String, _ value: String, _ counts: Bool) throws {
        let variable = try #require(EnvironmentVariable(assignment))
        #expect(variable == EnvironmentVariable(name: name, value: value))
        #expect(variable.counts == counts)
    }

    @Test func whatHasNoValueIsNoVariable() {
        #expect(EnvironmentVariable("SUBDIAL_BRIDGE") == nil)
    }

    @Test func aRequestFindsItsVariables() {
        let request = FrontRequest(arguments: [], environment: [EnvironmentVariable(name: "TZ", value: "UTC")])
        #expect(request.value(of: "TZ") == "UTC")
        #expect(request.value(of: "LANG") == nil)
        #expect(request.environmentByName == ["TZ": "UTC"])
    }
}
