import Foundation
import SubdialTestSupport
import SubdialWidgets
import Testing

@testable import SubdialSnapshots

/// Tests of the keys of a suite file, and of the messages about invalid ones.
@Suite struct SuiteReaderTests {
    private func suite(_ matrix: String) throws -> SnapshotSuite {
        try SuiteReader(path: "/s/suite.yaml").suite("kinds: [weather]\nentries: [a.json]\nmatrix: { \(matrix) }\n")
    }

    /// Two values of an axis in a matrix.
    private static func values(of axis: LookAxis) -> String {
        switch axis.form {
        case .words(let words): axis.hasNone ? "none, \(words[0])" : words.prefix(2).joined(separator: ", ")
        case .name: "one, two"
        case .file: "none, w.jpg"
        case .flag: "false, true"
        case .number: "1, 1.5"
        case .language: "de, pt-BR"
        case .color: "none, \"#FF9500\""
        case .timeZone: "Europe/Berlin, \"+01:00\""
        case .panel: "own, { size: 400x300, depth: 2, palette: mine.yaml, dither: atkinson, rotate: 90, maxBytes: 9000 }"
        }
    }

    /// A suite has every axis of a look, and a case is the same after writing it to a suite and parsing that.
    @Test(arguments: LookAxis.all) func everyAxisIsReadAndWritten(_ axis: LookAxis) throws {
        let matrix = try suite("\(axis.suite): [\(Self.values(of: axis))]").cases[0].matrix
        let looks = try #require(matrix[axis])
        #expect(looks.count == 2 && looks[0] != looks[1])
        let text = SnapshotCaseText(id: "a", template: nil, kind: "weather", entry: "e.json", matrix: matrix).text(indentation: "  ")
        #expect(try SuiteReader(path: "/s/suite.yaml").suite("cases:\n\(text)\n").cases[0].matrix == matrix, "\(text)")
    }

    /// The looks of a case are every combination, in the order of the axes.
    @Test func aMatrixHasEveryCombination() throws {
        let axes = LookAxis.all.filter { $0 != .family && $0 != .device && $0 != .panel }
        let text = axes.map { "\($0.suite): [\(Self.values(of: $0))]" }.prefix(8).joined(separator: ", ")
        let suite = try suite("families: [systemSmall], \(text), panels: [none, own]")
        let catalog = try WidgetRenderer.catalog(ResourceFolder(path: Repository.root.appending(path: "Templates").path))
        let specs = try suite.snapshots(catalog: catalog) { _ in [] }
        // The device's own inks are for panels alone.
        #expect(specs.count == 256)
        #expect(Set(specs.map(\.look)).count == 256)
        #expect(specs.first?.id == "weather/a.systemSmall.iphone-15.light.one.xSmall.de")
    }

