import Foundation
import SubdialTestSupport
import Testing

/// `Documentation/architecture.md`, which names files and modules.
@Suite struct ArchitecturePageTests {
    private static let page = try? String(contentsOf: Repository.root.appending(path: "Documentation/architecture.md"), encoding: .utf8)

    @Test("Every file and folder that the page names is in Sources")
    func filesAreThere() throws {
        let page = try #require(Self.page)
        let paths = page.matches(of: /`((?:C|Engine|Inputs|Lines|Model|Pictures|Programs|Screens|Support|Testing)\/[^`]*)`/).map {
            String($0.1)
        }
        #expect(paths.count > 50)
        let sources = Repository.root.appending(path: "Sources")
        #expect(paths.filter { !FileManager.default.fileExists(atPath: sources.appending(path: $0).path) } == [])
    }

    @Test("The page has every module")
    func modulesAreListed() throws {
        let page = try #require(Self.page)
        #expect(try Repository.modules().map(\.name).filter { !page.contains("`\($0)`") } == [])
    }
}
