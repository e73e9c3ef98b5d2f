import Foundation
import SubdialExpressions
import SubdialTimeline
import SubdialWidgets

/// Measures a moving mixing console and a scrolling piano roll.
enum MixerBench {
    private static let channels = 32
    private static let notes = 1000

    static func run(root: String) throws {
        let renderer = try WidgetRenderer(resources: ResourceFolder(path: "\(root)/Templates"))
        try desk(renderer, "\(root)/Benchmarks/Templates/desk.yaml")
        try roll(renderer, "\(root)/Benchmarks/Templates/piano-roll.yaml")
    }

    /// Measures a console on which every channel's meter moves in every frame, as with music.
    private static func desk(_ renderer: WidgetRenderer, _ template: String) throws {
        let schema = EntrySchema(
            kind: "desk",
            fields: [
                EntryField(
                    "strips",
                    .list(
                        .map([
                            EntryField("name", .text), EntryField("fader", .number), EntryField("level", .number),
                            EntryField("peak", .number),
                            EntryField("muted", .bool),
                        ])))
            ])
        var frame = 0
        func entry() -> Entry {
            frame += 1
            let strips = (0..<channels).map { channel -> Value in
                let level = -30 + 28 * sin(Double(frame * (channel + 3)) / 40)
                let strip: [String: Value] = [
                    "name": .string("Ch \(channel + 1)"), "fader": .double(Double(channel % 10) / 10),
                    "level": .double((level * 2).rounded() / 2), "peak": .double(-2 - Double(channel % 5)),
                    "muted": .bool(channel % 11 == 10),
                ]
                return .map(strip)
            }
            return Entry(date: Date(timeIntervalSince1970: 0), schema: schema, content: EntryFields(values: ["strips": .list(strips)]))
        }
        try measure("\(channels) channels, each meter moving", .systemExtraLarge, renderer, template) { entry() }
    }

    private static func roll(_ renderer: WidgetRenderer, _ template: String) throws {
        let schema = EntrySchema(
            kind: "song",
            fields: [
                EntryField("at", .number),
                EntryField(
                    "notes",
                    .list(
                        .map([
                            EntryField("start", .number), EntryField("length", .number), EntryField("pitch", .integer),
                            EntryField("color", .text),
                        ]))),
            ])
        let colors = ["blue", "green", "orange", "purple"]
        let notes = (0..<4 * Self.notes).map { index -> Value in
            let start = Double(index) / 16
            let length = 0.25 + Double(index % 7) / 8
            let note: [String: Value] = [
                "start": .double(start), "length": .double(length), "pitch": .integer(Int64(36 + index * 7 % 60)),
                "color": .string(colors[index % 4]),
            ]
            return .map(note)
        }
        var frame = 0
        func entry() -> Entry {
            frame += 1
            return Entry(
                date: Date(timeIntervalSince1970: 0), schema: schema,
                content: EntryFields(values: ["at": .double(Double(frame) / 30), "notes": .list(notes)]))
        }
        try measure("\(Self.notes) notes of \(4 * Self.notes), scrolling", .systemLarge, renderer, template) { entry() }
    }

    private static func measure(
        _ what: String, _ family: WidgetFamily, _ renderer: WidgetRenderer, _ template: String, _ entry: @escaping () -> Entry
    ) throws {
        let environment = WidgetEnvironment(
            family: family, device: try renderer.catalog.standardDevice(for: family), now: Date(timeIntervalSince1970: 0))
        let (canvas, warm) = (WidgetCanvas(renderer), WidgetCanvas(renderer))
        func prepared() throws -> PreparedWidget { try renderer.layOut(entry(), template: .file(template), in: environment) }
        var widget = try prepared()
        _ = try canvas.draw(widget)
        _ = try warm.draw(widget)
        let times = try timings(
            rounds: 90,
            [
                { _ = try canvas.draw(try prepared()) }, { widget = try prepared() }, { _ = try warm.draw(widget) },
                { _ = try renderer.draw(widget) },
            ])
        report("\(what), a frame", times[0])
        report("\(what), layout", times[1])
        report("\(what), drawing what moved", times[2], beside: ("all anew", times[3]))
    }
}
