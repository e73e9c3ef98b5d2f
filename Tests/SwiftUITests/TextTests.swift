import Foundation
import SubdialLayout
import Testing

@testable import SubdialSwiftUI

/// The content of a text in an environment.
func content(of text: Text, _ change: (inout EnvironmentValues) -> Void = { _ in }) -> TextContent {
    var environment = EnvironmentValues()
    change(&environment)
    return text.content(in: _ViewContext(environment, pass: ViewPass()))
}

/// The only node of a view.
private func text<V: View>(of view: V) throws -> TextContent {
    let node = try #require(_ViewContext(EnvironmentValues(), pass: ViewPass()).nodes(of: view).first)
    guard case .text(let content) = node.content else {
        Issue.record("\(node.content) is no text")
        return TextContent("")
    }
    return content
}

@Suite("Texts")
struct TextTests {
    @Test("A string is drawn as it is; a literal is read as Markdown")
    func literals() {
        let name = "*Ada*"
        #expect(content(of: Text(name)).text == "*Ada*")
        #expect(content(of: Text(verbatim: "*Ada*")).text == "*Ada*")
        #expect(content(of: Text("*Ada*")).text == "Ada")
        #expect(content(of: Text("*Ada*")).font.isItalic)
        #expect(content(of: Text("**\(name)** is here")).text == "*Ada* is here")
        #expect(content(of: Text("100%")).text == "100%")
        #expect(content(of: Text("\(50)% off")).text == "50% off")
    }

    // SwiftUI formats numbers with %lld and %lf in the environment's locale.
    @Test("Numbers have the digits of the locale")
    func numbers() {
        #expect(content(of: Text("\(1234) items")).text == "1,234 items")
        #expect(content(of: Text("\(1234) items")) { $0.locale = Locale(identifier: "de_DE") }.text == "1.234 items")
        #expect(content(of: Text("\(1.5)")).text == "1.500000")
        #expect(content(of: Text("\(1.25, specifier: "%.1f")")).text == "1.2")
        #expect(content(of: Text("\(0.5, format: .percent)")).text == "50%")
        #expect(content(of: Text(0.5, format: .percent)).text == "50%")
        #expect(content(of: Text("\(7, specifier: "%02d")")).text == "07")
    }

    @Test("A single run gives its attributes to the text")
    func uniform() {
        let content = content(of: Text("a").font(.title).bold())
        #expect(content.runs.isEmpty)
        #expect(content.font == SubdialLayout.Font(.style(.title), weight: .bold))
    }

    @Test("Joined texts are runs with their own attributes")
    func joined() {
        let content = content(of: (Text("a").bold() + Text("b").underline() + Text("c").font(.caption)).font(.title))
        #expect(content.text == "abc")
        #expect(content.font == SubdialLayout.Font(.style(.title)))
        #expect(content.runs.map(\.text) == ["a", "b", "c"])
        #expect(content.runs.map { $0.font?.weight } == [.bold, nil, nil])
        #expect(content.runs[1].underline == TextRun.Line())
        #expect(content.runs[2].font == SubdialLayout.Font(.style(.caption)))
    }

    @Test("A weight survives a later font, inside and outside of the text")
    func weights() throws {
        #expect(content(of: Text("a").bold().font(.title)).font.weight == .bold)
        #expect(content(of: Text("a").fontWeight(.light).fontWeight(.bold)).font.weight == .light)
        #expect(content(of: Text("a").font(.system(size: 20, weight: .light)).bold()).font == SubdialLayout.Font(.size(20), weight: .bold))
        let outside = try text(of: Group { Text("a").font(.title) }.fontWeight(.heavy).font(.caption))
        #expect(outside.font == SubdialLayout.Font(.style(.title), weight: .heavy))
        #expect(try text(of: Group { Text("a").fontWeight(nil) }.bold()).font.weight == nil)
    }

    @Test("Paragraph modifiers reach the content")
    func paragraphs() throws {
        let content = try text(
            of: Group { Text("a") }.lineLimit(2...4).lineSpacing(3).multilineTextAlignment(.trailing).truncationMode(.middle)
                .minimumScaleFactor(0.5))
        #expect(content.lineLimit == 4)
        #expect(content.reservedLines == 2)
        #expect(content.lineSpacing == 3)
        #expect(content.alignment == .trailing)
        #expect(content.truncation == .middle)
        #expect(content.minimumScaleFactor == 0.5)
        #expect(try text(of: Group { Text("a") }.lineLimit(3, reservesSpace: true)).reservedLines == 3)
        #expect(try text(of: Group { Text("a") }.lineLimit(2...)).lineLimit == nil)
        #expect(try text(of: Group { Text("straße") }.textCase(.uppercase)).text == "STRASSE")
    }

    @Test("An attributed string has runs")
    func attributed() throws {
        var string = AttributedString("Hello ")
        var world = AttributedString("world")
        world.font = .title
        world.kern = 2
        world.underlineStyle = .single
        string += world
        let content = content(of: Text(string))
        #expect(content.text == "Hello world")
        #expect(content.runs.last?.font == SubdialLayout.Font(.style(.title)))
        #expect(content.runs.last?.kerning == 2)
        #expect(content.runs.last?.underline != nil)
    }

    @Test("The words are those without attributes and images")
    func words() {
        #expect(Text("**a** \(3)").string(in: EnvironmentValues()) == "a 3")
        #expect((Text("a") + Text(Image(systemName: "star"))).string(in: EnvironmentValues()) == "a")
    }

    @Test(
        "A PostScript name gives family, weight and slant",
        arguments: [
            ("Avenir-HeavyOblique", "Avenir", FontWeight.heavy, true), ("HelveticaNeue-Bold", "HelveticaNeue", .bold, false),
            ("Georgia-Italic", "Georgia", .regular, true),
        ])
    func names(name: String, family: String, weight: FontWeight, isItalic: Bool) {
        let font = Font.custom(name, size: 12).resolved(in: EnvironmentValues())
        #expect(font.family == family)
        #expect(font.weight == weight)
        #expect(font.isItalic == isItalic)
        #expect(font.base == .scaled(12, with: .body))
        #expect(Font.custom("Foo-Bar", fixedSize: 9).resolved(in: EnvironmentValues()).family == "Foo-Bar")
    }
}
