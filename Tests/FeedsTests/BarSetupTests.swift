import Foundation
import SubdialDocuments
import SubdialFeeds
import SubdialTestSupport
import Testing

@Suite struct BarSetupTests {
    @Test func everyNameOfAFormatHasASetup() throws {
        let names = BarSetup.all.flatMap(\.names)
        #expect(Set(names).count == names.count)
        for format in FeedFormat.all {
            for name in [format.name] + format.aliases {
                let setup = try BarSetup.named(name)
                // The setups of conky, bash and files use plain text, which needs no escaping.
                let formats = [format.name] + (["conky", "bash"].contains(name) ? ["plain"] : [])
                #expect(
                    formats.contains { setup.text.contains("--format \($0)") || setup.text.contains(#""--format", "\#($0)""#) }, "\(name)")
                // hyprlock runs its command for each update; ironbar reads the same format line by line.
                if format.traits.contains(.polled) { #expect(setup.text.contains("--once"), "\(name)") }
            }
        }
    }

    /// A setup is found by the names of its bar only.
    @Test(arguments: [
        ("swaybar", "status_command"), ("ags", "createSubprocess"), ("quickshell", "SplitParser"), ("eww", "deflisten"),
        ("ironbar", "\"mode\": \"watch\""), ("hyprlock", "cmd[update:1000]"), ("kargos", "--format kargos"), ("obs", "--output"),
    ])
    func aBarHasItsOwn(_ name: String, _ text: String) throws {
        #expect(try BarSetup.named(name).text.contains(text))
    }

    @Test func anUnknownBarIsRefusedWithANameThatIsMeant() {
        #expect(throws: FeedError.unknownBar("polibar")) { try BarSetup.named("polibar") }
        #expect("\(FeedError.unknownBar("polibar"))" == "there is no bar 'polibar'; did you mean 'polybar'?")
    }

    @Test(arguments: ["waybar", "ironbar"])
    func jsonIsValid(_ name: String) throws {
        let text = try BarSetup.named(name).text
        _ = try JSONValue(parsing: text.hasPrefix("{") ? text : "{\(text)}")
    }

    /// hyprlock would compute an expression itself, and reject the line.
    @Test func hyprlockFindsNoExpression() throws {
        #expect(try !BarSetup.named("hyprlock").text.contains("{{"))
    }

    /// The documentation contains every setup as an identical code block.
    @Test func theDocumentationHasTheSameTexts() throws {
        let document = try String(contentsOf: Repository.root.appending(path: "Documentation/bars.md"), encoding: .utf8)
        let blocks = document.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map { _, block in
            let code = block.drop { $0 != "\n" }.dropFirst()
            // A prompt precedes a command.
            return code.hasPrefix("$ ") ? String(code.dropFirst(2)) : String(code)
        }
        let missing = BarSetup.all.filter { !blocks.contains($0.text + "\n") }.map(\.names[0])
        #expect(missing == [])
    }
}
