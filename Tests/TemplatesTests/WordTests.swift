import SubdialTemplates
import Testing

/// Tests of words that people bring from SwiftUI and from elsewhere.
@Suite struct WordTests {
    /// SwiftUI's own names mean the same as the shorter ones.
    @Test(arguments: [
        ("Text: a\n  foregroundStyle: secondary", "Text: a\n  foreground: secondary"),
        ("Text: a\n  foregroundColor: red", "Text: a\n  foreground: red"),
        ("Text: a\n  fontWeight: semibold", "Text: a\n  font: { weight: semibold }"),
        ("Text: a\n  bold: true", "Text: a\n  font: { weight: bold }"),
        ("Text: a\n  font: title\n  bold: true", "Text: a\n  font: { style: title, weight: bold }"),
        ("VStack:\n    - { Text: a, font: title }\n  bold: true", "VStack:\n    - { Text: a, font: title }\n  font: { weight: bold }"),
        ("Text: a\n  fontDesign: rounded", "Text: a\n  font: { design: rounded }"),
        ("Text: a\n  truncationMode: middle", "Text: a\n  truncation: middle"),
        (
            "Text: a\n  clipShape: capsule\n  rotationEffect: 45\n  scaleEffect: 0.5",
            "Text: a\n  clip: capsule\n  rotation: 45\n  scale: 0.5"
        ),
        ("Text: a\n  widgetAccentable: true", "Text: a\n  accented: true"),
        ("Image: artwork\n  widgetAccentedRenderingMode: fullColor", "Image: artwork\n  renderingMode: fullColor"),
        ("ProgressView: 0.5", "Progress: 0.5"),
    ])
    func swiftUIsNames(_ written: String, _ short: String) throws {
        let (one, other) = (try expand("body:\n  \(written)\n"), try expand("body:\n  \(short)\n"))
        #expect(one.content == other.content && one.modifiers == other.modifiers)
    }

    @Test func theFileHasThemToo() throws {
        let text = "foregroundStyle: red\nbody:\n  Text: a\n"
        #expect(try expand(text) == expand(text.replacing("foregroundStyle", with: "foreground")))
    }

    /// A value of a part may have any name.
    @Test func valuesOfPartsKeepTheirNames() throws {
        let parts = ["p": "body:\n  Text: \"{{ foregroundStyle }}\"\n"]
        #expect(try expand("body:\n  Part: p\n  with: { foregroundStyle: mine }\n", parts: parts).texts == ["mine"])
    }

    @Test(arguments: [
        ("Text: a\n  color: red", "t.yaml:3:3: Text has no 'color'; write 'foreground' (at body.Text)"),
        ("Text: a\n  fontSize: 12", "t.yaml:3:3: Text has no 'fontSize'; write 'font: { size: 17 }' (at body.Text)"),
        ("Text: a\n  onTapGesture: next", "t.yaml:3:3: Text has no 'onTapGesture'; write 'intent: playPause' (at body.Text)"),
        ("VStack: []\n  margin: 4", "t.yaml:3:3: VStack has no 'margin'; write 'padding' (at body.VStack)"),
        ("Row: []", "t.yaml:2:3: there is no element 'Row'; write HStack (at body)"),
        ("ForEach: queue", "t.yaml:2:3: there is no element 'ForEach'; write 'for: track in queue' on the element (at body)"),
        (
            "Text: a\n  foreground: red\n  foregroundStyle: blue",
            "t.yaml:4:3: 'foregroundStyle' stands here twice: it is another name of a key above (at body.Text)"
        ),
    ])
    func otherWordsAreAnswered(_ body: String, _ expected: String) { #expect(problems("body:\n  \(body)\n") == [expected]) }

    /// A button is its label, with the tap region of its intent.
    @Test func aButtonIsItsLabel() throws {
        #expect(try expand("body:\n  Button: Play\n  intent: playPause\n").texts == ["Play"])
        #expect(
            try expand("body:\n  Button:\n    HStack:\n      - Image: play.fill\n      - Text: Go\n  intent: playPause\n").texts == ["Go"])
        #expect(try expand("body:\n  Button: Play\n  intent: next\n").modifiers.contains { "\($0)".contains("next") })
    }
}
