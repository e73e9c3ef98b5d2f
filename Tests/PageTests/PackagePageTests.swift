import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialBrowserSupport
@testable import SubdialProcessSupport

/// Tests of the page of `subdial preview` with a Swift package, whose program draws real views.
@Suite(.serialized, .enabled(if: Browser.path != nil, "needs chromium")) struct PackagePageTests {
    /// The name and the place in each caption, sorted.
    private static let captions = """
        [...document.querySelectorAll(".tile figcaption")].map((caption) =>
            `${caption.querySelector("strong").textContent} ${caption.querySelector(".place")?.textContent}`).sort()
        """

    @Test("Each picture has its place in the source, and the choices are those that apply to a program")
    func captions() async throws {
        try await PreviewedPackagePage.with { page in
            try await page.open(pictures: 8)
            let captions = try await page.page.browser.evaluate(Self.captions)
            let places = [
                ("Card, Medium", "struct CardWidget"), ("Card, Small", "struct CardWidget"), ("Cards/Alone", "#Preview(\"Alone\""),
                ("Cards/Stuck", "#Preview(\"Stuck\""), ("Provided/Provided", "struct Provided_Previews"),
                ("Quiet, Control, large", "struct QuietControl"), ("Quiet, Control, medium", "struct QuietControl"),
                ("Quiet, Control, small", "struct QuietControl"),
            ]
            let expected = try places.map { name, text in "\(name) Cards.swift:\(try page.line(text))" }
            #expect(captions == .array(expected.map { .string($0) }), "\(captions.text())")
            let shown = try await page.page.browser.evaluate(
                """
                Object.fromEntries([...document.querySelectorAll("[data-choice]")].map((element) =>
                    [element.dataset.choice, element.checkVisibility()]))
                """)
            for choice in ["subjects", "families", "devices"] { #expect(shown[choice] == true, "\(shown.text())") }
            for choice in ["entry", "themes", "time", "cases"] {
                #expect((shown[choice] ?? false) == false, "\(choice): \(shown.text())")
            }
            try await page.save("package-page.png")
            #expect(page.page.errors == [])
        }
    }

    @Test("An error of the compiler lies over the last picture, with its place, until it is mended")
    func compilerError() async throws {
        try await PreviewedPackagePage.with { page in
            try await page.open(pictures: 8)
            let before = try await page.page.source
            try page.change("Text(verbatim: title)", to: "Texxt(verbatim: title)")
            try await page.page.browser.wait("an error", "document.querySelector('.broken .error')")
            let told = try await page.page.browser.evaluate(
                """
                [".error .place", ".error mark", ".error p"].map((part) => document.querySelector(part).textContent)
                    .concat([document.querySelector(".picture img").naturalWidth > 0])
                """)
            let line = try page.line("Texxt")
            #expect(
                told.text() == #"["Sources/Cards/Cards.swift:\#(line):13","Texxt","cannot find 'Texxt' in scope",true]"#, "\(told.text())")
            #expect(try await page.page.source == before)
            try await page.save("package-error.png")
            try page.change("Texxt(verbatim: title)", to: "Text(verbatim: title)")
            try await page.page.browser.wait("no error", "!document.querySelector('.broken') && document.querySelector('.errors').hidden")
            #expect(page.page.errors == [])
        }
    }
}

/// A preview of a Swift package, and a browser with its page.
///
/// A script stands in place of `swift`: it describes the package, and its build is a program that was built with the tests from the same source.
struct PreviewedPackagePage {
    let page: PreviewedPage

    private static let source = "Tests/PreviewedProgram/Cards.swift"
    private static let copy = "work/Sources/Cards/Cards.swift"

    static func with(_ body: (_ page: PreviewedPackagePage) async throws -> Void) async throws {
        let program = Sandbox.tests.appending(path: "SubdialPreviewedProgram").path
        let description = """
            {"name":"Cards","products":[],"targets":[{"name":"Cards","type":"executable","path":"Sources/Cards","product_dependencies":["SubdialSwiftUI"]}]}
            """
        let swift = """
            #!/bin/sh
            if [ "$1" = package ]; then
                printf '%s\\n' '{' '\(description.dropFirst().dropLast())' '}'
                exit
            fi
            file=$3/Sources/Cards/Cards.swift
            line=$(grep -n 'Texxt' "$file" | head -1 | cut -d: -f1)
            if [ -n "$line" ]; then
                echo "[1/2] Compiling Cards Cards.swift"
                echo "$file:$line:13: error: cannot find 'Texxt' in scope"
                exit 1
            fi
            mkdir -p "$3/.build/debug"
            printf '#!/bin/sh\\nexec "\(program)" "$@"\\n' > "$3/.build/debug/Cards"
            chmod +x "$3/.build/debug/Cards"
            """
        let card = try String(contentsOf: Repository.root.appending(path: Self.source), encoding: .utf8)
        try await PreviewedPage.with(
            "work",
            files: [
                "Package.swift": "// swift-tools-version: 6.2\n", "Sources/Cards/Cards.swift": card, "bin/swift": swift + "\n",
                "bin/swiftc": "#!/bin/sh\nexit 1\n",
            ], programs: "work/bin"
        ) { try await body(PreviewedPackagePage(page: $0)) }
    }

    /// Opens the page, and waits for its pictures.
    func open(pictures: Int) async throws {
        try await page.open()
        try await page.browser.wait(
            "\(pictures) pictures",
            """
            document.querySelectorAll(".tile").length === \(pictures)
                && [...document.querySelectorAll(".picture img")].every((image) => image.naturalWidth > 0)
            """)
    }

    /// The line of the source that has a text first.
    func line(_ text: String) throws -> Int {
        let lines = try String(contentsOfFile: page.sandbox.path(Self.copy), encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        return try #require(lines.firstIndex { $0.contains(text) }) + 1
    }

    /// Saves the source with another text.
    func change(_ text: String, to other: String) throws {
        let source = try String(contentsOfFile: page.sandbox.path(Self.copy), encoding: .utf8)
        #expect(source.contains(text))
        try page.save(source.replacing(text, with: other), "Sources/Cards/Cards.swift")
    }

    /// Writes a picture of the page to the folder in `SUBDIAL_PAGE_PICTURES`, for a person to see.
    func save(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["SUBDIAL_PAGE_PICTURES"] else { return }
        try await page.browser.screenshot().write(to: URL(filePath: "\(folder)/\(name)"))
    }
}
