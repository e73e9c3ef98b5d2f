import Foundation
import SubdialTestSupport
import Testing

/// Tests that the Swift code of the documentation is the code that is compiled and run here.
@Suite struct DocumentedCodeTests {
    private func lines(_ path: String) throws -> [String] {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: true
        )
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test func everyBlockIsCompiled() throws {
        // The code of tests, and the example's manifest and tests.
        let compiled = try [
            "Tests/SubdialTestingTests/Documented/CardTests.swift", "Tests/SubdialTestingTests/ActivityAssertionTests.swift",
            "Tests/SubdialTestingTests/Charts/ChartSources.swift", "Tests/SubdialTestingTests/IntentSources.swift",
            "Tests/SubdialTestingTests/IntentTests.swift", "Examples/SnapshotTests/Package.swift",
            "Examples/SnapshotTests/Tests/WidgetTests/EveryWidgetTests.swift",
            "Examples/SnapshotTests/Tests/WidgetTests/StationWidgetTests.swift",
        ].flatMap(lines).filter { !$0.hasPrefix("import ") }
        var blocks: [[String]] = []
        var block: [String]?
        let catalogs = ["SwiftUI/ActivityKit", "SwiftUI/AppIntents", "SwiftUI/Charts", "Testing/SubdialTesting"]
        let articles = try catalogs.flatMap { folder in
            let path = "Sources/\(folder)"
            return try FileManager.default.subpathsOfDirectory(atPath: Repository.root.appending(path: path).path)
                .filter { $0.hasSuffix(".md") }.map { "\(path)/\($0)" }
        }
        #expect(articles.count > catalogs.count)
        for line in try (["Documentation/swift-widgets.md"] + articles).flatMap(lines) {
            if line == "```swift" {
                block = []
            } else if line == "```" {
                if let block { blocks.append(block) }
                block = nil
            } else if !line.hasPrefix("import ") {
                block?.append(line)
            }
        }
        // The lines for a Package.swift are not code of a test.
        let code = blocks.filter { block in ![".package(", ".product(", ".testTarget("].contains { block.first?.hasPrefix($0) ?? true } }
        #expect(code.count >= 10)
        for block in code {
            let isThere = compiled.indices.contains { compiled[$0...].starts(with: block) }
            #expect(isThere, "\(block.joined(separator: "\n"))")
        }
    }
}
