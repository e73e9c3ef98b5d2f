import SubdialAdoption
import Testing

/// What is read from Swift sources without the compiler.
@Suite struct SwiftSourceTests {
    private func source(_ text: String, _ conditions: Set<String> = ["DEBUG"]) -> SwiftSource {
        SwiftSource(Array(text.utf8), conditions: conditions)
    }

    @Test(
        arguments: [
            ("import SwiftUI", ["SwiftUI"]), ("  import  struct Foundation.Date;import os", ["Foundation", "os"]),
            ("@preconcurrency import CoreData\n@testable public import Models", ["CoreData", "Models"]),
            ("@_spi(Internal) import Kit", ["Kit"]), ("// import A\n/* import B /* nested */ import C */ import D", ["D"]),
            ("let a = \"\"\"\nimport A\n\"\"\"\nimport B", ["B"]), ("let a = #\"\n\"#\nimport B", ["B"]),
            ("let a = \"\\(f(\"import X\"))\"; import B", ["B"]), ("let a = \"no end\nimport B", ["B"]),
            ("f(import: 1)", []), ("let x = y.import\n", []), ("`import` A", []),
            ("#if canImport(RealmSwift)\nimport RealmSwift\n#else\nimport SwiftUI\n#endif", ["SwiftUI"]),
            ("#if os(iOS) || os(macOS)\nimport A\n#elseif os(Linux)\nimport B\n#else\nimport C\n#endif", ["B"]),
            ("#if !os(watchOS) && canImport(SwiftUI)\nimport A\n#endif", ["A"]),
            ("#if DEBUG && (EXTRA)\nimport A\n#else\nimport B\n#endif", ["B"]),
            ("#if swift(>=5.9)\nimport A\n#else\nimport B\n#endif", ["A"]), ("#if compiler(<6)\nimport A\n#endif", []),
            ("#if swift(>=99)\nimport A\n#else\nimport B\n#endif", ["A", "B"]),
            ("#if hasFeature(X)\nimport A\n#else\nimport B\n#endif", ["A", "B"]),
            ("#if os(iOS)\n#if DEBUG\nimport A\n#endif\n#endif\nimport B", ["B"]), ("#endif\n#else\nimport B", ["B"]),
            ("#if\nimport A", ["A"]),
            ("#if targetEnvironment(simulator)\nimport A\n#endif", []),
        ] as [(String, Set<String>)])
    func importsOfLinux(_ text: String, _ expected: Set<String>) {
        #expect(source(text).imports == expected)
    }

    @Test func conditionsOfTheTargetCount() {
        #expect(source("#if WIDGET\nimport A\n#endif", ["WIDGET"]).imports == ["A"])
    }

    @Test(
        arguments: [
            ("struct A: Widget {", ["A"], true), ("public struct A<T: View> : SwiftUI.Widget, Sendable {", ["A"], true),
            ("struct A:\n  ControlWidget\n{", ["A"], true), ("@main struct B: WidgetBundle {", [], true),
            ("struct A: View { var widget: Widget }", [], false), ("extension A { struct Inner: Widget {", ["Inner"], true),
            ("struct A: Box<Widget> {", [], false), ("#if os(iOS)\nstruct A: Widget {\n#endif", [], false),
            ("protocol P: Widget {}", [], false),
        ] as [(String, [String], Bool)])
    func widgets(_ text: String, _ expected: [String], declares: Bool) {
        #expect(source(text).widgets == expected)
        #expect(source(text).declaresWidgets == declares)
    }

    @Test func namesPreviewsAndTheEntryPoint() {
        let source = source(
            """
            @main
            struct Bundle: WidgetBundle {}
            enum Size { case small, large }
            func make() { let local = 1 }
            extension View { var `default`: Int { 0 } }
            typealias Entry = Never
            #Preview("one") { Text("#Preview @main") }
            struct Previews: PreviewProvider {}
            """)
        #expect(source.hasMain)
        #expect(source.previews == 2)
        #expect(source.names == ["Bundle", "Size", "small", "make", "local", "default", "Entry", "Previews"])
        #expect(source.types == ["Bundle", "Size", "Entry", "Previews"])
    }

    @Test(
        "Deep and unbalanced code is read to its end",
        arguments: [
            String(repeating: "#if !", count: 10_000), "#if " + String(repeating: "(", count: 10_000),
            String(repeating: "\"\\(", count: 10_000),
            String(repeating: "/*", count: 10_000), String(repeating: "import ", count: 1_000),
            String(repeating: ")", count: 1_000) + " import A",
        ])
    func hostile(_ text: String) {
        #expect(source(text).widgets.isEmpty)
    }
}
