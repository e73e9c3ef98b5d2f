import SubdialTesting
import Testing

/// An entry from the test's own resources, in a bar.
@Suite struct RadioTests {
    private let entry: Entry

    init() throws { entry = try Entry(contentsOf: "Resources/radio.json", in: .module) }

    @Test func line() {
        assertInlineSnapshot(of: entry, as: .line(.plain, text: "{{ title }} on {{ zone }}")) {
            """
            Radio Paradise on Kitchen
            """
        }
    }
}
