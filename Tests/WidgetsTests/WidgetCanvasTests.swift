import Foundation
import SubdialDocuments
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// Tests that partially redrawn pictures equal completely drawn ones, pixel by pixel.
@Suite struct WidgetCanvasTests {
    private static let start = Date(timeIntervalSince1970: 1_767_903_304)

    private func template(_ body: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "canvas-\(UUID().uuidString).yaml").path
        try Data(body.utf8).write(to: URL(filePath: path))
        return path
    }

    private func entry(_ number: Int, track: Int) throws -> Entry {
        let words = ["One", "A rather long title that is cut", "日本 🎧", ""]
        return try Entry(
            parsing: """
                {"date": "2026-01-08T20:15:04Z", "zone": {"id": "x", "name": "X", "source": "test"}, "status": "playing",
                 "track": {"title": "\(words[track % words.count])", "artist": "Ada", "album": "\(track % 3)", "length": 100},
                 "position": \(10 + 3 * number), "volume": {"value": \(number * 17 % 100), "minimum": 0, "maximum": 100}}
                """)
    }

    private static let bodies = [
        "body: { Text: \"{{ title }}\", font: title }\nbackground: background\n",
        "body:\n  HStack:\n    - Text: \"{{ title }}\"\n    - Progress: \"{{ progress }}\"\n    - Levels: [\"{{ volume }}\", \"{{ progress }}\"]\n"
            + "      isMeter: true\n      peaks: [\"{{ progress }}\", 0.9]\n      frame: { width: 40 }\n"
            + "    - Fader: \"{{ volume }}\"\n      frame: { width: 24 }\nbackground: background\n",
        "body:\n  VStack:\n    - Text: \"{{ album }}\"\n      rotation: 20\n      opacity: 0.5\n    - Image: \"{{ album == '1' ? 'play.fill' : 'pause.fill' }}\"\n"
            + "    - Gauge: \"{{ progress }}\"\n      frame: { height: 40 }\n    - Circle:\n      fill: accent\n      if: album == '2'\n",
        "body:\n  ZStack:\n    - Text: \"{{ title }}\"\n      shadow: { radius: 8 }\n    - Text: \"{{ album }}\"\n      blur: 3\n",
        "body:\n  ZStack:\n    - Circle:\n      fill: fill\n    - Text: \"{{ title }}\"\n      font: title\n",
        "body:\n  ZStack:\n    - Text: Still\n      frame: { width: 300, alignment: leading }\n    - Circle:\n      fill: fill\n"
            + "      frame: { width: 40 }\n    - Text: \"{{ volume }}\"\n",
        "body:\n  Chart:\n    - LineMark: { x: \"{{ number(x) }}\", y: \"{{ number(x) * volume }}\" }\n      for: x in split('1 2 3', ' ')\n",
    ]

    @Test(arguments: bodies.indices, [true, false]) func everyFrameIsThePictureItself(_ index: Int, _ isOneTrack: Bool) throws {
        let renderer = try WidgetRenderer(resources: resources)
        let path = try template(Self.bodies[index])
        defer { try? FileManager.default.removeItem(atPath: path) }
        let canvas = WidgetCanvas(renderer)
        let device = try renderer.catalog.device("iphone-15")
        var parts: [Double] = []
        for number in 0..<8 {
            // In every other frame, only the time changes.
            let widget = try renderer.layOut(
                try entry(number / 2, track: isOneTrack ? 1 : number / 2), template: .file(path),
                in: WidgetEnvironment(
                    family: .systemMedium, device: device, appearance: isOneTrack ? .dark : .light,
                    now: Self.start.addingTimeInterval(Double(number))))
            let (partial, whole) = (try canvas.draw(widget), try renderer.draw(widget))
            // Without the pixels in the message.
            let isEqual = partial.bitmap == whole.bitmap
            #expect(isEqual, "frame \(number)")
            let isEqualFile = try PNG.decode(canvas.png(of: partial)) == whole.bitmap
            #expect(isEqualFile, "file \(number)")
            parts.append(canvas.drawnShare)
        }
        #expect(parts[0] == 1)
        // Another track may have other colours.
        if isOneTrack, index < 2 { #expect(parts.dropFirst().allSatisfy { $0 < 1 }, "\(parts)") }
    }

    /// The round accessories have translucent edges, which Cairo rounds differently on a surface that it does not know to be transparent.
    @Test(arguments: [
        ("accessoryCircular", "iphone-15"), ("accessoryCircular", "iphone-se-2"), ("accessoryCorner", "watch-45mm"),
        ("systemSmall", "iphone-11"),
    ])
    func everyFrameOfTheTemplatesIsThePictureItself(_ family: String, _ device: String) throws {
        let renderer = try WidgetRenderer(resources: resources)
        let canvas = WidgetCanvas(renderer)
        let family = try #require(WidgetFamily(rawValue: family))
        var parts: [Double] = []
        for number in 0..<4 {
            let environment = WidgetEnvironment(
                family: family, device: try renderer.catalog.device(device), now: Self.start.addingTimeInterval(Double(7 * number)))
            let widget = try renderer.layOut(try entry(number / 2, track: number / 2), in: environment)
            let (partial, whole) = (try canvas.draw(widget), try renderer.draw(widget))
            // Without the pixels in the message.
            let isEqual = partial.bitmap == whole.bitmap
            #expect(isEqual, "frame \(number)")
            parts.append(canvas.drawnShare)
        }
        // A second later, only the time has changed.
        if family == .systemSmall { #expect(parts[1] < 1 && parts[3] < 1, "\(parts)") }
    }

    @Test func onlyWhatMovesIsDrawn() throws {
        let renderer = try WidgetRenderer(resources: resources)
        let path = try template(
            "body:\n  HStack:\n    - Levels: [\"{{ progress }}\"]\n      isMeter: true\n      frame: { width: 10 }\n    - Text: Still\n    - Spacer\nbackground: background\n"
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        let canvas = WidgetCanvas(renderer)
        let device = try renderer.catalog.device("iphone-15")
        func draw(_ number: Int, scale: Double = 3) throws -> Double {
            let environment = WidgetEnvironment(family: .systemMedium, device: device, scale: scale, now: Self.start)
            _ = try canvas.draw(try renderer.layOut(try entry(number, track: 0), template: .file(path), in: environment))
            return canvas.drawnShare
        }
        #expect(try draw(0) == 1)
        #expect(try draw(0) == 0)
        let share = try draw(1)
        #expect(share > 0 && share < 0.1, "\(share)")
        // Another size is another picture.
        #expect(try draw(1, scale: 2) == 1)
    }
}
