import Foundation
import SubdialDrawing
import SubdialSnapshots
import SubdialTestSupport
import SubdialWidgets
import Testing

@testable import SubdialTesting

/// Every axis of a suite in Swift: it changes what is drawn, and is in the name.
@Suite struct AxisTests {
    private typealias Picture = SnapshotStrategy<TemplateWidget, SnapshotFiles>

    /// The way to look, the picture with which it is compared, and the end of the name.
    private static let axes: [(look: @Sendable (Picture) -> Picture, base: @Sendable (Picture) -> Picture, name: String)] = [
        ({ $0.hidesBackground() }, { $0 }, "systemSmall.dark.noBackground"),
        (
            { $0.hidesBackground().backdrop("../../Fixtures/artwork/dusk.jpg") }, { $0.hidesBackground() },
            "systemSmall.dark.backdrop-dusk.noBackground"
        ),
        ({ $0.square() }, { $0 }, "systemSmall.dark.square"),
        ({ $0.after(seconds: 0.5).animated() }, { $0.after(seconds: 0.5) }, "systemSmall.dark.500ms.animated"),
        ({ $0.timeZone("Europe/Berlin") }, { $0 }, "systemSmall.dark.Europe-Berlin"),
        ({ $0.presentation(.lockScreen) }, { $0 }, "systemSmall.dark.lockScreen"),
        ({ $0.at(date.addingTimeInterval(90)) }, { $0 }, "systemSmall.dark.at-2026-01-08T20-16-34Z"),
    ]

    private static let date = Date(timeIntervalSince1970: 1_767_903_304)

    /// A use of each function that sets an axis, by its name.
    private static let functions: [String: @Sendable (Picture) -> Picture] = [
        "presentation": { $0.presentation(.lockScreen) }, "mode": { $0.mode(.vibrant) }, "theme": { $0.theme("pro") },
        "typeSize": { $0.typeSize(.accessibility1) },
        "language": { $0.language("ar") }, "placement": { $0.placement(.standBy) }, "direction": { $0.direction(.rightToLeft) },
        "redacted": { $0.redacted(.privacy) }, "timeZone": { $0.timeZone("Europe/Berlin") }, "tint": { $0.tint("#FF9500") },
        "backdrop": { $0.backdrop("w.jpg") }, "night": { $0.night() }, "reducedLuminance": { $0.reducedLuminance() },
        "hidesBackground": { $0.hidesBackground() }, "scale": { $0.scale(2) }, "square": { $0.square() }, "panel": { $0.panel() },
        "after": { $0.after(seconds: 1) }, "animated": { $0.animated() },
    ]

    /// A strategy has every axis of a look: the first three are its parameters, each other one a function.
    @Test(arguments: LookAxis.all) func everyAxisIsInSwift(_ axis: LookAxis) throws {
        let usual = try #require(Picture.picture(.systemSmall).look)
        let parameters: [LookAxis: Picture] = [
            .family: .picture(.panel), .device: .picture(.systemSmall, device: .iphoneSe3), .appearance: .picture(.systemSmall, .light),
        ]
        let named = axis.method.flatMap { Self.functions[$0]?(.picture(.systemSmall)) }
        let look = try #require((parameters[axis] ?? named)?.look, "\(axis.name)")
        var expected = usual
        axis.copy(from: look, to: &expected)
        #expect(look == expected && look != usual)
    }

    /// A setting, and the error of the assertion.
    @Test(arguments: [
        (Picture.picture(.systemSmall).tint("red"), "tint(_:) takes a colour such as #FF9500, not 'red'"),
        (Picture.picture(.systemSmall).scale(0), "scale(_:) takes a number above 0 and up to 32, not 0.0"),
        (Picture.picture(.systemSmall).after(seconds: .infinity), "after(seconds:) takes a number of up to 1e9, not inf"),
        (
            Picture.picture(.systemSmall).panel(SnapshotPanel(depth: "3")).night(),
            "panel(_:): depth takes 1, 2, 4 or 8, the bits of a pixel, not '3'"
        ),
    ])
    private func anInvalidSettingIsAnErrorOfTheAssertion(_ strategy: Picture, _ message: String) throws {
        let widget = TemplateWidget(try Entry(contentsOf: "../../Fixtures/entries/paused.json"), kind: "now-playing")
        let asserted = try strategy.asserted(widget)
        let error = #expect(throws: LookError.self) { try asserted.spec("a") }
        #expect(error?.description == message)
    }

    private static let nowhere = ReferenceFolder(path: "/nowhere", platforms: [])

