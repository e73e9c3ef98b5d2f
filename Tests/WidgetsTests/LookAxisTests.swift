import Foundation
import SubdialDrawing
import SubdialTestSupport
import Testing

@testable import SubdialWidgets

/// The description of the axes: each property of a look has one, with an effect in the drawing.
@Suite struct LookAxisTests {
    private static let base = WidgetLook(family: .systemSmall)

    /// The default look with another value of one axis.
    private func changed(_ axis: LookAxis) throws -> WidgetLook {
        let values: [LookValue] =
            switch axis.form {
            case .words(let words): words.map { .text($0) }
            case .name: [.text("iphone-se-3")]
            case .file: [.text(Repository.fixtureURL("artwork/dusk.jpg").path)]
            case .flag: [.flag(true)]
            case .number: [.number(2)]
            case .language: [.text("ar")]
            case .color: [.text("#FF9500")]
            case .timeZone: [.text("Europe/Berlin")]
            case .panel: [.panel(try PanelChoice([.depth: "2", .rotate: "90"]))]
            }
        return try #require(
            values.lazy.compactMap { value in
                var look = Self.base
                return axis.set(value, in: &look) && look != Self.base ? look : nil
            }.first, "\(axis.name)")
    }

    /// The names of the properties that differ from the default look.
    private func differing(_ look: WidgetLook) -> [String] {
        zip(Mirror(reflecting: look).children, Mirror(reflecting: Self.base).children).compactMap { own, usual in
            "\(own.value)" == "\(usual.value)" ? nil : own.label
        }
    }

    /// A property without an axis would be missing in suites, URLs and tests in Swift.
    @Test func everyPropertyOfALookHasAnAxis() throws {
        // The frame of a view alone has none: previews in Swift choose it.
        let properties = Mirror(reflecting: Self.base).children.compactMap(\.label).filter { $0 != "frame" }
        let described = try LookAxis.all.flatMap { differing(try changed($0)) }
        #expect(described.sorted() == properties.sorted())
    }

    @Test func namesAreUnambiguous() {
        for names in [
            LookAxis.all.map(\.name), LookAxis.all.map(\.suite), LookAxis.all.compactMap(\.option),
            LookAxis.all.compactMap(\.parameter) + PanelChoice.Key.allCases.map(\.rawValue), LookAxis.all.compactMap(\.method),
        ] { #expect(Set(names).count == names.count, "\(names)") }
    }

    @Test(arguments: LookAxis.all) func aValueIsReadAsItIsWritten(_ axis: LookAxis) throws {
        let look = try changed(axis)
        let value = try #require(axis.value(in: look))
        var other = Self.base
        #expect(axis.set(value, in: &other) && other == look)
        other = Self.base
        axis.copy(from: look, to: &other)
        #expect(other == look)
        #expect(axis.isChosen(in: look) || axis == .family)
    }

    /// Names of snapshots differ if their looks do.
    @Test(arguments: LookAxis.all) func aValueIsInTheName(_ axis: LookAxis) throws {
        #expect(axis.word(of: try changed(axis), .code) != nil)
        #expect(axis.word(of: try changed(axis), .code) != axis.word(of: Self.base, .code))
    }

    /// A worker draws the look that the command line requests.
    @Test(arguments: LookAxis.all) func aMessageHasTheLook(_ axis: LookAxis) throws {
        let look = try changed(axis)
        #expect(try JSONDecoder().decode(WidgetLook.self, from: JSONEncoder().encode(look)) == look)
    }

    /// An axis without an effect in the environment has one elsewhere: the theme in the layout, inks in the file, a moment in the date.
    @Test(arguments: LookAxis.all.filter { ![.theme, .panel, .moment].contains($0) })
    func anAxisChangesTheEnvironment(_ axis: LookAxis) throws {
        let catalog = try WidgetRenderer.catalog(ResourceFolder(path: Repository.root.appending(path: "Templates").path))
        func environment(_ look: WidgetLook) throws -> WidgetEnvironment {
            try WidgetEnvironment(look, on: look.device(in: catalog), at: Date(timeIntervalSince1970: 0))
        }
        #expect(try environment(try changed(axis)) != environment(Self.base))
    }

    /// A named device has its own scale in another size, and an unnamed one the scale for the size.
    @Test func aPanelHasItsChosenSize() throws {
        let catalog = try WidgetRenderer.catalog(ResourceFolder(path: Repository.root.appending(path: "Templates").path))
        var look = WidgetLook(family: .panel)
        look.panel = try PanelChoice([.size: "400x300"])
        let size = try #require(look.panel?.size)
        #expect(try look.device(in: catalog).scale == catalog.scale(ofPanel: size))
        look.device = "trmnl-x"
        #expect(try look.device(in: catalog).scale == catalog.device("trmnl-x").scale)
        look.scale = 1
        #expect(try look.device(in: catalog).places[.panel]?.size.width == 400)
    }

    @Test(arguments: [
        (LookAxis.family, LookValue.text("systemHuge")), (.mode, .text("")), (.language, .text("../de")), (.language, .text("")),
        (.language, .text(String(repeating: "a", count: 36))), (.tint, .text("red")), (.timeZone, .text("local")),
        (.timeZone, .text("Europa/Berlin")), (.scale, .number(0)), (.scale, .number(33)), (.scale, .number(.nan)), (.scale, .text("2")),
        (.moment, .number(-1)), (.night, .text("true")), (.redaction, .text("none")),
    ])
    func otherValuesAreRefused(_ axis: LookAxis, _ value: LookValue) {
        var look = Self.base
        #expect(!axis.set(value, in: &look) && look == Self.base)
    }
}
