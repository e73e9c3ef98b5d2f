import Foundation
import SubdialTestSupport
import Testing

/// `Documentation/security.md`, which names a test for each promise.
@Suite struct SecurityPageTests {
    @Test("Every test that the page names exists")
    func testsAreThere() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "Documentation/security.md"), encoding: .utf8)
        let named = page.matches(of: /`([A-Z][A-Za-z]+Tests)(?:\.([a-z][A-Za-z]+))?`/).map { (String($0.1), $0.2.map(String.init)) }
        #expect(named.count > 50)
        let tests = Repository.root.appending(path: "Tests")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: tests.path)
        for (suite, function) in named {
            let path = try #require(paths.first { $0.hasSuffix("/\(suite).swift") }, "\(suite)")
            let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
            #expect(function.map { text.contains("func \($0)(") } ?? true, "\(suite).\(function ?? "")")
        }
    }
}
