import SubdialTesting
import Testing

/// An entry from the test's own resources, in views of Swift and in a bar.
@Suite struct RadioTests {
    private let entry: Entry

    init() throws { entry = try Entry(contentsOf: "Resources/radio.json", in: .module) }

    @Test func circle() {
        let widget = Widget(entry) {
            Gauge(0.4, style: .accessoryCircular) {
                Image("radio.fill")
            } currentValue: {
                Text("FM").font(.title2)
            }
        }
        assertSnapshot(of: widget, as: .widget(.accessoryCircular))
    }

    @Test func line() {
        assertInlineSnapshot(of: entry, as: .line(.plain, text: "{{ title }} on {{ zone }}")) {
            """
            Radio Paradise on Kitchen
            """
        }
    }
}