    /// A matrix, and the message about it after the file's name.
    @Test(arguments: [
        (
            #"tints: [FF9500]"#,
            ##"3:19: matrix.tints[0]: a colour such as "#FF9500" or none should stand here, not 'FF9500'; did you mean '"#FF9500"'?"##
        ),
        (#"tints: ["none", "red"]"#, ##"3:27: matrix.tints[1]: a colour such as "#FF9500" or none should stand here, not 'red'"##),
        (
            "timeZones: [Europa/Berlin]",
            "3:23: matrix.timeZones[0]: there is no time zone 'Europa/Berlin'; write it like Europe/Berlin, UTC or +01:00"
        ),
        ("timeZones: [local]", "3:23: matrix.timeZones[0]: local is another zone on every machine; name one, such as Europe/Berlin"),
        ("night: [yes]", "3:19: matrix.night[0]: true or false should stand here, not a text"),
        ("nights: [true]", "3:11: matrix: there is no key 'nights'; did you mean 'night'?"),
        ("moments: [-1]", "3:21: matrix.moments[0]: a number from 0 to 1000000000 should stand here"),
        ("moments: []", "3:20: matrix.moments: at least one word should stand here"),
        ("scales: [0]", "3:20: matrix.scales[0]: a number above 0 and up to 32 should stand here, the pixels of a point"),
        (
            "panels: [mine]",
            "3:20: matrix.panels[0]: there is no 'mine'; there are none, own, and options such as { depth: 1, dither: atkinson }"
        ),
        ("panels: [{ depth: 3 }]", "3:29: matrix.panels[0].depth: takes 1, 2, 4 or 8, the bits of a pixel, not '3'"),
        ("panels: [{ dither: atkinsn }]", "3:30: matrix.panels[0].dither: does not know 'atkinsn'; did you mean 'atkinson'?"),
        ("panels: [{ rotate: 45 }]", "3:30: matrix.panels[0].rotate: takes 0, 90, 180 or 270, degrees clockwise, not '45'"),
        ("panels: [{ dithr: none }]", "3:22: matrix.panels[0]: there is no key 'dithr'; did you mean 'dither'?"),
        ("appearances: [dark, lihgt]", "3:31: matrix.appearances[1]: there is no 'lihgt'; did you mean 'light'?"),
        ("placements: [standby]", "3:24: matrix.placements[0]: there is no 'standby'; did you mean 'standBy'?"),
        ("languages: [../de]", "3:23: matrix.languages[0]: a tag such as de or pt-BR should stand here, not '../de'"),
    ])
    func aWrongMatrixIsToldWithItsPlace(_ matrix: String, _ message: String) {
        let error = #expect(throws: SnapshotError.self) { try suite(matrix) }
        #expect(error?.description == "/s/suite.yaml:\(message)")
    }

    /// A case that sets one key of `compare` inherits the others from its suite.
    @Test(arguments: [
        ("exact: true", "maxDifferentPixels: 3", PixelSensitivity.exact), ("exact: true", "exact: false", .perceived()),
        ("exact: true", "threshold: 0.2", .exact), ("threshold: 0.2", "exact: true", .exact),
        ("threshold: 0.2", "maxDifferentPixels: 3", .perceived(threshold: 0.2)),
        // Without a word about it, every pixel must be equal; a setting of pixelmatch chooses its measure.
        ("", "", .exact), ("", "maxDifferentPixels: 3", .exact), ("maxDifferentRatio: 0.1", "", .exact), ("", "exact: false", .perceived()),
        ("", "threshold: 0.2", .perceived(threshold: 0.2)), ("", "includeAA: true", .perceived(countsSmoothing: true)),
        ("checkerboard: false", "", .perceived(checkerboard: false)), ("metric: oklab", "", .perceived(metric: .oklab)),
        ("metric: oklab", "threshold: 0.2", .perceived(threshold: 0.2, metric: .oklab)), ("minSSIM: 0.9", "maxDeltaE: 2", .exact),
        ("threshold: 0.3, includeAA: true", "checkerboard: false", .perceived(threshold: 0.3, countsSmoothing: true, checkerboard: false)),
    ]) func aCaseIsAsStrictAsItsSuite(_ suite: String, _ own: String, _ expected: PixelSensitivity) throws {
        let text = "compare: { \(suite) }\ncases:\n  - { id: a, kind: weather, entries: [a.json], compare: { \(own) } }\n"
        #expect(try SuiteReader(path: "/s/suite.yaml").suite(text).cases[0].sensitivity == expected)
    }

    @Test func aCaseWithoutASnapshotIsAnError() throws {
        let suite = try suite("families: [systemSmall], devices: [watch-45mm]")
        let catalog = try WidgetRenderer.catalog(ResourceFolder(path: Repository.root.appending(path: "Templates").path))
        let error = #expect(throws: SnapshotError.self) { try suite.snapshots(catalog: catalog) { _ in [] } }
        #expect(error?.description == "/s/suite.yaml: the case 'weather' has no snapshot: none of its families is on watch-45mm")
    }

    @Test func linesAndTimelinesAreRead() throws {
        let suite = try SuiteReader(path: "/s/suite.yaml").suite(
            """
            cases:
              - id: bar
                entries: [a.json]
                bars: [waybar, tmux]
                line: { width: 20, marquee: true, text: "{{ title }}", texts: { paused: "" }, class: x, icons: { roon: r }, clicks: { left: next } }
              - id: both
                kind: weather
                documents: [day.json]
                at: 2026-06-01T12:00:00Z
                set: { place: Berlin, temperature: 3 }
                bars: waybar
                levels: [timeline, line, picture]

            """)
        let (bar, both) = (suite.cases[0], suite.cases[1])
        #expect(bar.levels == [.line] && bar.bars == ["waybar", "tmux"] && bar.line == 2)
        #expect(bar.lineSettings.width == 20 && bar.lineSettings.marquee == true && bar.lineSettings.texts == ["paused": ""])
        #expect(bar.lineSettings.className == "x" && bar.lineSettings.icons == ["roon": "r"] && bar.lineSettings.clicks == [.left: "next"])
        #expect(both.levels == [.timeline, .line, .picture] && both.subjects == ["day.json"])
        #expect(both.date == Date(timeIntervalSince1970: 1_780_315_200))
        #expect(both.values.map(\.name) == ["place", "temperature"])
    }

    /// A case, and the message about it after the file's name.
    @Test(arguments: [
        ("entries: [a], bars: [wayber]", "1:39: cases[0].bars[0]: there is no format 'wayber'; did you mean 'waybar'?"),
        ("entries: [a], bars: []", "1:38: cases[0].bars: at least one bar should stand here"),
        ("entries: [a], bars: [tmux], line: { widht: 3 }", "1:54: cases[0].line: there is no key 'widht'; did you mean 'width'?"),
        ("entries: [a], bars: [tmux], line: { width: 0 }", "1:61: cases[0].line.width: a number from 1 to 200 should stand here"),
        (
            "entries: [a], bars: [tmux], line: { text: '{{ upper(title) }' }",
            "1:61: the '{{' that stands here is not closed by '}}'"
        ),
        ("entries: [a], kind: weather, line: { width: 3 }", "1:47: cases[0]: a line needs the bars that it is for, as in bars: [waybar]"),
        ("entries: [a], kind: weather, levels: [line]", " the case 'a' has the level line, and no bars; name some, as in bars: [waybar]"),
        ("entries: [a], bars: [tmux], levels: [timeline]", "1:32: cases[0]: bars need the level line among the levels"),
        (
            "kind: weather, documents: [a], levels: [timeline]",
            "1:33: cases[0]: documents need the date at which they came, as in at: 2026-01-08T20:15:04Z"
        ),
        (
            "kind: weather, documents: [a], at: noon",
            "1:53: cases[0].at: a date such as 2026-01-08T20:15:04Z should stand here, not \"noon\""
        ),
        (
            "documents: [a], at: 2026-06-01T12:00:00Z, levels: [timeline]",
            "1:18: cases[0]: documents need a kind, which makes entries of them"
        ),
        ("kind: weather, documents: [a], entries: [b]", "1:33: cases[0]: a case has either entries or documents"),
        ("template: t.yaml, kind: weather, entries: [b]", "1:9: cases[0]: a case needs either a template or a kind"),
        (
            "entries: [b], levels: [pixels]",
            "1:40: cases[0].levels: there is no level 'pixels'; there are tree, layout, picture, line, timeline"
        ),
    ])
    func aWrongCaseIsToldWithItsPlace(_ text: String, _ message: String) {
        let error = #expect(throws: SnapshotError.self) {
            try SuiteReader(path: "/s/suite.yaml").suite("cases: [{ id: a, \(text) }]\n")
        }
        #expect(error?.description == "/s/suite.yaml:\(message)")
    }
}
