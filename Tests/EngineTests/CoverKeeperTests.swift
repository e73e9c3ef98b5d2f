import Foundation
import SubdialConcurrency
import SubdialDrawing
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine

/// The cover file of a feed shows the current cover, or nothing.
@Suite struct CoverKeeperTests {
    private let folder: TemporaryFolder
    private let source = CoverTestSource()
    private var pictures: ZonePictures { ZonePictures(zone: CoverTestSource.zone, source: source) }
    private let clock = ServerManualClock()
    private let lane: WorkLane
    private let places: CoverPlaces
    private let workshop = CoverWorkshop()
    private static let blue = Color(red: 0, green: 0, blue: 1)
    private static let red = Color(red: 1, green: 0, blue: 0)
    private var path: String { folder.path + "/cover.png" }

    init() throws {
        folder = try TemporaryFolder()
        lane = WorkLane()
        places = CoverPlaces(lane: lane)
        source.give(try Self.blue.picture(), for: "blue")
        source.give(try Self.red.picture(), for: "red")
    }

    private func keeper(
        _ placeholder: ArtSettings.Placeholder = .none, command: String? = nil, told: CoverEvents = CoverEvents()
    ) -> CoverKeeper {
        CoverKeeper(
            ArtSettings(path: path, side: 32, placeholder: placeholder, command: command), folder: PrivateFolder(folder.path + "/covers"),
            workingFolder: folder.path, logger: .silent, workshop: workshop, places: places, clock: clock
        ) { told.add($0 ?? "none") }
    }

    private func show(_ key: String?, _ keeper: CoverKeeper, at location: String? = nil) async {
        await keeper.show(key.map { EntryPicture(key: $0, location: location) }, from: pictures)
    }

    /// The content at the path: the name of a colour, "clear", the text of another file, or nil for no file.
    private var shown: String? {
        guard let bytes = FileManager.default.contents(atPath: path).map(Array.init) else { return nil }
        guard let bitmap = try? PNG.decode(bytes), let color = bitmap.color(x: 16, y: 16) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        if color.alpha == 0 { return "clear" }
        return color.blue > color.red ? "blue" : "red"
    }

    private func reaches(_ expected: String?) async throws {
        try await eventually("the file shows \(expected ?? "nothing"), not \(shown ?? "nothing")") { shown == expected }
    }

    /// Waits for all work on the thread of the files.
    private func settle() async { _ = await lane.value {} }

    @Test(arguments: [
        (ArtSettings.Placeholder.none, nil), (.transparent, "clear"), (.file("none.png"), "not even a picture"),
        (.file("missing.png"), nil),
    ])
    func theOldCoverIsGoneWhenTheNewOneCannotBeHad(_ placeholder: ArtSettings.Placeholder, _ expected: String?) async throws {
        var placeholder = placeholder
        if case .file(let name) = placeholder { placeholder = .file("\(folder.path)/\(name)") }
        try Data("not even a picture".utf8).write(to: URL(filePath: folder.path + "/none.png"))
        let keeper = keeper(placeholder)
        await show("blue", keeper)
        try await reaches("blue")
        // No time passes on the clock of the attempts.
        await show("gone", keeper)
        try await reaches(expected)
        await show("blue", keeper)
        try await reaches("blue")
        source.give(try Repository.fixtureBytes("artwork/corrupt.jpg"), for: "corrupt")
        await show("corrupt", keeper)
        try await reaches(expected)
        await show("blue", keeper)
        try await reaches("blue")
        await show(nil, keeper)
        try await reaches(expected)
    }

    @Test func aCoverThatASourceGivesLaterIsShownThen() async throws {
        let keeper = keeper()
        await show("late", keeper)
        try await eventually("the first try") { source.answered == ["late"] }
        source.give(try Self.red.picture(), for: "late")
        for await sleep in clock.sleeps where sleep == .seconds(4) { break }
        clock.advance(by: .seconds(4))
        try await reaches("red")
    }

    @Test func theOldCoverStaysNoLongerThanAMoment() async throws {
        let keeper = keeper()
        await show("blue", keeper)
        try await reaches("blue")
        source.hold("red")
        await show("red", keeper)
        try await eventually("the question") { source.asked == ["blue", "red"] }
        await settle()
        #expect(shown == "blue")
        clock.advance(by: CoverShow.grace - .milliseconds(1))
        await settle()
        #expect(shown == "blue")
        // The sleep may begin only now, so the clock advances until it is over.
        try await eventually("the end of the moment") {
            clock.advance(by: .milliseconds(1))
            return shown == nil
        }
        source.release("red")
        try await reaches("red")
    }

