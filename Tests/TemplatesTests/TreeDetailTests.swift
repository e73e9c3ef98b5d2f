import SubdialExpressions
import SubdialLayout
import Testing

@testable import SubdialTemplates

/// The lines of a tree with properties that the line of their node does not say.
@Suite struct TreeDetailTests {
    private func tree(_ body: String, picture: String? = nil) throws -> String {
        try template("body: \(body)\n").expand(in: DictionaryScope(["progress": .double(0.5)]), margins: Insets()).text { _ in picture }
    }

    /// An element, and a detail of it; nil for none.
    @Test(arguments: [
        ("{ Image: artwork }", nil), ("{ Text: a }", nil), ("{ Progress: 0.5 }", nil), ("{ Levels: [0.5] }", "color=primary"),
        ("{ Progress: 0.5, track: red }", "track=red"), ("{ Levels: [0.5], isMeter: true, spacing: 3 }", "spacing=3"),
        ("{ Levels: [0.5], track: clear }", "track=clear"),
        ("{ Gauge: 0.5, style: accessoryCircular, value: 1, track: red }", "track=red"),
        ("{ Chart: [{ BarMark: { y: \"{{ progress }}\" } }] }", "points=["),
        ("{ Rectangle: , fill: red, clip: circle, border: { color: blue, width: 2 } }", "border=[Circle]"),
    ])
    func saysWhatElseIsDrawn(_ body: String, _ detail: String?) throws {
        let lines = try tree(body).split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("+ ") }
        #expect(lines.count == (detail == nil ? 0 : 1))
        if let detail { #expect(lines.first?.contains(detail) == true, "\(lines)") }
    }

    /// The picture of an image is described below its line, and before its layers.
    @Test func aPictureIsDescribed() throws {
        let text = try tree("{ Image: artwork, id: cover, background: { Rectangle: , fill: red } }", picture: "size=1×1 digest=00")
        let expected = """
            body:
              - Image artwork #cover { padding: 0 0 0 0 }
                + size=1×1 digest=00
                - background: Rectangle fill=red

            """
        #expect(text == expected)
    }
}
