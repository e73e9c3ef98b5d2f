import SubdialTesting
import Testing

/// All previews and all widgets of the extension; nothing names them.
@Suite struct EveryWidgetTests {
    @Test func previews() async { await assertPreviews() }
    @Test func widgets() async { await assertWidgets() }
}
