import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The tutorial that builds a widget from an empty file shows the contents of its files, and every file is valid.
@Suite struct TutorialTests {
    private static let folder = Repository.root.appending(path: "Documentation")
    private static let steps = 1...8

    /// The YAML blocks of the page, by step.
    private func blocks() throws -> [Int: [[String]]] {
        let page = try String(contentsOf: Self.folder.appending(path: "first-widget.md"), encoding: .utf8)
        var found: [Int: [[String]]] = [:]
        var step = 0
        var block: [String]?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("## ") { step = Int(line.dropFirst(3).prefix { $0.isNumber }) ?? 0 }
            if line == "```yaml" {
                block = []
            } else if line == "```", let lines = block {
                found[step, default: []].append(lines)
                block = nil
            } else {
                block?.append(line)
            }
        }
        return found
    }

    private func lines(of name: String) throws -> [String] {
        try String(contentsOf: Self.folder.appending(path: "tutorial/\(name).yaml"), encoding: .utf8).split(separator: "\n").map(
            String.init)
    }

    @Test(arguments: steps)
    func thePageQuotesItsFiles(_ step: Int) throws {
        let quoted = try blocks()[step] ?? []
        #expect(!quoted.isEmpty)
        let files = try [lines(of: "\(step)")] + (step == 8 ? [lines(of: "transport")] : [])
        for block in quoted {
            let isThere = files.contains { file in
                file.indices.contains { file[$0...].prefix(block.count).elementsEqual(block) }
            }
            #expect(isThere, "step \(step) does not have\n\(block.joined(separator: "\n"))")
        }
    }

    @Test(arguments: steps)
    func everyStepIsRightAndDraws(_ step: Int) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let file = Self.folder.appending(path: "tutorial/\(step).yaml").path
        let check = try sandbox.run("template", "check", file)
        #expect(check.status == 0, "\(check.errors)")
        let drawn = try sandbox.run(
            "render", "--template", file, "--family", "systemMedium", "--scale", "1", "--entry",
            Repository.fixtureURL("entries/playing.json").path, "-o", "a.png")
        #expect(drawn.status == 0, "\(drawn.errors)")
    }

    /// Every picture in the documentation exists.
    @Test func picturesAreThere() throws {
        for name in ["first-widget", "templates", "bars"] {
            let page = try String(contentsOf: Self.folder.appending(path: "\(name).md"), encoding: .utf8)
            for part in page.split(separator: "](").dropFirst() where part.hasPrefix("pictures/") {
                let path = String(part.prefix { $0 != ")" })
                #expect(FileManager.default.fileExists(atPath: Self.folder.appending(path: path).path), "\(name).md shows \(path)")
            }
        }
    }
}
