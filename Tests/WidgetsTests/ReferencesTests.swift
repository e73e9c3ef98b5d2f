import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialPlayback
import SubdialSnapshots
import SubdialTestSupport
import SubdialTimeline
import SubdialWidgets
import Testing

/// Tests of pictures against reviewed references.
///
/// `SUBDIAL_RECORD=1 swift test --filter References` writes those that differ; review them afterwards.
@Suite struct ReferencesTests {
    struct Reference: CustomTestStringConvertible {
        let entry: String
        let family: WidgetFamily
        let device: String
        let appearance: Appearance
        /// The name of the look; empty for the default.
        var look = ""
        /// A file in `Fixtures/templates` that replaces the family's template.
        var template: String?

        var testDescription: String {
            ([template ?? entry, family.rawValue, device, appearance.rawValue] + (look.isEmpty ? [] : [look])).joined(separator: "-")
        }
    }

    /// Returns the default device of a family.
    private static func device(_ family: WidgetFamily) -> String {
        switch family {
        case .systemExtraLarge: "ipad-pro-11"
        case .accessoryCorner: "watch-45mm"
        default: "iphone-15"
        }
    }

    /// The presentations of a live activity on a phone, and the one in a car.
    static let presentations: [ActivityPresentation] = [
        .lockScreen, .compactLeading, .compactTrailing, .minimal, .expanded, .island, .carPlay,
    ]

    /// The looks by name.
    static let looks: [String: @Sendable (inout WidgetEnvironment) -> Void] = [
        "accented": { $0.mode = .accented },
        "tinted": {
            $0.mode = .accented
            $0.tint = Color(hex: "#FF9500")
        },
        "vibrant": { $0.mode = .vibrant },
        "standBy": { $0.placement = .standBy },
        "night": {
            $0.placement = .standBy
            $0.isNight = true
        },
        "reduced": { $0.isLuminanceReduced = true },
        "placeholder": { $0.redaction = [.placeholder] },
        "arabic": { $0.language = "ar" },
        "smartStack": { $0.placement = .smartStack },
        "rightToLeft": { $0.direction = .rightToLeft },
    ]

    private static let states = ["paused", "stopped", "stale", "offline", "zone-missing", "no-artwork", "hostile", "cjk", "rtl"]

    static let references: [Reference] =
        WidgetFamily.shipped.flatMap { family in
            Appearance.allCases.map { Reference(entry: "playing", family: family, device: "iphone-15", appearance: $0) }
        }
        + states.flatMap {
            [
                Reference(entry: $0, family: .systemMedium, device: "iphone-15", appearance: .dark),
                Reference(entry: $0, family: .systemSmall, device: "iphone-15", appearance: .light),
            ]
        }
        + WidgetFamily.shipped.filter { !$0.isSystem }.map {
            Reference(entry: "playing", family: $0, device: "watch-45mm", appearance: .dark)
        }
        + [.systemExtraLarge, .accessoryCorner].map { Reference(entry: "playing", family: $0, device: device($0), appearance: .dark) }
        + WidgetFamily.allCases.filter { $0 != .overlay && $0 != .panel }.map {
            Reference(entry: "long", family: $0, device: device($0), appearance: .dark)
        }
        + [Reference(entry: "queue", family: .systemExtraLarge, device: "ipad-pro-11", appearance: .light)]
        + ["accented", "tinted", "standBy", "night", "reduced", "placeholder", "arabic"].map {
            Reference(entry: "playing", family: .systemSmall, device: "iphone-15", appearance: .dark, look: $0)
        }
        + ["vibrant", "placeholder", "arabic"].map {
            Reference(entry: "playing", family: .accessoryRectangular, device: "iphone-15", appearance: .dark, look: $0)
        }
        + ["iphone-15", "iphone-15-pro-max"].flatMap { device in
            presentations.flatMap { presentation in
                [("playing", Appearance.dark), ("playing", .light), ("stale", .dark)].map {
                    Reference(entry: $0.0, family: .systemMedium, device: device, appearance: $0.1, look: presentation.rawValue)
                }
            }
        }
        + [
            Reference(entry: "playing", family: .accessoryCircular, device: "watch-45mm", appearance: .dark, look: "accented"),
            Reference(entry: "playing", family: .accessoryRectangular, device: "watch-45mm", appearance: .dark, look: "smartStack"),
            Reference(entry: "locked", family: .systemSmall, device: "iphone-15", appearance: .dark),
            Reference(entry: "playing", family: .systemMedium, device: "iphone-15", appearance: .light, template: "gauges"),
            Reference(entry: "playing", family: .systemLarge, device: "iphone-15", appearance: .light, template: "charts"),
        ]
        + [Reference(entry: "playing", family: .systemMedium, device: "iphone-15", appearance: .dark, template: "gradients")]
        + [("", Appearance.dark), ("", .light), ("accented", .dark)].map {
            Reference(entry: "playing", family: .systemMedium, device: "iphone-15", appearance: $0.1, look: $0.0, template: "symbols")
        }
        + ["gauges", "charts", "codes"].flatMap { template in
            ["", "rightToLeft", "placeholder", "accented"].map {
                Reference(entry: "playing", family: .systemMedium, device: "iphone-15", appearance: .dark, look: $0, template: template)
            }
        }