    /// An observer of every change of the file sees no gap.
    @Test func aCoverThatComesSoonTakesTheOldOnesPlaceAtOnce() async throws {
        let seen = CoverEvents()
        let observer = places.claim(path) {
            seen.add(FileManager.default.fileExists(atPath: path) ? "there" : "gone")
        } regained: {
        }
        let told = CoverEvents()
        let keeper = keeper(told: told)
        for key in ["blue", "red", "blue"] {
            await show(key, keeper)
            try await reaches(key)
            try await eventually("its path") { told.all.last != "none" }
        }
        try await eventually("three changes") { seen.all == ["there", "there", "there"] }
        // A line contains the cover of its own track or none.
        #expect(told.all.count == 6)
        #expect(told.all.enumerated().allSatisfy { ($0.element == "none") == ($0.offset % 2 == 0) })
        #expect(Set(told.all).count == 3)
        observer.release()
    }

    enum Overwriting: CaseIterable {
        case inPlace, byRenaming, afterRemoving
    }

    @Test(arguments: Overwriting.allCases)
    func aFileThatIsOverwrittenIsAnotherCover(_ way: Overwriting) async throws {
        let file = folder.path + "/player.jpg"
        func write(_ color: Color, to path: String) throws { try Data(color.picture()).write(to: URL(filePath: path), options: []) }
        try write(Self.blue, to: file)
        let told = CoverEvents()
        let keeper = keeper(told: told)
        await show("file:player", keeper, at: file)
        try await reaches("blue")
        try await eventually("its path") { told.all.count == 2 }
        // The same artwork by its key, as after a change of the volume.
        await show("file:player", keeper, at: file)
        switch way {
        case .inPlace:
            let handle = try FileHandle(forWritingTo: URL(filePath: file))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(Self.red.picture()))
            try handle.close()
        case .byRenaming:
            try write(Self.red, to: file + ".new")
            #expect(rename(file + ".new", file) == 0)
        case .afterRemoving:
            #expect(unlink(file) == 0)
            try write(Self.red, to: file)
        }
        try await eventually("red") {
            clock.advance(by: .milliseconds(1))
            return shown == "red"
        }
        try await eventually("another path") { told.all.last.map { $0 != "none" && $0 != told.all[1] } ?? false }
        // The change is reported again, by the watch of the file that is there now.
        try write(Self.blue, to: file)
        try await eventually("blue") {
            clock.advance(by: .milliseconds(1))
            return shown == "blue"
        }
    }

    /// A feed that was reconfigured or has ended is still fetching a cover while its successor shows another.
    @Test(arguments: [true, false])
    func whatAnEarlierFeedHasUnderWayChangesNothing(_ hasEnded: Bool) async throws {
        source.hold("red")
        let told = CoverEvents()
        var earlier: CoverKeeper? = keeper(told: told)
        if let earlier { await show("red", earlier) }
        try await eventually("the question") { source.asked == ["red"] }
        if hasEnded { earlier = nil }
        var later: CoverKeeper? = keeper()
        if let later { await show("blue", later) }
        try await reaches("blue")
        source.release("red")
        try await eventually("the answer") { source.answered.contains("red") }
        try await eventually("the end of all work") { workshop.orders == 0 }
        await settle()
        #expect(shown == "blue")
        guard let earlier else {
            #expect(told.all == ["none"])
            return
        }
        // A feed that continues keeps its own path, and gets the file back after the other feed has ended.
        try await eventually("its path") { told.all.last != "none" }
        #expect(shown == "blue")
        later = nil
        try await reaches("red")
        await show(nil, earlier)
        try await reaches(nil)
        _ = later
    }

    @Test func everyFeedsCommandRunsAfterAChange() async throws {
        let first = keeper(command: "echo first $SUBDIAL_ART >> log")
        let second = keeper(command: "echo second $SUBDIAL_ART >> log")
        await show("blue", first)
        await show("blue", second)
        try await reaches("blue")
        await show("red", second)
        try await reaches("red")
        func log() -> Set<String> {
            Set((try? String(contentsOfFile: folder.path + "/log", encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [])
        }
        try await eventually("both commands") { log() == ["first \(path)", "second \(path)"] }
    }

    /// A folder at the path, set by mistake, is not removed.
    @Test func aFolderAtThePathIsLeftAlone() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("precious".utf8).write(to: URL(filePath: path + "/photo.txt"))
        let keeper = keeper()
        await keeper.showNow(nil, from: pictures)
        await keeper.showNow(EntryPicture(key: "blue"), from: pictures)
        #expect(try String(contentsOfFile: path + "/photo.txt", encoding: .utf8) == "precious")
    }

    @Test func showNowReturnsWhenTheCoverIsThere() async throws {
        let told = CoverEvents()
        let keeper = keeper(told: told)
        await keeper.showNow(EntryPicture(key: "red"), from: pictures)
        #expect(shown == "red")
        #expect(told.all.last?.hasPrefix(folder.path + "/covers/") == true)
        await keeper.showNow(EntryPicture(key: "gone"), from: pictures)
        #expect(shown == nil)
        #expect(told.all.last == "none")
    }
}
