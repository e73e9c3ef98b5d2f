import Foundation
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

    @Test func relativePathsStartFromTheWorkingFolder() throws {
        #expect(try configuration(environment: ["SUBDIAL_TEMPLATES": "mine"]).templates == "/somewhere/mine")
    }

    @Test(arguments: [
        ("brigde: x\n", "there is no key 'brigde'; did you mean 'bridge'?"), ("bridge: [1]\n", "bridge takes a text, not a list"),
        ("- a\n", "keys with values should stand here"), ("bridge: \"x\n", "this is not YAML"),
        ("bridge: a\nbridge: b\n", "stands here twice"),
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
