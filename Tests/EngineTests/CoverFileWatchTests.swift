import Foundation
import Glibc
import SubdialTestSupport
import Testing

@testable import SubdialEngine

@Suite struct CoverFileWatchTests {
    private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path), options: []) }

    @Test(arguments: ["write", "replace", "remove", "touch"])
    func everyWayToChangeAFileIsTold(_ way: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a"
        try write("one", to: path)
        let watch = FileWatch()
        let streams = [try #require(watch.changes(of: path)), try #require(watch.changes(of: path))]
        #expect(watch.count == 1)
        switch way {
        case "write": try write("two", to: path)
        case "replace":
            try write("two", to: folder.path + "/b")
            #expect(rename(folder.path + "/b", path) == 0)
        case "remove": #expect(unlink(path) == 0)
        default: #expect(utimes(path, nil) == 0)
        }
        for stream in streams {
            var changes = stream.makeAsyncIterator()
            #expect(await changes.next() != nil)
        }
    }

    @Test func aFileThatIsGoneEndsItsWatch() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a"
        try write("one", to: path)
        let watch = FileWatch()
        let stream = try #require(watch.changes(of: path))
        #expect(unlink(path) == 0)
        for await _ in stream {}
        #expect(watch.count == 0)
        #expect(watch.changes(of: path) == nil)
    }

    @Test func aWatchEndsWithItsReader() async throws {
        let folder = try TemporaryFolder()
        try write("one", to: folder.path + "/a")
        let watch = FileWatch()
        let watching = Task { for await _ in try #require(watch.changes(of: folder.path + "/a")) {} }
        try await eventually("a watch") { watch.count == 1 }
        watching.cancel()
        try await watching.value
        try await eventually("no watch") { watch.count == 0 }
    }
}