    private func assertion() -> SnapshotAssertion {
        SnapshotAssertion(
            place: AssertionPlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column), named: nil, function: #function,
            record: nil)
    }

    /// The picture, recorded elsewhere.
    private func picture(_ strategy: Picture, _ widget: TemplateWidget) throws -> Bitmap {
        let folder = FileManager.default.temporaryDirectory.appending(path: "axes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let references = ReferenceFolder(path: folder.path, platforms: [])
        let result = try assertion().judge(try strategy.asserted(widget), references: references, mode: .all, output: nil) { judge, _ in
            judge.judge(try strategy.asserted(widget).spec("a"))
        }
        try #require(result.status == .new, "\(result.message)")
        return try PNG.decode([UInt8](Data(contentsOf: folder.appending(path: "a.png"))))
    }

    /// The text of a snapshot that has one.
    private func text<Value>(_ strategy: SnapshotStrategy<Value, String>, _ value: Value) throws -> String {
        let asserted = try strategy.asserted(value)
        let level = try #require(asserted.levels.first)
        return try assertion().judge(asserted, references: Self.nowhere, mode: .never, output: nil) { judge, _ in
            try judge.text(of: try asserted.spec("a"), level: level)
        }
    }

    @Test(arguments: axes.indices) func anAxisChangesThePictureAndTheName(_ index: Int) throws {
        let axis = Self.axes[index]
        let template = """
            background: "#20304A"
            body:
              - Text: "{{ date(now, 'HH:mm:ss') }}"
              - { Image: waveform, symbolEffect: breathe }

            """
        try withTemplate(template) { path throws in
            let widget = TemplateWidget(try Entry(contentsOf: "../../Fixtures/entries/playing.json"), template: path)
            let strategy = axis.look(.picture(.systemSmall))
            #expect(strategy.names.joined(separator: ".") == axis.name)
            #expect(try picture(strategy, widget) != picture(axis.base(.picture(.systemSmall)), widget))
        }
    }

    @Test func timeZonesAreChecked() throws {
        try withKnownIssue {
            let widget = TemplateWidget(try Entry(contentsOf: "../../Fixtures/entries/paused.json"), kind: "now-playing")
            assertSnapshot(of: widget, as: .tree(.accessoryInline).timeZone("Berlin"), named: "no-zone")
        } matching: {
            $0.comments.map(\.rawValue).joined().contains(
                "timeZone(_:) takes a zone such as Europe/Berlin, UTC or +01:00, not 'Berlin'")
        }
    }

    private let document = KindDocument(
        "../../Fixtures/kinds/weather/answer.json", kind: "weather", at: Date(timeIntervalSince1970: 1_780_315_200))

    /// A document becomes the entries that its kind makes of it, with the parameters of the test.
    @Test func documentsMakeEntries() throws {
        let timeline = try text(.timeline.set(["unit": "fahrenheit"]), document)
        #expect(timeline.contains("\n  unit: \"fahrenheit\"\n"), "\(timeline)")
        #expect(try text(.timeline, document).contains("\n  unit: \"celsius\"\n"))
        #expect(try text(.line(.plain, moments: [0, 7200]), document).split(separator: "\n").count > 1)
        let trees = try [0, 3600.0].map { try text(.tree(.systemSmall).after(seconds: $0), TemplateWidget(document)) }
        #expect(trees[0] != trees[1])
        let strategy = SnapshotStrategy<KindDocument, String>.timeline.timeZone("Europe/Berlin").set(["place": "Kyōto", "latitude": 35.5])
        #expect(strategy.names == ["timeline", "Europe-Berlin", "latitude-35-5", "place-Ky-to"])
    }

    @Test func valuesAreChecked() throws {
        withKnownIssue {
            assertSnapshot(of: document, as: .timeline.set(["unti": "celsius"]), named: "no-value")
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("unti")
        }
    }

    /// Two looks at the same thing must not be taken for one.
    @Test func whatIsSetIsInTheFingerprint() throws {
        let strategies: [SnapshotStrategy<KindDocument, String>] = [
            .timeline, .timeline.timeZone("Europe/Berlin"), .timeline.at(Self.date), .timeline.set(["unit": "fahrenheit"]),
            .timeline.set(["unit": "celsius"]),
        ]
        let fingerprints = try strategies.map { strategy in
            let asserted = try strategy.asserted(document)
            return try assertion().judge(asserted, references: Self.nowhere, mode: .never, output: nil) { judge, _ in
                try asserted.fingerprint(judge)
            }
        }
        #expect(Set(fingerprints).count == 5)
    }

    @Test func translucentPixelsMayBeSeenOnWhite() {
        let strategy = Picture.picture(.systemSmall).perceived(checkerboard: false)
        #expect(strategy.sensitivity == .perceived(threshold: 0.1, countsSmoothing: false, checkerboard: false))
    }
}
