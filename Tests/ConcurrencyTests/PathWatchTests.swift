import Foundation
import Glibc
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialConcurrency

@Suite struct PathWatchTests {
    /// The text of the file; nil if there is none.
    private final class Seen: Sendable {
        let text = Mutex<String?>("")
    }

    private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path), options: []) }

    /// The file is found again after each way to replace it, and after its folder was removed and made anew.
    @Test func everyWayToReplaceAFileIsReported() async throws {
        let folder = try TemporaryFolder()
        let (inner, other) = (folder.path + "/inner", folder.path + "/other")
        let path = inner + "/a"
        let seen = Seen()
        let watches = FileWatch()
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let following = Task {
            let watch = PathWatch(path, watches) { continuation.yield() }
            var iterator = changes.makeAsyncIterator()
            repeat {
                watch.watchFolders()
                if access(path, F_OK) == 0 { watch.watchFile() } else { watch.forgetFile() }
                let text = try? String(contentsOfFile: path, encoding: .utf8)
                seen.text.withLock { $0 = text }
            } while await iterator.next() != nil
        }
        func see(_ text: String?) async throws {
            try await eventually("\(text ?? "nothing")") { seen.text.withLock { $0 == text } }
        }
        try await see(nil)
        for round in 1...3 {
            try #require(mkdir(inner, 0o700) == 0)
            try write("one \(round)", to: path)
            try await see("one \(round)")
            let appended = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
            defer { close(appended) }
            try #require(Glibc.write(appended, ", two", 5) == 5)
            try await see("one \(round), two")
            // As editors save.
            try write("three", to: other)
            try #require(rename(other, path) == 0)
            try await see("three")
            try #require(unlink(path) == 0)
            try await see(nil)
            try #require(rmdir(inner) == 0)
        }
        following.cancel()
        await following.value
        try await eventually("no watch is left") { !watches.isRunning }
    }

    /// A folder with other files causes no work.
    @Test func otherFilesOfTheFolderDoNotMatter() async throws {
        let folder = try TemporaryFolder()
        let watches = FileWatch()
        let count = Atomic(0)
        let watch = PathWatch(folder.path + "/a", watches) { count.add(1, ordering: .relaxed) }
        watch.watchFolders()
        let folderChanges = try #require(watches.changes(inFolder: folder.path))
        for number in 0..<50 { try write("", to: folder.path + "/other \(number)") }
        try write("", to: folder.path + "/a")
        try await eventually("the file") { count.load(ordering: .relaxed) > 0 }
        #expect(count.load(ordering: .relaxed) <= 2)
        withExtendedLifetime((watch, folderChanges)) {}
    }
}
