import Drawing
import FoundationEssentials
import Layout
import TestSupport
import Testing

@testable import Widgets

/// The symbols that Subdial brings along, and those that people draw.
@Suite struct SymbolTests {
    private static let names: [String] = (try? SymbolLibrary(resources).names) ?? []
    private static let library = try? SymbolLibrary(resources)

    /// The symbol as it comes out at 88 pixels, in a frame with room around it.
    private func draw(_ symbol: Symbol, _ weight: Layout.FontWeight = .regular, color: Color = .black) throws -> Bitmap {
        let surface = try Surface(width: 128, height: 128)
        let context = try Context(surface)
        symbol.draw(in: context, frame: Drawing.Rect(x: 20, y: 20, width: 88, height: 88), weight: weight, color: color)
        return try surface.bitmap()
    }

    private func ink(_ bitmap: Bitmap) -> (count: Int, minX: Int, maxX: Int, minY: Int, maxY: Int) {
        var (count, minX, maxX, minY, maxY) = (0, bitmap.width, -1, bitmap.height, -1)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let alpha = Int(bitmap.pixels[(y * bitmap.width + x) * 4 + 3])
                count += alpha
                guard alpha > 60 else { continue }
                (minX, maxX, minY, maxY) = (min(minX, x), max(maxX, x), min(minY, y), max(maxY, y))
            }
        }
        return (count, minX, maxX, minY, maxY)
    }

    @Test func thereAreThoseThatWidgetsNeed() {
        #expect(Self.names.count >= 60)
        for name in [
            "play.fill", "pause.fill", "forward.fill", "backward.fill", "speaker.wave.2.fill", "speaker.slash.fill", "music.note",
            "hifispeaker", "wifi.slash", "icloud.slash", "lock.fill", "moon.fill", "levels",
        ] { #expect(Self.names.contains(name)) }
    }

    /// Large enough to see, within its box however heavy, and with the same room at both sides.
    @Test(arguments: names) func fillsItsBox(_ name: String) throws {
        let symbol = try #require(Self.library?[name])
        let regular = ink(try draw(symbol))
        #expect(max(regular.maxX - regular.minX, regular.maxY - regular.minY) > 40, "\(name) is small")
        let heavy = ink(try draw(symbol, .black))
        // What a black symbol has of lines beyond its box is less than half of a line.
        #expect(heavy.minX >= 15 && heavy.maxX <= 112 && heavy.minY >= 15 && heavy.maxY <= 112, "\(name): \(heavy)")
        let shift = abs((regular.minX + regular.maxX) - 127)
        // Triangles stand by their areas, symbols with a mark beside them by their bodies.
        #expect(shift <= 12, "\(name) stands \(shift / 2) pixels beside the middle")
    }

    @Test(arguments: names) func growsWithTheWeight(_ name: String) throws {
        let symbol = try #require(Self.library?[name])
        let weights: [Layout.FontWeight] = [.ultraLight, .light, .regular, .semibold, .black]
        let counts = try weights.map { ink(try draw(symbol, $0)).count }
        // A symbol that is mostly holes may lose to them what it wins at its edges.
        for (lighter, heavier) in zip(counts, counts.dropFirst()) {
            #expect(Double(heavier) >= Double(lighter) * 0.97, "\(name): \(counts)")
        }
    }

    /// Layers that overlap are no darker for it.
    @Test(arguments: names) func aTranslucentColourIsEven(_ name: String) throws {
        let symbol = try #require(Self.library?[name])
        let bitmap = try draw(symbol, .bold, color: Color.black.opacity(0.5))
        let darkest = stride(from: 3, to: bitmap.pixels.count, by: 4).map { bitmap.pixels[$0] }.max() ?? 0
        #expect((126...129).contains(darkest), "\(name): \(darkest)")
    }

    @Test func aSlashCutsAGap() throws {
        let library = try #require(Self.library)
        let (whole, cut) = (try #require(library["wifi"]), try #require(library["wifi.slash"]))
        // Beside the slash, where an arc of the whole symbol is, nothing is left.
        let (first, second) = (try draw(whole), try draw(cut))
        let gone = stride(from: 3, to: first.pixels.count, by: 4).count { first.pixels[$0] > 200 && second.pixels[$0] < 20 }
        #expect(gone > 100)
    }

    /// What is wrong with a file, and where.
    @Test(arguments: [
        ("", "a symbol is an SVG file, which begins with <svg>"), ("<html></html>", "a symbol is an SVG file, which begins with <svg>"),
        ("<svg><path d=\"M0 0h9\"/></svg>", "line 1: the <svg> has no viewBox"),
        (
            "<svg viewBox=\"0 0 24\"><path d=\"M0 0h9\"/></svg>",
            "line 1: the viewBox has four numbers: left, top, width and height, both at least 1 and all at most 10000"
        ),
        ("<svg viewBox=\"0 0 24 24\"></svg>", "nothing is drawn: a symbol needs a <path> with a fill or a stroke that is not white"),
        (
            "<svg viewBox=\"0 0 24 24\">\n<circle r=\"3\"/></svg>",
            "line 2: <circle> is not read: a symbol has <path> elements, in <g> or not; drawing programs turn other shapes into paths"
        ),
        (
            "<svg viewBox=\"0 0 24 24\">\n<g transform=\"scale(2)\"><path d=\"M0 0h9\"/></g></svg>",
            "line 2: the transform of <g> is not read: move the points themselves (in Inkscape, ungroup)"
        ),
        ("<svg viewBox=\"0 0 24 24\"><path/></svg>", "line 1: the <path> has no d"),
        (
            "<svg viewBox=\"0 0 24 24\"><path d=\"M0 0h9\" fill=\"url(#a)\"/></svg>",
            "line 1: a symbol has no gradients or patterns: white cuts out, any other colour draws"
        ),
        (
            "<svg viewBox=\"0 0 24 24\"><path d=\"M0 0h9\" stroke=\"red\" stroke-width=\"-1\"/></svg>",
            "line 1: stroke-width is a number from 0 to 10000, not '-1'"
        ),
        ("<svg viewBox=\"0 0 24 24\"><path d=\"M0 0h9\">", "<path> is not closed"),
        ("<svg viewBox=\"0 0 24 24\"><path d=\"M0", "line 1: the value of d has no closing quote"),
        ("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>", "line 1: a DOCTYPE with declarations of its own is not read"),
        (
            "<svg viewBox=\"0 0 1 999\"><path d=\"M0 0h9\"/></svg>",
            "line 1: a symbol is at most ten times as wide as high, or as high as wide"
        ),
    ]) func files(_ text: String, _ expected: String) {
        let error = #expect(throws: SymbolFault.self) { try SymbolFile.symbol(text) }
        #expect(error?.description == expected)
    }

    @Test func hostileFilesEnd() {
        let deep = "<svg viewBox=\"0 0 24 24\">" + String(repeating: "<g>", count: 5000)
        let many = "<svg viewBox=\"0 0 24 24\">" + String(repeating: "<path d=\"M0 0h9\"/>", count: 500) + "</svg>"
        let large = "<svg viewBox=\"0 0 24 24\">" + String(repeating: " ", count: 70_000) + "</svg>"
        for text in [deep, many, large] { #expect(throws: SymbolFault.self) { try SymbolFile.symbol(text) } }
    }

    /// A file in a user's folder adds a symbol, or takes the place of one.
    @Test func aUsersFolderAdds() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "subdial-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "symbols"), withIntermediateDirectories: true)
        let square = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><path d=\"M0 0h10v10H0z\"/></svg>"
        for name in ["mine", "play.fill"] { try Data(square.utf8).write(to: folder.appending(path: "symbols/\(name).svg")) }
        let library = try SymbolLibrary(ResourceFolder(path: resources.path, userPath: folder.path))
        #expect(library.names.count == Self.names.count + 1)
        #expect(ink(try draw(try #require(library["mine"]))).count == ink(try draw(try #require(library["play.fill"]))).count)
    }
}
