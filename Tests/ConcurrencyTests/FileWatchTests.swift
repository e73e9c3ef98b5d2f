import Dispatch
import Foundation
import Glibc
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialConcurrency

/// Waits for a condition.
func eventually(_ what: Comment, _ isMet: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(180)
    while !isMet() {
        try #require(.now < deadline, what)
        try await Task.sleep(for: .milliseconds(5))
    }
}

@Suite struct FileWatchTests {
    private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path), options: []) }

    @Test(arguments: ["write", "replace", "remove", "touch"])
    func everyWayToChangeAFileIsReported(_ way: String) async throws {
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

    @Test func aFolderThatIsRemovedEndsItsWatch() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a"
        try #require(mkdir(path, 0o700) == 0)
        let watch = FileWatch()
        let stream = try #require(watch.changes(inFolder: path))
        #expect(rmdir(path) == 0)
        for await _ in stream {}
        #expect(watch.count == 0)
    }

    /// The descriptor and the thread exist only while there are watches, however often they come and go.
    @Test func aWatchEndsWithItsReaderAndTheThreadWithTheLastWatch() async throws {
        let folder = try TemporaryFolder()
        try write("one", to: folder.path + "/a")
        let watch = FileWatch()
        #expect(watch.changes(of: folder.path + "/missing") == nil)
        #expect(!watch.isRunning)
        for _ in 1...3 {
            let watching = Task { for await _ in try #require(watch.changes(of: folder.path + "/a")) {} }
            try await eventually("a watch") { watch.count == 1 }
            #expect(watch.isRunning)
            watching.cancel()
            try await watching.value
            try await eventually("no watch") { watch.count == 0 && !watch.isRunning }
        }
    }

    /// A reader gets the events that it asked for, even if another one of the same folder asked for more.
    @Test func aWatchIsOnlyForItsEventsAndNames() async throws {
        let folder = try TemporaryFolder()
        let watch = FileWatch()
        let names = Mutex<[String]>([])
        let watches = try ["all", "a"].map { name in
            try watch.watch(folder.path, UInt32(IN_CREATE), names: name == "all" ? nil : [name]) { _ in names.withLock { $0.append(name) } }
        }
        let stream = try #require(watch.changes(inFolder: folder.path))
        for name in ["b", "a"] { try write("", to: folder.path + "/\(name)") }
        try await eventually("the event of a") { names.withLock { $0.count == 3 } }
        #expect(names.withLock { $0.sorted() } == ["a", "all", "all"])
        withExtendedLifetime((watches, stream)) {}
    }

    /// If the system has lost events, each watch ends with an element, so that its reader reads the file and watches it again.
    @Test func lostEventsEndAllWatches() async throws {
        let setting = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let limit = try #require(Int(setting.trimmingCharacters(in: .newlines)))
        let folder = try TemporaryFolder()
        let (quiet, busy) = (folder.path + "/quiet", folder.path + "/busy")
        try write("one", to: quiet)
        try #require(mkdir(busy, 0o700) == 0)
        let watch = FileWatch()
        let stream = try #require(watch.changes(of: quiet))
        // The thread waits in the first event until the system's queue is full.
        let hasBegun = Atomic(false)
        let mayEnd = DispatchSemaphore(value: 0)
        let blocking = try watch.watch(busy, UInt32(IN_CREATE | IN_DELETE)) { _ in
            if !hasBegun.exchange(true, ordering: .relaxed) { mayEnd.wait() }
        }
        try write("", to: busy + "/first")
        try await eventually("the first event") { hasBegun.load(ordering: .relaxed) }
        for number in 0...(limit / 2) {
            try #require(mknod(busy + "/\(number % 2)", S_IFREG | 0o600, 0) == 0)
            #expect(unlink(busy + "/\(number % 2)") == 0)
        }
        mayEnd.signal()
        var count = 0
        for await _ in stream { count += 1 }
        #expect(count == 1)
        #expect(watch.count == 0)
        withExtendedLifetime(blocking) {}
    }

    @Test(arguments: ["file", "folder", "link", "target"]) func theAppearanceOfAFileIsSeen(_ way: String) async throws {
        let folder = try TemporaryFolder()
        let watch = FileWatch()
        let path = folder.path + (way == "folder" ? "/later/a" : "/a")
        if way == "target" { try #require(symlink("elsewhere", path) == 0) }
        let waiting = Task {
            while access(path, F_OK) != 0 { await watch.appearance(of: path, orAfter: .seconds(3600)) }
        }
        try await eventually("the watches") { watch.count > 0 }
        switch way {
        case "folder":
            try #require(mkdir(folder.path + "/later", 0o700) == 0)
            try write("one", to: path)
        case "link": try #require(symlink("/dev/null", path) == 0)
        case "target": try write("one", to: folder.path + "/elsewhere")
        default: try write("one", to: path)
        }
        await waiting.value
        try await eventually("no watch is left") { !watch.isRunning }
    }
}
