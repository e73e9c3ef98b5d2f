import Foundation
import Glibc
import SubdialDrawing
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine

/// The cover file of a feed shows the current cover, or nothing.
@Suite struct FeedCoverTests {
    private let folder: TemporaryFolder
    private let source = CoverTestSource()
    private let reported = ReportedPictures()
    private var pictures: ZonePictures { ZonePictures(zone: CoverTestSource.zone, source: source, reports: reported.reports) }
    private let clock = ServerManualClock()
    private let covers = CoverPictures()
    private static let blue = Color(red: 0, green: 0, blue: 1)
    private static let red = Color(red: 1, green: 0, blue: 0)
    private var path: String { folder.path + "/cover.png" }

    init() throws {
        folder = try TemporaryFolder()
        source.give(try Self.blue.picture(), for: "blue")
        source.give(try Self.red.picture(), for: "red")
    }

    private func cover(
        _ placeholder: ArtSettings.Placeholder = .none, command: String? = nil, told: CoverEvents = CoverEvents()
    ) -> FeedCover {
        FeedCover(
            ArtSettings(path: path, side: 32, placeholder: placeholder, command: command), folder: PrivateFolder(folder.path + "/covers"),
            workingFolder: folder.path, logger: .silent, reports: reported.reports, pictures: covers, clock: clock
        ) { told.add($0 ?? "none") }
    }

