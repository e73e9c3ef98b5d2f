import Testing

@testable import SubdialTemplates

@Suite struct TemplateValueTests {
    private let place = TemplateProblem.Position(line: 1, column: 1)

    private func value(_ keys: [String]) -> TemplateValue {
        TemplateValue(
            kind: .map(
                keys.enumerated().map { number, key in
                    .init(
                        parsing: TemplateValue(kind: .list([]), position: .init(line: number + 1, column: 1)), key: key, position: place)
                }), position: place)
    }

    /// More keys than a filter of 64 bits has bits.
    private let keys =
        ["", "a", "if", "for", "id", "é"] + Vocabulary.elements.keys.sorted()
        + ["font", "foreground", "lineLimit", "padding", "frame", "background", "clip", "border", "overlay", "mask", "opacity", "offset"]
        + (0..<80).map { "key\($0)" }

    @Test func everyKeyIsFoundAndNoOther() {
        for key in keys {
            let one = value([key])
            #expect(keys.filter { one[$0] != nil } == [key])
        }
        let all = value(keys)
        for (number, key) in keys.enumerated() { #expect(all[key]?.position.line == number + 1, "\(key)") }
        #expect(all["key80"] == nil)
        #expect(value([])["a"] == nil)
        #expect(TemplateValue(kind: .null, position: place)["a"] == nil)
    }
}
