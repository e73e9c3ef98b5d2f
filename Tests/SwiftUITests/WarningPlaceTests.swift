import Foundation
import SubdialCoreGraphics
import SubdialLayout
import SubdialSwiftUI
import SubdialUIKit
import SubdialWidgetKit
import Testing

/// The view of `make`, whose body has one line with an unknown symbol.
private struct Rows: View {
    let line: UInt = #line + 1
    var body: some View { Label("x", systemImage: "unknown.symbol") }
}

@MainActor @Suite("The places of warnings")
struct WarningPlaceTests {
    private func warnings(_ view: some View) -> [String] {
        let evaluated = Evaluated(view) {
            $0.symbolNames = ["star"]
            $0.isInWidget = true
        }
        return evaluated.pass.warnings
    }

    nonisolated private static let shear = CGAffineTransform(1, 0, 0.5, 1, 0, 0)

    /// Views that warn, each made in the line of its case.
    nonisolated private static let views: [(line: UInt, view: @MainActor () -> AnyView, words: String)] = [
        (#line, { AnyView(Image(systemName: "stra")) }, "Image(systemName:): the symbol 'stra'"),
        (#line, { AnyView(Image("nobody has this")) }, "Image(_:): no image named 'nobody has this'"),
        (#line, { AnyView(Label("x", systemImage: "stra")) }, "the symbol 'stra'"),
        (#line, { AnyView(Button("x", systemImage: "stra") {}) }, "the symbol 'stra'"),
        (#line, { AnyView(Toggle("x", systemImage: "stra", isOn: .constant(true))) }, "the symbol 'stra'"),
        (#line, { AnyView(Color("nobody has this")) }, "Color(_:): no colour named 'nobody has this'"),
        (#line, { AnyView(List { Text("x") }) }, "List: WidgetKit does not draw it"),
        (#line, { AnyView(List(["a"], id: \.self) { Text($0) }) }, "List: WidgetKit does not draw it"),
        (#line, { AnyView(ScrollView { Text("x") }) }, "ScrollView: WidgetKit does not draw it"),
        (#line, { AnyView(TextField("x", text: .constant(""))) }, "TextField: WidgetKit does not draw it"),
        (#line, { AnyView(Slider(value: .constant(0.5))) }, "Slider: WidgetKit does not draw it"),
        (#line, { AnyView(Text("x").frame(width: -1)) }, "frame: a negative"),
        (#line, { AnyView(Text("x").transformEffect(shear)) }, "transformEffect: "),
        (#line, { AnyView(Text("x").textScale(.secondary)) }, "Text.Scale.secondary: "),
        (#line, { AnyView(Text("x").font(.body.uppercaseSmallCaps())) }, "Font.uppercaseSmallCaps(): "),
        (#line, { AnyView(Text("x").widgetCurvesContent()) }, "widgetCurvesContent: "),
        (#line, { AnyView(ForEach([1, 1], id: \.self) { _ in Text("x") }) }, "ForEach: the ID 1 occurs several times"),
    ]

    @Test("A warning names the file and the line that makes the view", arguments: views.indices)
    func place(_ index: Int) throws {
        let (line, view, words) = Self.views[index]
        let warnings = warnings(view())
        #expect(warnings.count == 1)
        let warning = try #require(warnings.first)
        #expect(warning.hasPrefix("WarningPlaceTests.swift:\(line): ") && warning.contains(words), "\(warning)")
    }

    @Test("The line is that of the user's view, not of the module's own views")
    func body() { #expect(warnings(Rows()).map { $0.hasPrefix("WarningPlaceTests.swift:\(Rows().line): ") } == [true]) }

    @Test("Initialisers can be used as functions, and the warning names the view instead")
    func functions() throws {
        let images = ["stra"].map(Image.init(systemName:))
        let optional = Optional("stra").map(Image.init(systemName:))
        let pictures: [Image] = [UIImage]().map(Image.init(uiImage:))
        #expect(pictures.isEmpty && optional == images.first)
        let image = try #require(images.first)
        let warning = try #require(warnings(image).first)
        #expect(warning.hasPrefix("Image: Image(systemName:): the symbol 'stra'"))
    }

    @Test("Views that differ in their line alone are equal")
    func equality() {
        let first = Image("x")
        let second = Image("x")
        #expect(first == second)
        #expect(Color("x") == Color("x") && Color("x").hashValue == Color("x").hashValue)
    }
}
