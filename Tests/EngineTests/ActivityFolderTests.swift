import Foundation
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialEngine

@Suite struct ActivityFolderTests {
    private let now = Date(timeIntervalSince1970: 1_767_903_304)
    private let banner: [UInt8] = [1, 2, 3]

    private func folders(_ temporary: TemporaryFolder) -> UserFolders {
        UserFolders(environment: ["HOME": temporary.path])
    }

    private func playing() throws -> LiveActivities {
        var activities = LiveActivities()
        _ = try activities.apply(
            NowPlaying(date: now, zone: .init(id: "z", name: "Kitchen"), status: .playing, track: Track(title: "So What")), at: now)
        return activities
    }

    private func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    @Test func showsJustWhatItIsTold() throws {
        let temporary = try TemporaryFolder()
        let path = "\(temporary.path)/out"
        var folder = try ActivityFolder(path, in: folders(temporary), now: now)
        let activities = try playing()
        #expect(try folder.write(["a.png": banner, "b.png": banner], of: activities) == ["a.png", "b.png"])
        #expect(names(path) == ["a.png", "b.png"])
        // Equal content changes nothing.
        #expect(try folder.write(["a.png": banner, "b.png": banner], of: activities) == [])
        #expect(try folder.write(["a.png": [9], "c.png": banner], of: activities) == ["a.png", "b.png", "c.png"])
        #expect(names(path) == ["a.png", "c.png"])
        try folder.clear()
        #expect(names(path) == [])
    }

    @Test func leavesOthersFilesAlone() throws {
        let temporary = try TemporaryFolder()
        let path = "\(temporary.path)/out"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let mine = ["photo.png", ".photo.png.1.1.new", "lockScreen.png.txt"]
        for name in mine { _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data([7])) }
        var folder = try ActivityFolder(path, in: folders(temporary), now: now)
        _ = try folder.write(["lockScreen.png": banner], of: try playing())
        try folder.clear()
        #expect(names(path) == mine.sorted())
    }

    /// After a run is killed, the next one knows its files, and continues its activities.
    @Test func aKilledRunLeavesNothingThatTheNextOneDoesNotFind() throws {
        let temporary = try TemporaryFolder()
        let path = "\(temporary.path)/out"
        let activities = try playing()
        do {
            var folder = try ActivityFolder(path, in: folders(temporary), now: now)
            _ = try folder.write(["lockScreen.png": banner, "minimal.png": banner], of: activities)
        }
        _ = FileManager.default.createFile(atPath: "\(path)/.lockScreen.png.4711.3.new", contents: Data([1]))
        var folder = try ActivityFolder(path, in: folders(temporary), now: now)
        #expect(folder.activities == activities)
        #expect(names(path) == ["lockScreen.png", "minimal.png"])
        #expect(try folder.write(["lockScreen.png": banner], of: activities) == ["minimal.png"])
        #expect(names(path) == ["lockScreen.png"])
    }

    @Test func twoDoNotKeepOneFolder() throws {
        let temporary = try TemporaryFolder()
        let path = "\(temporary.path)/out"
        let first = try ActivityFolder(path, in: folders(temporary), now: now)
        do {
            _ = try ActivityFolder(path, in: folders(temporary), now: now)
            Issue.record("two keep one folder")
        } catch {
            #expect(error == .busy(path))
        }
        _ = try ActivityFolder("\(temporary.path)/other", in: folders(temporary), now: now)
        #expect(first.activities.activities.isEmpty)
    }

    @Test(arguments: ["", "{", "[]", #"{"files":["a.png"]}"#])
    func aStateThatCannotBeReadIsANewBeginning(_ text: String) throws {
        let temporary = try TemporaryFolder()
        let path = "\(temporary.path)/out"
        do {
            var folder = try ActivityFolder(path, in: folders(temporary), now: now)
            _ = try folder.write(["lockScreen.png": banner], of: try playing())
        }
        let state = folders(temporary).state.path
        let file = try #require(names(state).first { $0.hasPrefix("activity-") && $0.hasSuffix(".json") })
        try Data(text.utf8).write(to: URL(filePath: "\(state)/\(file)"))
        #expect(try ActivityFolder(path, in: folders(temporary), now: now).activities == LiveActivities())
    }

    /// After a clock that was days ahead is corrected, the stored activities would wait until it reaches the old time again.
    @Test func aStateOfAWrongClockIsForgotten() throws {
        let temporary = try TemporaryFolder()
        let path = "\(temporary.path)/out"
        do {
            var folder = try ActivityFolder(path, in: folders(temporary), now: now)
            _ = try folder.write(["lockScreen.png": banner], of: try playing())
        }
        let earlier = now.addingTimeInterval(-13 * 3600)
        var folder = try ActivityFolder(path, in: folders(temporary), now: earlier)
        #expect(folder.activities == LiveActivities())
        // The file is still known.
        #expect(try folder.write([:], of: LiveActivities()) == ["lockScreen.png"])
    }

    @Test func tellsWhatItCannotWrite() throws {
        let temporary = try TemporaryFolder()
        var folder = try ActivityFolder("/proc/nowhere", in: folders(temporary), now: now)
        let activities = try playing()
        do {
            _ = try folder.write(["lockScreen.png": banner], of: activities)
            Issue.record("it was written")
        } catch {
            guard case .write(let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(reason.path == "/proc/nowhere/lockScreen.png")
        }
    }
}
