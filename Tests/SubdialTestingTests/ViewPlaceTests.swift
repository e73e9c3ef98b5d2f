import SubdialTesting
import Synchronization
import Testing

/// Tests that an error in a view is reported at the code that made it.
@Suite struct ViewPlaceTests {
    /// A view with an error, and the line of its code.
    private static let mistakes: [(name: String, view: View, line: Int, message: String)] = [
        ("name", VStack { HStack { Text("{{ titel }}") } }, #line, "did you mean 'title'?"),
        ("key", VStack { Text("x").modifier("fnt", "body") }, #line, "'fnt'"),
        ("symbol", Text("x").background { Image("no.such.symbol") }, #line, "'no.such.symbol'"),
        ("brace", VStack { Text("{{ title") }, #line, "}}"),
        ("number", Text("x").padding(8).background(.red).padding("{{ title }}" as String), #line, "a number"),
        ("argument", Gauge(0.5, currentValue: { Text("{{ titel }}") }), #line, "did you mean 'title'?"),
        ("helper", helper(), helperLine, "'#12345'"),
    ]

    private static let helperLine = #line + 1
    private static func helper() -> View { Text("x").foreground("#12345") }

    @Test(arguments: mistakes.indices) func mistake(_ index: Int) throws {
        let mistake = Self.mistakes[index]
        let entry = try Entry(contentsOf: "../../Fixtures/entries/playing.json")
        withKnownIssue {
            let widget = Widget(entry) { mistake.view }
            assertSnapshot(of: widget, as: .tree(.systemSmall), named: "mistake-\(mistake.name)")
        } matching: { issue in
            let said = issue.comments.map(\.rawValue).joined()
            return said.contains(mistake.message) && issue.sourceLocation?.line == mistake.line
                && issue.sourceLocation?.fileName == "ViewPlaceTests.swift"
        }
    }

    /// A modifier that wraps the view preserves the locations of its contents.
    @Test func wrapped() throws {
        let entry = try Entry(contentsOf: "../../Fixtures/entries/playing.json")
        let line = #line + 1
        let view = Text("{{ titel }}")
        withKnownIssue {
            assertSnapshot(of: Widget(entry) { view.background(.red).padding(1) }, as: .tree(.systemSmall), named: "wrapped")
        } matching: {
            $0.sourceLocation?.line == line
        }
    }
}
