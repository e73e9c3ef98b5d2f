import Foundation
import SubdialLayout
import SubdialUIKit
import Testing

@testable import SubdialSwiftUI

@Suite("Images")
struct ImageTests {
    private func resolved(_ image: Image, _ change: (inout EnvironmentValues) -> Void = { _ in }) -> (
        content: ImageContent, warnings: [String]
    ) {
        var environment = EnvironmentValues()
        change(&environment)
        let pass = ViewPass()
        return (image.content(in: _ViewContext(environment, pass: pass)), pass.warnings)
    }

    static let names: [(String, String, String?)] = [
        ("star", "star", nil), ("star.fill", "star.fill", nil), ("house", "house.fill", "'house.fill' stands"),
        ("heart.circle.fill", "heart.fill", "'heart.fill' stands"), ("info", "info.circle", "'info.circle' stands"),
        ("bolt.slash", "bolt.fill", "'bolt.fill' stands"), ("stra", "stra", "a neutral shape stands in its place; did you mean 'star'?"),
        ("teddybear", "teddybear", "a neutral shape"),
    ]

    @Test("A symbol that the library lacks is drawn as its nearest variant, and is reported", arguments: names)
    func symbol(asked: String, drawn: String, problem: String?) throws {
        let known: Set = ["star", "star.fill", "house.fill", "heart", "heart.fill", "info.circle", "bolt.fill"]
        let (content, warnings) = resolved(Image(systemName: asked)) { $0.symbolNames = known }
        #expect(content.kind == .symbol(drawn))
        guard let problem else {
            #expect(warnings.isEmpty)
            return
        }
        let warning = try #require(warnings.first)
        #expect(warning.contains(problem) && warning.contains("ImageTests.swift:"))
    }

    @Test("Without a list of names, every name is right")
    func unknownLibrary() { #expect(resolved(Image(systemName: "anything.at.all")).warnings.isEmpty) }

    @Test("The initialiser of symbols is a function too")
    func function() {
        let images = ["star", "heart"].map(Image.init(systemName:))
        #expect(images == [Image(systemName: "star"), Image(systemName: "heart")])
    }

    static let variants: [(String, SymbolVariants, String)] = [
        ("heart", .fill, "heart.fill"), ("heart", .circle.fill, "heart.circle.fill"), ("heart.fill", .circle, "heart.circle.fill"),
        ("heart.fill", .fill, "heart.fill"), ("bell", .slash.fill, "bell.slash.fill"), ("bell", .none, "bell"),
    ]

    @Test("Variants are added in the order of the names", arguments: variants)
    func variant(name: String, variant: SymbolVariants, expected: String) {
        #expect(resolved(Image(systemName: name)) { $0.symbolVariants = variant }.content.kind == .symbol(expected))
    }

    @Test("A scale changes the size of a symbol and keeps its weight")
    func scale() {
        let large = resolved(Image(systemName: "star")) {
            $0.font = .headline
            $0.imageScale = .large
        }
        #expect(large.content.font.base == .scaled(17 * 1.28, with: .headline))
        #expect(large.content.font.weight == .semibold)
    }

    @Test("A picture that no catalog has draws nothing, and is reported")
    func missing() {
        let (content, warnings) = resolved(Image("no-such-picture").resizable())
        #expect(content.kind == .symbol("") && !content.isResizable)
        #expect(warnings.count == 1 && warnings[0].contains("'no-such-picture'"))
    }

    @Test("The modes of an image stand in its content")
    func modes() throws {
        let data = Data(PictureHeaderTests.png(20, 10))
        let image = try #require(UIImage(data: data, scale: 2))
        let shown = Image(uiImage: image).resizable(capInsets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4), resizingMode: .tile)
            .renderingMode(.template).interpolation(.none)
        guard case .picture(let picture) = resolved(shown).content.kind else {
            Issue.record("no picture")
            return
        }
        #expect(picture.size == Size(10, 5))
        #expect(picture.isTemplate && picture.interpolation == .none)
        #expect(picture.resizing == PictureContent.Resizing(capInsets: Insets(top: 1, leading: 2, bottom: 3, trailing: 4), mode: .tile))
    }

    @Test("A resizable symbol takes the size that it is offered")
    func resizableSymbol() { #expect(resolved(Image(systemName: "star").resizable()).content.isResizable) }

    @Test(
        "A symbol has colours of its own in multicolor, and as an original",
        arguments: [
            (Image(systemName: "sun.max"), ImageContent.SymbolRenderingMode.monochrome),
            (Image(systemName: "sun.max").symbolRenderingMode(.multicolor), .multicolor),
            (Image(systemName: "sun.max").renderingMode(.original), .multicolor),
            (Image(systemName: "sun.max").symbolRenderingMode(.palette), .monochrome),
        ])
    func multicolor(image: Image, mode: ImageContent.SymbolRenderingMode) {
        let (content, warnings) = resolved(image)
        #expect(content.symbolRenderingMode == mode && warnings.isEmpty)
        #expect(resolved(Image(systemName: "sun.max")) { $0.symbolRenderingMode = .multicolor }.content.symbolRenderingMode == .multicolor)
    }

    @Test("A tinted image of UIKit is a template in its colour")
    func tint() throws {
        let image = try #require(UIImage(data: Data(PictureHeaderTests.png(8, 8)))).withTintColor(.systemRed)
        let content = resolved(Image(uiImage: image)).content
        #expect(content.paints == [.color(ColorName("red"))])
        guard case .picture(let picture) = content.kind else {
            Issue.record("no picture")
            return
        }
        #expect(picture.isTemplate)
    }
}
