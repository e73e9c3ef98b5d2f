import FoundationEssentials
import SubdialDrawing
import SubdialLayout
import SubdialPlayback
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// Tests of symbol files: supported content, and the messages about the rest.
@Suite struct SymbolFileTests {
    private static func svg(_ content: String, box: String = "0 0 24 24") -> String { "<svg viewBox=\"\(box)\">\(content)</svg>" }

    private static let line = "d=\"M0 0h9\""

    private func layers(_ content: String) throws -> [String] {
        try SymbolFile.symbol(Self.svg(content)).layers.map { layer in
            let form =
                switch layer.form {
                case .fill(let outline, let isEvenOdd): "fill \(outline)\(isEvenOdd ? " even-odd" : "")"
                case .stroke(let width): "stroke \(width)"
                }
            return layer.isErased ? "cut \(form)" : form
        }
    }

    @Test(arguments: [
        ("<path \(line)/>", ["fill 0.0"]), ("<path \(line) fill=\"#123456\"/>", ["fill 0.0"]),
        ("<path \(line) fill=\"none\" stroke=\"currentColor\"/>", ["stroke 1.0"]),
        ("<path \(line) fill='none' stroke = 'red' stroke-width='2.5px'></path>", ["stroke 2.5"]),
        ("<path \(line) stroke=\"black\" stroke-width=\"2\" fill=\"black\"/>", ["fill 2.0"]),
        ("<path \(line) stroke=\"white\" stroke-width=\"2\"/>", ["fill 0.0", "cut stroke 2.0"]),
        ("<path \(line) stroke=\"black\" stroke-width=\"0\" fill=\"none\"/><path \(line)/>", ["fill 0.0"]),
        ("<path \(line)/><path \(line) fill=\"#FFF\"/>", ["fill 0.0", "cut fill 0.0"]),
        ("<path \(line)/><path \(line) fill=\"rgb(255, 255, 255)\" stroke=\"#ffffff\"/>", ["fill 0.0", "cut fill 1.0"]),
        ("<path \(line) fill-rule=\"evenodd\"/>", ["fill 0.0 even-odd"]),
        ("<path \(line) fill=\"none\"/><path d=\"\"/><path \(line)/>", ["fill 0.0"]),
        // Paths inherit attributes from their groups, and `style` takes precedence over attributes.
        (
            "<g fill=\"none\" stroke=\"red\" stroke-width=\"3\"><path \(line)/><g stroke-width=\"4\"><path \(line)/></g></g>",
            ["stroke 3.0", "stroke 4.0"]
        ),
        ("<g stroke=\"red\"><path \(line) stroke=\"none\"/></g><g/>", ["fill 0.0"]),
        ("<path \(line) fill=\"white\" style=\"fill: none; stroke:#000000 ;stroke-width:1.5\"/>", ["stroke 1.5"]),
        ("<g style=\"display:none\"><path \(line)/></g><path \(line)/>", ["fill 0.0"]),
        ("<path \(line) fill=\"inherit\"/>", ["fill 0.0"]),
        // Elements that are not drawn are ignored.
        ("<title>Two &lt; paths</title><desc><g><circle/></g></desc><path \(line)/><!-- <circle/> --><defs><style/></defs>", ["fill 0.0"]),
        ("<sodipodi:namedview showgrid=\"true\"><inkscape:grid/></sodipodi:namedview><path \(line)/>", ["fill 0.0"]),
        ("<![CDATA[<circle/>]]><path \(line)/>", ["fill 0.0"]),
    ])
    func understands(content: String, expected: [String]) throws {
        #expect(try layers(content) == expected)
    }