    private func show(_ key: String?, _ cover: FeedCover, at location: String? = nil) async {
        await cover.show(key.map { EntryPicture(key: $0, location: location) }, from: pictures)
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

    /// Waits for all writes.
    private func settle() async { await CoverWriter.flush() }

    @Test(arguments: [
        (ArtSettings.Placeholder.none, nil), (.transparent, "clear"), (.file("none.png"), "not even a picture"),
        (.file("missing.png"), nil),
    ])
    func theOldCoverIsGoneWhenTheNewOneCannotBeHad(_ placeholder: ArtSettings.Placeholder, _ expected: String?) async throws {
        var placeholder = placeholder
        if case .file(let name) = placeholder { placeholder = .file("\(folder.path)/\(name)") }
        try Data("not even a picture".utf8).write(to: URL(filePath: folder.path + "/none.png"))
        let cover = cover(placeholder)
        await show("blue", cover)
        try await reaches("blue")
        // No time passes on the clock of the attempts.
        await show("gone", cover)
        try await reaches(expected)
        await show("blue", cover)
        try await reaches("blue")
        source.give(try Repository.fixtureBytes("artwork/corrupt.jpg"), for: "corrupt")
        await show("corrupt", cover)
        try await reaches(expected)
        await show("blue", cover)
        try await reaches("blue")
        await show(nil, cover)
        try await reaches(expected)
        await cover.end()
    }

    @Test func aCoverThatASourceGivesLaterIsShownThen() async throws {
        let cover = cover()
        await show("late", cover)
        try await eventually("the first try") { source.answered == ["late"] }
        source.give(try Self.red.picture(), for: "late")
        for await sleep in clock.sleeps where sleep == .seconds(4) { break }
        clock.advance(by: .seconds(4))
        try await reaches("red")
        await cover.end()
    }

    @Test func theOldCoverStaysNoLongerThanAMoment() async throws {
        let cover = cover()
        await show("blue", cover)
        try await reaches("blue")
        source.hold("red")
        await show("red", cover)
        try await eventually("the question") { source.asked == ["blue", "red"] }
        await settle()
        #expect(shown == "blue")
        clock.advance(by: FeedCover.grace - .milliseconds(1))
        await settle()
        #expect(shown == "blue")
        // The sleep may begin only now, so the clock advances until it is over.
        try await eventually("the end of the moment") {
            clock.advance(by: .milliseconds(1))
            return shown == nil
        }
        source.release("red")
        try await reaches("red")
        await cover.end()
    }

    /// An observer of every change of the file sees no gap.
    @Test func aCoverThatComesSoonTakesTheOldOnesPlaceAtOnce() async throws {
        let seen = CoverEvents()
        let observer = CoverSubscriber(path: path, logger: .silent) {
            seen.add(FileManager.default.fileExists(atPath: path) ? "there" : "gone")
        }
        await observer.writer.add(observer)
        let told = CoverEvents()
        let cover = cover(told: told)
        for key in ["blue", "red", "blue"] {
            await show(key, cover)
            try await reaches(key)
            try await eventually("its path") { told.all.last != "none" }
        }
        try await eventually("three changes") { seen.all == ["there", "there", "there"] }
        // A line contains the cover of its own track or none.
        #expect(told.all.count == 6)
        #expect(told.all.enumerated().allSatisfy { ($0.element == "none") == ($0.offset % 2 == 0) })
        #expect(Set(told.all).count == 3)
        await cover.end()
        await observer.writer.remove(observer)
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
        let cover = cover(told: told)
        await show("file:player", cover, at: file)
        try await reaches("blue")
        try await eventually("its path") { told.all.count == 2 }
        // The same artwork by its key, as after a change of the volume.
        await show("file:player", cover, at: file)
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
        await cover.end()
    }

    /// A feed that starts now shows none, and both have to agree.
    @Test func aFileThatIsRemovedIsNoCoverAnyMore() async throws {
        let file = folder.path + "/player.jpg"
        try Data(Self.blue.picture()).write(to: URL(filePath: file))
        let told = CoverEvents()
        let cover = cover(told: told)
        await show("file:player", cover, at: file)
        try await reaches("blue")
        #expect(unlink(file) == 0)
        try await eventually("no cover") {
            clock.advance(by: .milliseconds(100))
            return shown == nil && told.all.last == "none"
        }
        await cover.end()
    }

    /// A track whose picture vanishes without another track.
    @Test func aCoverThatVanishesIsGoneInRunningAndNewFeeds() async throws {
        let told = CoverEvents()
        let cover = cover(told: told)
        await show("blue", cover)
        try await reaches("blue")
        await show(nil, cover)
        try await reaches(nil)
        #expect(told.all.last == "none")
        await cover.end()
        let once = self.cover()
        #expect(await once.showOnce(nil, from: pictures) == nil)
        #expect(shown == nil)
        await once.end()
    }

    /// A feed that was reconfigured or has ended is still fetching a cover while its successor shows another.
    @Test(arguments: [true, false])
    func whatAnEarlierFeedHasUnderWayChangesNothing(_ hasEnded: Bool) async throws {
        source.hold("red")
        let told = CoverEvents()
        let earlier = cover(told: told)
        await show("red", earlier)
        try await eventually("the question") { source.asked == ["red"] }
        if hasEnded { await earlier.end() }
        let later = cover()
        await show("blue", later)
        try await reaches("blue")
        source.release("red")
        try await eventually("the answer") { source.answered.contains("red") }
        try await eventually("the end of all work") { covers.requests.isEmpty }
        await settle()
        #expect(shown == "blue")
        if hasEnded {
            #expect(told.all == ["none"])
        } else {
            // A feed that continues stores its own path.
            try await eventually("its path") { told.all.last != "none" }
            #expect(shown == "blue")
        }
        // The file is returned to the earlier feed if that continues, and else stays.
        await later.end()
        try await reaches(hasEnded ? "blue" : "red")
        if !hasEnded {
            await show(nil, earlier)
            try await reaches(nil)
            await earlier.end()
        }
    }

    @Test func everyFeedsCommandRunsAfterAChange() async throws {
        let first = cover(command: "echo first $SUBDIAL_ART >> log")
        let second = cover(command: "echo second $SUBDIAL_ART >> log")
        await show("blue", first)
        try await reaches("blue")
        await show("blue", second)
        try await reaches("blue")
        await show("red", second)
        try await reaches("red")
        func log() -> Set<String> {
            Set((try? String(contentsOfFile: folder.path + "/log", encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [])
        }
        try await eventually("both commands") { log() == ["first \(path)", "second \(path)"] }
        await second.end()
        await first.end()
    }

    /// What is at the path by mistake is not removed.
    @Test func aFolderAtThePathIsLeftAlone() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("precious".utf8).write(to: URL(filePath: path + "/photo.txt"))
        try await showTwice()
        #expect(try String(contentsOfFile: path + "/photo.txt", encoding: .utf8) == "precious")
    }

    @Test func aPipeAtThePathIsLeftAlone() async throws {
        #expect(mkfifo(path, 0o600) == 0)
        try await showTwice()
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    /// Shows no cover, and one that has its own file nevertheless.
    private func showTwice() async throws {
        let cover = cover()
        #expect(await cover.showOnce(nil, from: pictures) == nil)
        let own = try #require(await cover.showOnce(EntryPicture(key: "blue"), from: pictures))
        #expect(own.hasPrefix(folder.path + "/covers/") && FileManager.default.fileExists(atPath: own))
        await cover.end()
    }

    @Test func theTargetOfALinkIsWritten() async throws {
        let target = folder.path + "/target.png"
        try Data("old".utf8).write(to: URL(filePath: target))
        #expect(symlink(target, path) == 0)
        let cover = cover()
        _ = await cover.showOnce(EntryPicture(key: "blue"), from: pictures)
        #expect(shown == "blue")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        #expect(FileManager.default.contents(atPath: target) == FileManager.default.contents(atPath: path))
        await cover.end()
    }

    /// The feeds of two bars may spell their common path differently.
    @Test func aPathHasOneWriter() throws {
        let writer = CoverWriter.writer(for: path)
        #expect(symlink(folder.path, folder.path + "/link") == 0)
        for spelling in ["/./cover.png", "/link/cover.png", "/link/./cover.png", "//cover.png"] {
            #expect(CoverWriter.writer(for: folder.path + spelling) === writer, "\(spelling)")
        }
        #expect(CoverWriter.writer(for: folder.path + "/other.png") !== writer)
    }

    @Test func showOnceReturnsWhenTheCoverIsThere() async throws {
        let told = CoverEvents()
        let cover = cover(told: told)
        let own = await cover.showOnce(EntryPicture(key: "red"), from: pictures)
        #expect(shown == "red")
        #expect(own?.hasPrefix(folder.path + "/covers/") == true)
        #expect(told.all.last == own)
        #expect(await cover.showOnce(EntryPicture(key: "gone"), from: pictures) == nil)
        #expect(shown == nil)
        #expect(told.all.last == "none")
        await cover.end()
    }

    @Test func aCoverWithoutItsEndIsShownAndReported() async throws {
        source.give(Array(try Self.red.picture().dropLast(12)), for: "cut")
        let cover = cover()
        await show("cut", cover)
        try await reaches("red")
        #expect(reported.messages == ["the cover 'cut': the png picture ends too early, after its last row"])
    }
}
