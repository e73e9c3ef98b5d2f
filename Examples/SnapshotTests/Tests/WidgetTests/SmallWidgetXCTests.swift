import SubdialTesting
import XCTest

/// The same template in XCTest.
final class SmallWidgetXCTests: XCTestCase {
    func testLooksAsItDid() throws {
        let entry = try Entry(contentsOf: "../../Widgets/entries/playing.json")
        assertSnapshot(of: TemplateWidget(entry, template: "../../Widgets/systemSmall.yaml"), as: .widget(.systemSmall, .light))
    }
}
