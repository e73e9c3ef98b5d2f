import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The commands in the lines of a feed.
@Suite struct ClickCommandTests {
    /// A click acts on the source, the zone and the configuration of its line, whatever the default source is, and in any folder.
    @Test(arguments: ["argos", "kargos", "polybar", "lemonbar", "xmobar", "genmon"])
    func aClickActsOnWhatTheLineShows(_ format: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try "timeZone: UTC\n".write(toFile: sandbox.path("o'neill.yaml"), atomically: true, encoding: .utf8)
        try await sandbox.withBridge("steady") { address in
            let options = ["--config", "o'neill.yaml", "--source", "file:now.jsonl,\(address)", "--zone", "Kitchen"]
            let line = try sandbox.run(["feed", "--once", "--format", format] + options).output
            // The format's own escapes are checked with its readers.
            let plain = line.replacing("\\", with: "")
            for word in ["--source file:\(sandbox.path("now.jsonl")),\(address)", "--config", "\(sandbox.path("o"))", "--zone"] {
                #expect(plain.contains(word), "\(word) in \(line)")
            }
            let items = line.split(separator: "\n").filter { $0.contains(" zone ") && $0.contains("bash=") }
            #expect(items.isEmpty != ["argos", "kargos"].contains(format), "\(line)")
            #expect(items.allSatisfy { $0.contains("--source") && !$0.contains("--zone") }, "\(line)")
        }
    }
}
