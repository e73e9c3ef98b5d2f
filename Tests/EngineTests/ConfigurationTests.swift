import Files
import Foundation
import Playback
import Testing

@testable import Engine

@Suite struct ConfigurationTests {
    private func configuration(
        _ flags: Configuration.Flags = .init(), environment: [String: String] = [:], file: String? = nil
    ) throws -> Configuration {
        let folder = try TemporaryFolder()
        if let file { try AtomicFile.write(Array(file.utf8), to: "\(folder.path)/subdial/config.yaml") }
        return try Configuration(flags, environment: environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }, folder: "/somewhere")
    }

    @Test func aFlagBeatsTheEnvironmentWhichBeatsTheFile() throws {
        let file = "bridge: http://file:1\nzone: Den\nlogLevel: debug\ntheme: studio\n"
        #expect(try configuration(file: file).bridge == "http://file:1")
        #expect(try configuration(environment: ["SUBDIAL_BRIDGE": "http://env:1"], file: file).bridge == "http://env:1")
        let all = try configuration(
            .init(bridge: "http://flag:1"), environment: ["SUBDIAL_BRIDGE": "http://env:1", "SUBDIAL_ZONE": "Attic"], file: file)
        #expect(all.bridge == "http://flag:1")
        #expect(all.zone == "Attic")
        #expect(all.logLevel == .debug)
        #expect(all.theme == "studio")
    }

    @Test func nothingNeedBeThere() throws {
        let configuration = try configuration()
        #expect(configuration.bridge == nil)
        #expect(configuration.logLevel == .warning)
        #expect(try self.configuration(file: "# only a comment\n").bridge == nil)
    }

    @Test func rulesAreRead() throws {
        let file = """
            volume: { max: [60%, -20 dB, 40], step: 2 }
            zones:
              allowed: [Kitchen, "lms:00:04:20"]
              locked: Office
            """
        let configuration = try configuration(file: file)
        let limits = [VolumeAmount(60, .percent), VolumeAmount(-20, .db), VolumeAmount(40)]
        #expect(configuration.volume == VolumeRules(limits: limits, step: VolumeAmount(2)))
        #expect(configuration.zones == ZoneRules(allowed: ["Kitchen", "lms:00:04:20"], locked: ["Office"]))
        #expect(try self.configuration().volume == VolumeRules())
    }

    @Test func relativePathsStartFromTheWorkingFolder() throws {
        #expect(try configuration(environment: ["SUBDIAL_TEMPLATES": "mine"]).templates == "/somewhere/mine")
    }

    @Test(arguments: [
        ("brigde: x\n", "there is no key 'brigde'; did you mean 'bridge'?"), ("bridge: [1]\n", "bridge takes a text, not a list"),
        ("- a\n", "keys with values should stand here"), ("bridge: \"x\n", "this is not YAML"),
        ("bridge: a\nbridge: b\n", "stands here twice"),
        ("# mine\nlogLevel: loud\n", "yaml:2:11: 'loud' is no log level"),
        ("volume: 40\n", "yaml:1:9: volume: keys with values should stand here, like 'max: 60%'"),
        ("volume:\n  maxx: 40\n", "yaml:2:3: there is no key 'maxx' in volume; did you mean 'max'?"),
        ("volume: { max: loud }\n", "yaml:1:16: volume: max takes a number, like 60%, -20 dB or 40, not 'loud'"),
        ("volume:\n  max: [40, -20]\n", "yaml:2:13: volume: max below zero is in decibels: write '-20 dB'"),
        ("volume: { max: 101% }\n", "yaml:1:16: volume: max takes 0% to 100%"),
        ("volume: { step: 0 }\n", "yaml:1:17: volume: step takes a number above zero"),
        ("zones: { allowed: [] }\n", "yaml:1:19: zones: allowed lets no zone through"),
        ("zones:\n  locked: [[a]]\n", "yaml:2:12: zones: locked takes a text, not a list"),
        ("zones: { blocked: x }\n", "there is no key 'blocked' in zones; did you mean 'locked'?"),
        ("zone:\n", "zone takes a text, not nothing"),
    ])
    func tellsWhatIsWrongWithTheFile(_ file: String, _ message: String) {
        let error = #expect(throws: ConfigurationError.self) { try configuration(file: file) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test func aNamedFileMustBeThere() {
        #expect(throws: ConfigurationError.missing("/nowhere/c.yaml")) { try configuration(.init(config: "/nowhere/c.yaml")) }
        #expect(throws: ConfigurationError.self) { try configuration(.init(logLevel: "loud")) }
    }
}
