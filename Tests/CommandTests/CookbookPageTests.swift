import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The recipes of `Documentation/cookbook.md`, as processes: each shows what the page says that it shows.
@Suite struct CookbookPageTests {
    /// A recipe: a section of the page with its kind, its document, and what is printed.
    struct Recipe: CustomTestStringConvertible {
        /// The heading.
        let title: String
        /// The code blocks of the section by order, with the word after their fence.
        fileprivate let blocks: [(language: String, text: String)]

        var testDescription: String { title }

        /// The recipes of the page.
        static var all: [Recipe] {
            get throws {
                let page = try String(contentsOf: Repository.root.appending(path: "Documentation/cookbook.md"), encoding: .utf8)
                return page.components(separatedBy: "\n## ").dropFirst().compactMap { section in
                    let parts = section.components(separatedBy: "```")
                    let blocks = stride(from: 1, to: parts.count, by: 2).map { index in
                        let (language, text) = (parts[index].prefix { $0 != "\n" }, parts[index].drop { $0 != "\n" }.dropFirst())
                        return (String(language), String(text))
                    }
                    let title = section.prefix { $0 != "\n" }
                    return blocks.isEmpty ? nil : Recipe(title: String(title), blocks: blocks)
                }
            }
        }
    }

    @Test func thereAreTwentyOrMore() throws {
        #expect(try Recipe.all.count >= 20)
    }

    /// A section has the kind, the document, and the command with its output; a recipe about a request has the kind and the command only.
    @Test(arguments: try Recipe.all)
    func aRecipeShowsWhatThePageSays(_ recipe: Recipe) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let kind = try #require(recipe.blocks.first)
        #expect(kind.language == "yaml")
        let folder = sandbox.path("kinds/recipe")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try kind.text.write(toFile: folder + "/kind.yaml", atomically: true, encoding: .utf8)
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("kinds"), "SUBDIAL_COOKBOOK_TOKEN": "s3cret", "TZ": "Europe/Berlin"]
        let checked = try sandbox.run(["kind", "check", "recipe"], environment: environment)
        // A recipe has no template.
        #expect(checked.status == 0 && !checked.errors.contains("kind.yaml"), "\(checked.errors)")
        for block in recipe.blocks.dropFirst() where block.language != "console" {
            try block.text.write(toFile: sandbox.path("document"), atomically: true, encoding: .utf8)
        }
        let console = try #require(recipe.blocks.last)
        #expect(console.language == "console")
        let lines = console.text.split(separator: "\n", omittingEmptySubsequences: false)
        let command = try #require(lines.first?.hasPrefix("$ subdial ") == true ? lines.first?.dropFirst("$ subdial ".count) : nil)
        let arguments = command.split(separator: " ").map { $0 == "document" ? sandbox.path("document") : String($0) }
        let shown = try sandbox.run(arguments, environment: environment)
        let expected = lines.dropFirst().joined(separator: "\n").trimmingCharacters(in: .newlines)
        // The lines after the fields tell dates of the machine.
        let output = shown.output.components(separatedBy: "\n\n").first ?? ""
        #expect(output.trimmingCharacters(in: .newlines) == expected, "\(shown.errors)")
    }
}
