import FoundationEssentials
import SubdialDrawing
import SubdialLayout
import Testing

@Suite struct FontLibraryTests {
    private func withConfiguration(_ text: String, _ body: (String) throws -> Void) throws {
        let file = URL(filePath: "/tmp").appending(path: "fonts-\(UUID().uuidString).conf")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    @Test func refusesAMissingOrDamagedFile() throws {
        #expect(throws: FontError.configuration(path: "/nowhere/fonts.conf")) { try FontLibrary(configuration: "/nowhere/fonts.conf") }
        try withConfiguration("<fontconfig><dir>") { path in
            #expect(throws: FontError.configuration(path: path)) { try FontLibrary(configuration: path) }
        }
    }

    @Test func saysWhatToInstallWhenThereAreNoFonts() throws {
        try withConfiguration("<fontconfig><dir>/nowhere</dir></fontconfig>") { path in
            let error = #expect(throws: FontError.self) { try FontLibrary(configuration: path) }
            #expect(error == .noFonts(path: path))
            #expect(error?.description.contains("fonts-inter") == true)
        }
    }

    @Test func requiresItsFamily() throws {
        let path = Repository.fontConfiguration
        #expect(throws: FontError.missingFamily("No Such Family", path: path)) {
            try FontLibrary(configuration: path, requiring: "No Such Family")
        }
    }

    @Test func measuresTheFont() throws {
        let library = try FontLibrary(configuration: Repository.fontConfiguration)
        // Inter: the ascender is 0.96875, the descender 0.2412, the cap height 0.727 and the x-height 0.546 of the size.
        let metrics = library.metrics(FontStyle(size: 100))
        #expect(abs(metrics.ascent - 96.9) < 0.2)
        #expect(abs(metrics.descent - 24.1) < 0.2)
        #expect(abs(metrics.capHeight - 72.7) < 0.5)
        #expect(abs(metrics.xHeight - 54.6) < 0.5)
        #expect(metrics.lineHeight == metrics.ascent + metrics.descent)
        let spaced = library.metrics(FontStyle(size: 17, lineHeight: 22))
        #expect(spaced.lineHeight == 22)
        #expect(abs(spaced.baseline - (11 + (spaced.ascent - spaced.descent) / 2)) < 1e-9)
    }

    @Test func librariesDoNotDependOnEachOther() throws {
        let style = FontStyle(size: 17)
        let first = try FontLibrary(configuration: Repository.fontConfiguration)
        let size = first.layout("So What", style: style).size
        var layout: TextLayout?
        do {
            let second = try FontLibrary(configuration: Repository.fontConfiguration)
            layout = second.layout("日本語 👍", style: style)
        }
        // A layout stays valid after its library is released, and the first library after the second.
        let surface = try Surface(width: 100, height: 30)
        layout?.draw(in: try Context(surface), at: .zero, with: Color.black)
        #expect(try surface.bitmap().pixels.contains { $0 != 0 })
        #expect(first.layout("So What?", style: style).size.width > size.width)
    }

    @Test func remembersLayouts() throws {
        let library = try FontLibrary(configuration: Repository.fontConfiguration)
        let style = FontStyle(size: 17)
        let first = library.layout("So What", style: style, options: TextOptions(width: 50))
        #expect(library.layout("So What", style: style, options: TextOptions(width: 50)) === first)
        #expect(library.layout("So What", style: style, options: TextOptions(width: 51)) !== first)
    }

    @Test func librariesMayBeUsedAtOnce() async throws {
        let path = Repository.fontConfiguration
        let pictures = try await withThrowingTaskGroup(of: Bitmap.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let library = try FontLibrary(configuration: path)
                    let surface = try Surface(width: 300, height: 200)
                    let context = try Context(surface)
                    for (row, text) in ["So What", "日本語", "العربية", "👍🇩🇪", "हिन्दी"].enumerated() {
                        let layout = library.layout(text, style: FontStyle(size: 20 + Double(row)))
                        layout.draw(in: context, at: Point(0, Double(row) * 40), with: Color.black)
                    }
                    return try surface.bitmap()
                }
            }
            return try await group.reduce(into: Set<Bitmap>()) { $0.insert($1) }
        }
        #expect(pictures.count == 1)
    }
}
