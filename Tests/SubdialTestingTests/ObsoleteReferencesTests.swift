import Foundation
import SubdialSnapshots
import Testing

@testable import SubdialTesting

@Suite struct ObsoleteReferencesTests {
    @Test(arguments: [
        ([], true), (["--testing-library", "swift-testing"], true), (["--testing-library", "swift-testing", "/a/b.xctest"], true),
        (["--testing-library", "swift-testing", "--filter", "x"], false), (["--skip", "x"], false), (["Module.Class/test"], false),
        (["--parallel"], true), (["--event-stream-output-path", "/x", "--testing-library=swift-testing"], true),
    ]) func aFilteredRunIsNotComplete(_ arguments: [String], _ isComplete: Bool) {
        #expect(ObsoleteReferences.isComplete(["/program"] + arguments) == isComplete)
    }

    /// The source of a test, the functions that have run with what they used, and the references that are obsolete of those that are there.
    @Test(arguments: [
        // A test that has run did not use one of its references.
        ("@Test func a() { assertSnapshot() }", ["a"], ["a.dark"], ["a.dark", "a.light"], ["a.light"]),
        // The test is gone, and all others have run.
        ("@Test func a() { assertSnapshot() }", ["a"], ["a.dark"], ["a.dark", "b.dark"], ["b.dark"]),
        // A test did not come to its assertion, or did not run.
        ("@Test func a() { assertSnapshot() }\n@Test func b() { assertSnapshot() }", ["a"], ["a.dark"], ["b.dark", "c.dark"], []),
        // Tests without snapshots do not count.
        ("@Test func a() { assertSnapshot() }\n@Test func b() {}", ["a"], ["a.dark"], ["a.dark", "named"], ["named"]),
        // A skipped test may use one that has its own name.
        ("@Test(.disabled()) func b() { helper() }\n@Test func a() { assertSnapshot() }", ["a"], ["a.dark"], ["named"], []),
        // A helper asserts for a test that did not run, in this file or in another.
        ("@Test func a() { assertSnapshot() }\n@Test func b() { c() }\nfunc c() { assertSnapshot() }", ["a"], ["a.dark"], ["named"], []),
        ("@Test func a() { help() }\nfunc testB() { help() }", ["a"], ["a.dark"], ["named"], []),
        ("func help() { assertSnapshot() }", ["a"], ["a.dark"], ["named"], []),
        // The file asserts nothing any more.
        ("struct A {}", [], [], ["a.dark"], ["a.dark"]),
        ("func testA() { assertSnapshot() }", ["testA"], ["testA.dark"], ["testA.dark", "testA.light"], ["testA.light"]),
    ]) func obsolete(_ source: String, _ functions: [String], _ used: [String], _ there: [String], _ obsolete: [String]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "obsolete-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let references = folder.appending(path: "__Snapshots__/Tests")
        try FileManager.default.createDirectory(at: references, withIntermediateDirectories: true)
        try Data(source.utf8).write(to: folder.appending(path: "Tests.swift"))
        for name in there { try Data().write(to: references.appending(path: "\(name).tree.txt")) }
        try Data().write(to: folder.appending(path: "__Snapshots__/fonts.json"))
        let usages = [
            ObsoleteReferences.Usage(
                file: folder.appending(path: "Tests.swift").path, ids: Set(used.map { "Tests/\($0)" }), functions: Set(functions)),
            ObsoleteReferences.Usage(file: folder.appending(path: "Others.swift").path),
        ]
        #expect(ObsoleteReferences.obsolete(usages).map(\.id) == obsolete.map { "Tests/\($0)" })
        // Without the file, nothing can use them.
        try FileManager.default.removeItem(at: folder.appending(path: "Tests.swift"))
        #expect(ObsoleteReferences.obsolete([usages[1]]).map(\.id) == there.sorted().map { "Tests/\($0)" })
    }
}
