import SubdialSwiftUI
import Testing

@Suite("Entries of the environment")
struct EntryTests {
    @Test("A property with @Entry has its default until it is set, whatever its source looks like")
    func entries() {
        var values = EnvironmentValues()
        #expect(values.plain == 4)
        #expect(values.text == "= { // no \("comment")")
        #expect(values.lines == "a \"b\" 2")
        #expect(values.raw == #"\( "#)
        #expect(values.change(1) == 2)
        #expect(values.missing == nil)
        #expect(values.present == 3)
        #expect(values.default)
        #expect(values.object.count == 7)
        values.plain = 5
        values.missing = 6
        values.present = nil
        values.change = { $0 * 10 }
        #expect(values.plain == 5)
        #expect(values.missing == 6)
        #expect(values.present == nil)
        #expect(values.change(1) == 10)
    }
}

private final class Counter { var count = 7 }

extension EnvironmentValues {
    @Entry fileprivate var plain: Int = 4
    /// A `var` that is = { no } entry.
    @Entry fileprivate var text = "= { // no \("comment")"  // trailing = comment
    @Entry
    @available(macOS 13, *) fileprivate var lines = """
        a "b" \(1 + 1)
        """
    @Entry fileprivate var raw = #"\( "#
    @Entry fileprivate var change: (Int) -> Int = { $0 + 1 }
    @Entry fileprivate var missing: Int?
    @Entry fileprivate var present: Int? = 3
    @Entry fileprivate var `default`: Bool = true
    @Entry fileprivate var object = Counter() /* { = */
}

#Preview("A preview leaves nothing behind", traits: .sizeThatFitsLayout) {
    let width = 3.0
    Spacer().frame(width: width)
}
