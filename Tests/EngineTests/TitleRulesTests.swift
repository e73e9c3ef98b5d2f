import Foundation
import SubdialExpressions
import SubdialGLib
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine

/// What the configuration strips from titles.
@Suite struct TitleRulesTests {
    private func configuration(_ text: String) throws -> Configuration {
        let folder = try TemporaryFolder()
        try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/subdial/config.yaml")
        return try Configuration(.init(), environment: ["XDG_CONFIG_HOME": folder.path, "HOME": "/home/me"], folder: "/")
    }

    private static let patterns = #"titles: { strip: ['(?i)\s*[(\[](official|lyrics?)\b[^)\]]*[)\]]', '^\(\d+\) '] }"#

    @Test(arguments: [
        ("So What (Official Video)", "So What"), ("(30) So What [LYRICS] live", "So What live"), ("So  What", "So  What"),
        // What would leave nothing changes nothing, and the other patterns apply.
        ("(Official Video)", "(Official Video)"), ("(30) (Official Video)", "(30)"), ("", ""), ("So What (live)", "So What (live)"),
    ])
    func titlesAreStripped(_ raw: String, _ expected: String) throws {
        let titles = try configuration(Self.patterns).zones.titles
        #expect(titles.title(raw) == expected)
        #expect(titles.title(raw) == expected)
    }

    @Test func aPatternThatTakesTooMuchWorkIsReportedOnce() throws {
        let reports = Mutex<[String]>([])
        let bad = try configuration("titles: { strip: ['(a+)+$'] }").zones.titles
        #expect(bad.title(String(repeating: "a", count: 40) + "!") == String(repeating: "a", count: 40) + "!")
        let rules = TitleRules([("(a+)+$", try TextPattern("(a+)+$"))]) { message in reports.withLock { $0.append(message) } }
        for length in 40...60 { _ = rules.title(String(repeating: "a", count: length) + "!") }
        #expect(reports.withLock { $0.count } == 1)
        #expect(reports.withLock { $0.first?.contains("(a+)+$") } == true)
    }

    @Test(arguments: [
        ("titles: { strip: ['('] }", "'(' is no pattern: missing terminating )"), ("titles: { strop: [a] }", "strip"),
        ("titles: { strip: ['(*UTF)a'] }", "options"), ("titles: [a]", "strip:"),
    ])
    func aWrongPatternIsReportedWithItsPlace(_ text: String, _ reason: String) {
        let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
        let said = error.map { "\($0)" } ?? ""
        #expect(said.contains(reason) && said.contains("config.yaml:1:"), "\(said)")
    }

    /// A source other than an MPRIS player has the whole title only there.
    @Test(arguments: [("So What (Official Video)", "So What", true), ("So What", "So What", false)])
    func anEntryHasTheWholeTitleInItsMetadata(_ raw: String, _ shown: String, isChanged: Bool) throws {
        let rules = try configuration(Self.patterns).zones
        let moment = NowPlaying(
            date: Date(timeIntervalSince1970: 0), zone: Subject(id: "mpd:nas"), status: .playing, track: Track(title: raw),
            queue: [.init(Track(title: raw))])
        let seen = try #require(moment.entry.seen(through: rules).nowPlaying)
        #expect(seen.track?.title == shown && seen.queue.map(\.track.title) == [shown])
        #expect(seen.metadata["xesam:title"] == (isChanged ? .string(raw) : nil))
    }

    @Test func rulesAreEqualByTheirPatterns() throws {
        let (one, other) = (try configuration(Self.patterns).zones, try configuration(Self.patterns).zones)
        #expect(one == other)
        #expect(try configuration("titles: { strip: [a] }").zones != one)
        #expect(try configuration("zones: {}").zones.titles == .none)
    }
}
