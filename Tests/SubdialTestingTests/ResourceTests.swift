import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialTesting

@Suite struct ResourceTests {
    /// Templates, symbols and themes are resources of the library, and are found wherever the package was built.
    @Test func everyTemplateIsAResource() throws {
        let folder = Repository.root.appending(path: "Templates")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            !$0.hasPrefix(".") && !$0.hasSuffix(".swift")
        }
        let manifest = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let list = try #require(manifest.firstMatch(of: /resources: \[([^\]]*)\]\.map/)?.output.1)
        let listed = list.split(separator: ",").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: "\"").union(.whitespacesAndNewlines))
        }
        #expect(Set(listed.filter { !$0.isEmpty }) == Set(names))
    }
}
