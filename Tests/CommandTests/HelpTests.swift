import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The help of commands, and the manual pages, which come from the same descriptions.
@Suite struct HelpTests {
    /// The pages of all commands, by name without `.1`.
    ///
    /// The program parses the examples of every command before it writes them, and fails if the parser refuses one.
    private func pages(_ sandbox: Sandbox) throws -> [String: String] {
        try FileManager.default.createDirectory(atPath: sandbox.path("man"), withIntermediateDirectories: true)
        let outcome = try sandbox.run("man", "man", "--documentation", "/opt/share/doc/subdial", "--date", "2026-01-31")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.output)\(outcome.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("man"))
        return Dictionary(
            uniqueKeysWithValues: try files.map {
                (String($0.dropLast(".1".count)), try String(contentsOfFile: sandbox.path("man/\($0)"), encoding: .utf8))
            })
    }

    /// The visible commands: the names, such as `["template", "check"]`, which are empty for the root, and the lines of the help.
    private func commands(_ sandbox: Sandbox, _ names: [String] = []) throws -> [(names: [String], help: [String])] {
        let help = try sandbox.run(names + ["--help"])
        #expect(help.status == 0 && help.errors.isEmpty, "\(help.errors)")
        let section = help.lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
        let subcommands = section.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap { line in
            line.split(whereSeparator: { " ,".contains($0) }).first.map(String.init)
        }
        return [(names, help.lines)] + (try subcommands.flatMap { try commands(sandbox, names + [$0]) })
    }

    @Test func everyCommandHasExamplesAndAPage() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let pages = try pages(sandbox)
        let commands = try commands(sandbox)
        #expect(commands.count > 90)
        #expect(Set(pages.keys) == Set(commands.map { (["subdial"] + $0.names).joined(separator: "-") }))
        for (name, page) in pages {
            for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"] {
                #expect(page.contains("\n.SH \(section)\n"), "\(name) has no \(section)")
            }
            #expect(page.contains("\n/opt/share/doc/subdial/"), "\(name) names no page of the documentation")
        }
        #expect(pages["subdial"]?.contains("\n.SH FILES\n") == true)
        #expect(pages["subdial-feed"]?.contains("\n.SH FILES\n") == false)
        for (names, lines) in commands {
            let examples = lines.drop { $0 != "EXAMPLES:" }.dropFirst().prefix { !$0.isEmpty }
            #expect(examples.count >= 2 && examples.count % 2 == 0, "\(names)")
            #expect(examples.contains { $0.hasPrefix("  subdial") }, "\(names)")
            let more = lines.drop { $0 != "MORE:" }.dropFirst().filter { !$0.isEmpty }
            #expect(more.count == 2 && more.first?.hasPrefix("  file:///") == true, "\(names): \(more)")
            #expect(more.last == "  man " + (["subdial"] + names).joined(separator: "-"))
            if let link = more.first.map({ String($0.dropFirst("  file://".count)) }) {
                #expect(FileManager.default.fileExists(atPath: link), "\(link)")
            }
        }
    }

    @Test(.enabled(if: Tool.has("mandoc"), "needs mandoc")) func manualPagesHaveNoWarnings() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        for name in try pages(sandbox).keys.sorted() {
            let process = sandbox.process(["-Tlint", "-Wwarning", sandbox.path("man/\(name).1")])
            process.executableURL = URL(filePath: Tool.path("mandoc") ?? "")
            let output = Pipe()
            process.standardOutput = output
            try process.runUnblocked()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(text.isEmpty, "\(text)")
        }
    }

    /// Options are in groups, the common ones at the end, and a command shows only those that it uses.
    @Test(arguments: [
        (["feed"], ["OPTIONS", "TEXT", "COVER", "SOURCE", "GENERAL", "EXAMPLES", "MORE"]),
        (["render"], ["ARGUMENTS", "OPTIONS", "LOOK", "ANIMATION", "PANEL", "OUTPUT", "SOURCE", "GENERAL", "EXAMPLES", "MORE"]),
        (["snapshot", "check"], ["ARGUMENTS", "OPTIONS", "SELECTION", "REPORT AND REFERENCES", "GENERAL", "EXAMPLES", "MORE"]),
        (["match", "new"], ["ARGUMENTS", "OPTIONS", "TEAMS", "RULES", "GENERAL", "EXAMPLES", "MORE"]),
        (["template", "schema"], ["GENERAL", "EXAMPLES", "MORE"]),
        (["template"], ["GENERAL", "SUBCOMMANDS", "EXAMPLES", "MORE"]),
        ([], ["SOURCE", "GENERAL", "SUBCOMMANDS", "EXAMPLES", "MORE"]),
    ])
    func optionsAreInGroups(_ names: [String], _ sections: [String]) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let lines = try sandbox.run(names + ["--help"]).lines
        #expect(lines.filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") && $0 == $0.uppercased() } == sections.map { "\($0):" })
    }

    /// The options that many commands share are named in each help, and described in that of `subdial`.
    @Test func commonOptionsAreDescribedOnce() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let zone = "\n  --zone <ID|NAME>        The zone, by id or name.\n"
        let help = try sandbox.run("zones", "--help").output
        #expect(help.contains("\n  --bridge, --source, --player, --ignore-player, --zone: see 'subdial --help'\n"), "\(help)")
        #expect(!help.contains(zone))
        for arguments in [["--help"], ["zones", "--help-hidden"]] {
            #expect(try sandbox.run(arguments).output.contains(zone), "\(arguments)")
        }
    }

    /// A command accepts the options that its help does not show.
    @Test func optionsOfSourcesAreAcceptedEverywhere() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let schema = try sandbox.run("template", "schema")
        #expect(schema.status == 0)
        for arguments in [
            ["template", "schema", "--bridge", "http://127.0.0.1:9", "--zone", "Kitchen"],
            ["--bridge", "http://127.0.0.1:9", "template", "--zone=Kitchen", "schema", "--source", "mpd", "--log-level", "debug"],
        ] {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.status == 0 && outcome.output == schema.output, "\(outcome.errors)")
        }
        try "nonsense: 1\n".write(toFile: sandbox.path("own.yaml"), atomically: true, encoding: .utf8)
        for arguments in [["--config", "own.yaml", "template", "schema"], ["template", "schema", "--config", "own.yaml"]] {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.status == 65 && outcome.errors.contains("own.yaml:1:1"), "\(outcome.errors)")
        }
    }

    @Test func helpIsWrittenForEveryForm() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let help = try sandbox.run("zones", "--help").output
        #expect(help.contains("USAGE: subdial zones [<options>]\n"))
        #expect(help.contains("\n  --json                  Print JSON.\n"), "\(help)")
        for arguments in [
            ["zones", "-h"], ["help", "zones"], ["--bridge", "http://127.0.0.1:9", "zones", "--help"],
            ["zones", "--zone", "feed", "--help"],
        ] {
            #expect(try sandbox.run(arguments).output == help, "\(arguments)")
        }
        // Hidden options have a help too.
        #expect(!(try sandbox.run("match", "start", "--help").output.contains("--shown")))
        #expect(try sandbox.run("match", "start", "--help-hidden").output.contains("--shown"))
    }
}