    private static let folder = Repository.root.appending(path: "Tests/WidgetsTests/References")
    private static let failed = Repository.root.appending(path: "Output/failed")
    private static let isRecording = ProcessInfo.processInfo.environment["SUBDIAL_RECORD"] == "1"

    @Test(arguments: references)
    func looksLike(reference: Reference) throws {
        let name = reference.testDescription
        let file = Self.folder.appending(path: "\(name).png")
        let picture = try Self.picture(of: reference)
        guard let data = FileManager.default.contents(atPath: file.path) else {
            guard Self.isRecording else {
                Issue.record("there is no \(file.lastPathComponent); SUBDIAL_RECORD=1 records it")
                return
            }
            try Data(picture.png(.small)).write(to: file)
            return
        }
        let expected = StraightPixels(try PNG.decode([UInt8](data)))
        let actual = StraightPixels(picture.bitmap)
        let comparison = PictureComparer(sensitivity: .perceived()).compare(expected, actual)
        if comparison.passed { return }
        if Self.isRecording {
            try Data(picture.png(.small)).write(to: file)
            return
        }
        try FileManager.default.createDirectory(at: Self.failed, withIntermediateDirectories: true)
        try Data(picture.png()).write(to: Self.failed.appending(path: "\(name).png"))
        let difference = comparison.difference(expected, actual)
        try Data(PNG.encode(difference)).write(to: Self.failed.appending(path: "\(name)-difference.png"))
        Issue.record("\(comparison.message ?? ""); see Output/failed/\(name).png and Output/failed/\(name)-difference.png")
    }

    /// Returns four squares in two colours: a large cover of few bytes.
    private static func squares() throws -> Cover {
        let colors = [Color(hex: "#1B4FBF"), Color(hex: "#F2EBDB")].compactMap { $0 }
        var rgba: [UInt8] = []
        for y in 0..<64 {
            for x in 0..<64 {
                let color = colors[(x / 32 + y / 32) % 2]
                rgba += [color.red, color.green, color.blue, 1].map { UInt8(saturating: ($0 * 255).rounded()) }
            }
        }
        return Cover(key: "squares", bytes: try PNG.encode(try #require(Bitmap(width: 64, height: 64, rgba: rgba))))
    }

    private static func picture(of reference: Reference) throws -> Picture {
        let renderer = try WidgetRenderer.make()
        let entry = try Entry.sample(reference.entry)
        let isLarge = [.systemMedium, .systemLarge, .systemExtraLarge].contains(reference.family)
        var environment = WidgetEnvironment(
            family: reference.family, device: try renderer.catalog.device(reference.device), appearance: reference.appearance,
            scale: reference.template == nil ? 1 : 2, now: entry.date)
        looks[reference.look]?(&environment)
        environment.presentation = ActivityPresentation(rawValue: reference.look).flatMap { presentations.contains($0) ? $0 : nil }
        if entry.freshness == .stale { environment.activityState = .stale }
        return try renderer.picture(
            of: entry, template: .init(file: reference.template.map { Repository.fixtureURL("templates/\($0).yaml").path }),
            in: environment,
            folder: Entry.folder, cover: isLarge && entry.cover?.picture != nil ? try squares() : nil)
    }

    @Test func thereIsNoOther() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".png") }
        #expect(Set(files).subtracting(Self.references.map { "\($0.testDescription).png" }).isEmpty)
    }
}