    /// A drawing as saved by Inkscape.
    @Test func aDrawingFromInkscape() throws {
        let symbol = try SymbolFile.symbol(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
            <!-- Created with a drawing program -->
            <svg
               width="22mm" height="22mm"
               viewBox="0 0,22 22"
               xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns="http://www.w3.org/2000/svg">
              <sodipodi:namedview id="namedview1" pagecolor="#ffffff"/>
              <defs id="defs1"/>
              <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
                <path style="fill:none;stroke:#000000;stroke-width:2;stroke-linecap:round" d="M 3,11 H 19" id="path1"/>
                <path style="fill:none;stroke:#ffffff;stroke-width:5" d="m 11,3 v 16" id="path2"/>
              </g>
            </svg>
            """)
        #expect(symbol.box == Rect(x: 0, y: 0, width: 22, height: 22))
        #expect(symbol.layers.map(\.isErased) == [false, true])
        #expect(symbol.layers.map(\.form) == [.stroke(2), .stroke(5)])
        #expect(symbol.layers.map(\.path) == [try SubdialDrawing.Path(svg: "M3 11H19"), try SubdialDrawing.Path(svg: "M11 3V19")])
    }

    private static let boxReason = "the viewBox has four numbers: left, top, width and height, both at least 1 and all at most 10000"
    private static let nothingReason = "nothing is drawn: a symbol needs a <path> with a fill or a stroke that is not white"
    private static let formatReason = "a symbol has <path> elements, in <g> or not; drawing programs turn other shapes into paths"

    /// The errors of a file with their locations.
    @Test(arguments: [
        ("", "a symbol is an SVG file, which begins with <svg>"), ("no tag", "a symbol is an SVG file, which begins with <svg>"),
        ("<html></html>", "a symbol is an SVG file, which begins with <svg>"),
        ("\u{0}\u{1}\u{FFFD}", "a symbol is an SVG file, which begins with <svg>"),
        ("</svg>", "a symbol is an SVG file, which begins with <svg>"),
        ("\n\n<svg><path \(line)/></svg>", "line 3: the <svg> has no viewBox"),
        (svg("<path \(line)/>", box: "0 0 24"), "line 1: \(boxReason)"),
        (svg("<path \(line)/>", box: "0 0 24 24 24"), "line 1: \(boxReason)"),
        (svg("<path \(line)/>", box: "0 0 0 24"), "line 1: \(boxReason)"),
        (svg("<path \(line)/>", box: "0 0 nan 24"), "line 1: \(boxReason)"),
        (svg("<path \(line)/>", box: "0 0 1e300 24"), "line 1: \(boxReason)"),
        (svg("<path \(line)/>", box: "a b c d"), "line 1: \(boxReason)"),
        (svg("<path \(line)/>", box: "0 0 1 999"), "line 1: a symbol is at most ten times as wide as high, or as high as wide"),
        (svg(""), nothingReason), ("<svg viewBox=\"0 0 24 24\"/>", nothingReason), (svg("<path \(line) fill=\"none\"/>"), nothingReason),
        (svg("<path \(line) fill=\"white\"/>"), nothingReason), (svg("<path d=\"\"/>"), nothingReason),
        (svg("<g style=\"display:none\"><path \(line)/></g>"), nothingReason),
        (svg("\n<circle r=\"3\"/>"), "line 2: <circle> is not read: \(formatReason)"),
        (svg("<text>a</text>"), "line 1: <text> is not read: \(formatReason)"),
        (svg("<style>*{}</style>"), "line 1: <style> is not read: \(formatReason)"),
        (svg("<use href=\"file:///etc/passwd\"/>"), "line 1: <use> is not read: \(formatReason)"),
        (svg("<image href=\"http://127.0.0.1/\"/>"), "line 1: <image> is not read: \(formatReason)"),
        (
            svg("\n<g transform=\"scale(2)\"><path \(line)/></g>"),
            "line 2: the transform of <g> is not read: move the points themselves (in Inkscape, ungroup)"
        ),
        (
            svg("<path transform=\"\" \(line)/>"),
            "line 1: the transform of <path> is not read: move the points themselves (in Inkscape, ungroup)"
        ),
        (svg("<path/>"), "line 1: the <path> has no d"),
        (svg("<path d=\"L1 1\"/>"), "line 1: path data must begin with M or m (character 0)"),
        (svg("<path d=\"M1\"/>"), "line 1: the command M needs a number at character 2 of the path data"),
        (svg("<path d=\"M0 0h1e99\"/>"), "line 1: the number at character 5 of the path data is out of range"),
        (svg("<path \(line) fill=\"url(#a)\"/>"), "line 1: a symbol has no gradients or patterns: white cuts out, any other colour draws"),
        (svg("<path \(line) stroke-width=\"-1\"/>"), "line 1: stroke-width is a number from 0 to 10000, not '-1'"),
        (svg("<path \(line) stroke-width=\"2mm\"/>"), "line 1: stroke-width is a number from 0 to 10000, not '2mm'"),
        (svg("<path \(line) stroke-width=\"nan\"/>"), "line 1: stroke-width is a number from 0 to 10000, not 'nan'"),
        ("<svg viewBox=\"0 0 24 24\"><path \(line)>", "<path> is not closed"), ("<svg viewBox=\"0 0 24 24\"><g>", "<g> is not closed"),
        (svg("<g></svg>"), "line 1: </svg> stands where <g> is open"),
        ("<svg viewBox=\"0 0 24 24\">\n<path d=\"M0\n1", "line 2: the value of d has no closing quote"),
        ("<svg viewBox=\"0 0 24 24\"", "line 1: <svg has no >"),
        ("<svg viewBox=24>", "line 1: the value of viewBox should stand in quotes"),
        ("<svg viewBox>", "line 1: the attribute viewBox of <svg> has no value"),
        ("<svg / >", "line 1: <svg> has a character that is no attribute"),
        ("< svg>", "line 1: a name should stand behind <"), ("<!-- no end", "line 1: the comment has no end"),
        ("<?xml", "line 1: the instruction has no end"), ("<![CDATA[", "line 1: the CDATA section has no end"),
        ("<!DOCTYPE svg", "line 1: the DOCTYPE has no end"),
        ("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>", "line 1: a DOCTYPE with declarations of its own is not read"),
    ])
    func refuses(text: String, expected: String) {
        let error = #expect(throws: SymbolFault.self) { try SymbolFile.symbol(text) }
        #expect(error?.description == expected)
    }

    /// Files at and beyond the limits.
    @Test func bounds() throws {
        func groups(_ count: Int) -> String {
            Self.svg(String(repeating: "<g>", count: count) + "<path \(Self.line)/>" + String(repeating: "</g>", count: count))
        }
        func paths(_ count: Int) -> String { Self.svg(String(repeating: "<path \(Self.line)/>", count: count)) }
        func padded(_ count: Int) -> String {
            let text = Self.svg("<path \(Self.line)/>")
            return text + String(repeating: "\n", count: count - text.utf8.count)
        }
        func message(_ text: String) -> String? { #expect(throws: SymbolFault.self) { try SymbolFile.symbol(text) }?.description }
        #expect(try SymbolFile.symbol(groups(31)).layers.count == 1)
        #expect(message(groups(32)) == "line 1: groups stand in each other at most 32 deep")
        #expect(try SymbolFile.symbol(paths(64)).layers.count == 64)
        #expect(message(paths(65)) == "line 1: a symbol has at most 64 paths")
        #expect(try SymbolFile.symbol(padded(65_536)).layers.count == 1)
        #expect(message(padded(65_537)) == "a symbol's file has at most 64 KiB")
        #expect(message("<svg viewBox=\"0 0 24 24\">" + String(repeating: "<desc>", count: 5000)) == "<desc> is not closed")
    }

    /// A file in a user's folder adds or replaces a symbol; the error message of an invalid one contains its path.
    @Test func aUsersFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "subdial-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "symbols"), withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: "symbols/\(name)"))
        }
        try write(Self.svg("<path d=\"M0 0h10v10H0z\"/>", box: "0 0 10 10"), "mine.svg")
        try write(Self.svg("<path d=\"M0 0h10v10H0z\"/>", box: "0 0 10 10"), "play.fill.svg")
        try write("not a symbol", "notes.txt")
        let both = ResourceFolder(path: resources.path, userPath: folder.path)
        let (library, shipped) = (SymbolLibrary(both), SymbolLibrary(resources))
        #expect(Set(library.names).symmetricDifference(shipped.names) == ["mine"])
        #expect(try library.symbol("play.fill")?.layers == library.symbol("mine")?.layers)
        #expect(try library.symbol("pause.fill")?.layers == shipped.symbol("pause.fill")?.layers)
        try write("<svg>", "broken.svg")
        let message = "\(folder.path)/symbols/broken.svg: line 1: the <svg> has no viewBox"
        #expect { try SymbolLibrary(both).check() } throws: { "\($0)" == message }

        // An invalid symbol is an error of the widgets that use it, measured or drawn as a placeholder, and of no other.
        let renderer = try WidgetRenderer(resources: both)
        let entry = try Entry(parsing: #"{ "date": "2026-01-08T20:15:04Z", "status": "playing", "track": { "title": "A" } }"#)
        let environment = WidgetEnvironment(
            family: .systemSmall, device: try renderer.catalog.device(DeviceCatalog.standard), now: entry.date)
        func draw(_ body: String) throws {
            let file = folder.appending(path: "widget.yaml").path
            try Data("body: \(body)".utf8).write(to: URL(filePath: file))
            try renderer.reload(keepsSymbols: true)
            _ = try renderer.picture(of: entry, template: .file(file), in: environment)
            _ = try WidgetCanvas(renderer).draw(renderer.layOut(entry, template: .file(file), in: environment))
        }
        try draw("{ Image: mine }")
        #expect { try draw("{ Image: broken }") } throws: { "\($0)" == message }
        #expect { try draw("{ Image: artwork, placeholder: broken }") } throws: { "\($0)" == message }
    }

    /// Only the regular part of a line width depends on the weight; the rest stays constant.
    @Test(arguments: [
        (SubdialLayout.FontWeight.regular, 22.0, 2.0, 2.0), (.regular, 22, 1.5, 1.5), (.regular, 22, 5, 5), (.black, 22, 2, 3.6),
        (.black, 22, 1, 1.8),
        (.black, 22, 5, 6.6), (.ultraLight, 22, 2, 0.6), (.ultraLight, 22, 1, 0.3), (.ultraLight, 22, 5, 3.6), (.black, 220, 20, 36),
        (.black, 11, 5, 5.8), (.bold, 22, 0, 0),
    ])
    func lineWidths(weight: SubdialLayout.FontWeight, height: Double, width: Double, expected: Double) {
        let line = SymbolLine(box: Rect(x: 3, y: 4, width: 50, height: height), weight: weight)
        #expect(abs(line.width(of: width) - expected) < 1e-9)
    }
}
