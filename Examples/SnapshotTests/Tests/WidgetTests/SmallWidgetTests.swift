import SubdialTesting
import Testing

/// A template in Swift Testing: a reference for each argument.
@Suite struct SmallWidgetTests {
    @Test(arguments: ["playing", "paused"]) func looksAsItDid(_ name: String) throws {
        let entry = try Entry(contentsOf: "../../Widgets/entries/\(name).json")
        assertSnapshot(of: TemplateWidget(entry, template: "../../Widgets/systemSmall.yaml"), as: .widget(.systemSmall))
    }
}
