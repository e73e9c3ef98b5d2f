import Foundation
import SubdialLayout
import SubdialUIKit
import Testing

@Suite("Asset catalogs")
struct AssetCatalogTests {
    private typealias Header = PictureHeaderTests

    @Test("The picture of the nearest scale has its size in points")
    func scales() throws {
        let catalog = try TemporaryCatalog { catalog in
            try catalog.add(
                "scales-a.imageset",
                "{'images':[{'idiom':'universal','scale':'1x','filename':'a.png'},{'idiom':'universal','scale':'2x','filename':'b.png'},"
                    + "{'idiom':'universal','scale':'3x'}]}",
                files: ["a.png": Header.png(20, 10), "b.png": Header.png(42, 20)])
        }
        defer { withExtendedLifetime(catalog) {} }
        for (scale, size) in [(1.0, Size(20, 10)), (2, Size(21, 10)), (3, Size(21, 10))] {
            let image = try #require(AssetLibrary.image(named: "scales-a", bundle: nil, AssetTraits(scale: scale)))
            #expect(image.picture.size == size)
            #expect(image.dependsOnScale)
        }
    }

    @Test("Where a file is missing, the next best one stands in; a set of which nothing can be read says why")
    func missingFiles() throws {
        let catalog = try TemporaryCatalog { catalog in
            try catalog.add(
                "missing-a.imageset",
                "{'images':[{'scale':'2x','filename':'b.png'},{'scale':'3x','filename':'gone.png'}]}", files: ["b.png": Header.png(42, 20)])
            try catalog.add("missing-b.imageset", "{'images':[{'scale':'3x','filename':'gone.png'}]}")
            try catalog.add("missing-c.colorset", "{'colors':[")
        }
        defer { withExtendedLifetime(catalog) {} }
        #expect(AssetLibrary.image(named: "missing-a", bundle: nil, AssetTraits(scale: 3))?.picture.size == Size(21, 10))
        #expect(AssetLibrary.image(named: "missing-b", bundle: nil) == nil)
        func problem(_ name: String) -> String? { AssetLibrary.problem(named: name, ["imageset", "colorset"], in: nil) }
        #expect(problem("missing-b") == "nothing that 'missing-b.imageset/Contents.json' names can be read")
        #expect(problem("missing-c") == "'missing-c.colorset/Contents.json' cannot be read")
        #expect(problem("missing-d") == nil)
    }

    @Test("A dark variant, an intent, slices and a device are read")
    func variants() throws {
        let catalog = try TemporaryCatalog { catalog in
            try catalog.add(
                "variants-a.imageset",
                """
                {'images':[
                  {'idiom':'universal','filename':'light.png','scale':'2x','resizing':{'mode':'9-part','center':{'mode':'tile','width':1,'height':1},
                   'cap-insets':{'top':4,'left':6,'bottom':8,'right':10}}},
                  {'idiom':'universal','filename':'dark.png','scale':'2x','appearances':[{'appearance':'luminosity','value':'dark'}]},
                  {'idiom':'ipad','filename':'pad.png','scale':'2x'}],
                 'properties':{'template-rendering-intent':'template'}}
                """,
                files: ["light.png": Header.png(20, 20), "dark.png": Header.png(22, 22), "pad.png": Header.png(80, 80)])
        }
        defer { withExtendedLifetime(catalog) {} }
        let image = try #require(AssetLibrary.image(named: "variants-a", bundle: nil))
        #expect(image.picture.size == Size(10, 10))
        #expect(image.picture.dark?.bytes == Header.png(22, 22))
        #expect(image.isTemplate == true)
        #expect(image.slices == PictureContent.Resizing(capInsets: Insets(top: 2, leading: 3, bottom: 4, trailing: 5), mode: .tile))
        let pad = try #require(AssetLibrary.image(named: "variants-a", bundle: nil, AssetTraits(idiom: "ipad", scale: 2)))
        #expect(pad.picture.size == Size(40, 40))
    }

    @Test("Names in a folder with a namespace begin with the folder's, those in another folder do not")
    func namespaces() throws {
        let catalog = try TemporaryCatalog { catalog in
            let contents = "{'images':[{'idiom':'universal','filename':'a.png'}]}"
            try catalog.add("Icons", "{'properties':{'provides-namespace':true}}")
            try catalog.add("Icons/namespaced-a.imageset", contents, files: ["a.png": Header.png(4, 4)])
            try catalog.add("Plain/namespaced-b.imageset", contents, files: ["a.png": Header.png(5, 5)])
        }
        defer { withExtendedLifetime(catalog) {} }
        #expect(AssetLibrary.image(named: "Icons/namespaced-a", bundle: nil)?.picture.size == Size(4, 4))
        #expect(AssetLibrary.image(named: "namespaced-a", bundle: nil) == nil)
        #expect(AssetLibrary.image(named: "namespaced-b", bundle: nil)?.picture.size == Size(5, 5))
    }

    @Test("A file beside the catalogs is a picture too")
    func loose() throws {
        let catalog = try TemporaryCatalog { catalog in
            try Data(Header.png(30, 60)).write(to: catalog.folder.appendingPathComponent("loose-a@3x.png"))
        }
        defer { withExtendedLifetime(catalog) {} }
        #expect(AssetLibrary.image(named: "loose-a", bundle: nil)?.picture.size == Size(10, 20))
        #expect(AssetLibrary.image(named: "../loose-a", bundle: nil) == nil)
    }

    static let colors: [(String, [Double])] = [
        ("'color-space':'srgb','components':{'red':'0.500','green':'1.000','blue':'0.000','alpha':'0.250'}", [0.5, 1, 0, 0.25]),
        ("'color-space':'srgb','components':{'red':'255','green':'51','blue':'0','alpha':'1'}", [1, 0.2, 0, 1]),
        ("'color-space':'srgb','components':{'red':'0xFF','green':'0x33','blue':'0x00','alpha':'1.000'}", [1, 0.2, 0, 1]),
        ("'color-space':'gray-gamma-22','components':{'white':'0.250','alpha':'1.000'}", [0.25, 0.25, 0.25, 1]),
        (
            "'color-space':'extended-linear-srgb','components':{'red':'1.000','green':'0.214','blue':'0.000','alpha':'1.000'}",
            [1, 0.5, 0, 1]
        ),
        // The red of Display P3 in extended sRGB, by the primaries of both (SMPTE EG 432-1, IEC 61966-2-1).
        (
            "'color-space':'display-p3','components':{'red':'1.000','green':'0.000','blue':'0.000','alpha':'1.000'}",
            [1.0931, -0.2267, -0.1501, 1]
        ),
        ("'platform':'universal','reference':'labelColor'", [0, 0, 0, 1]),
    ]

    @Test("All forms of components and all colour spaces are read", arguments: colors)
    func color(json: String, values: [Double]) throws {
        let catalog = try TemporaryCatalog { catalog in
            try catalog.add("color-a.colorset", "{'colors':[{'idiom':'universal','color':{\(json)}}]}")
        }
        defer { withExtendedLifetime(catalog) {} }
        AssetLibrary.removeAll()
        let color = try #require(UIColor(named: "color-a", in: Bundle(path: catalog.folder.path), compatibleWith: nil))
        let found = color.variants.components(.light, highContrast: false)
        for (value, wanted) in zip([found.red, found.green, found.blue, found.alpha], values) { #expect(abs(value - wanted) < 0.001) }
    }

    @Test("A colour has a variant for the dark and for a high contrast")
    func colorVariants() throws {
        let catalog = try TemporaryCatalog { catalog in
            func entry(_ white: String, _ appearances: String) -> String {
                "{'idiom':'universal'\(appearances),'color':{'color-space':'srgb','components':{'red':'\(white)','green':'0.0','blue':'0.0','alpha':'1.0'}}}"
            }
            let dark = "{'appearance':'luminosity','value':'dark'}"
            let high = "{'appearance':'contrast','value':'high'}"
            try catalog.add(
                "variants-c.colorset",
                "{'colors':[\(entry("0.1", "")),\(entry("0.2", ",'appearances':[\(dark)]")),\(entry("0.3", ",'appearances':[\(high)]")),"
                    + "\(entry("0.4", ",'appearances':[\(dark),\(high)]"))]}")
        }
        defer { withExtendedLifetime(catalog) {} }
        let color = try #require(AssetLibrary.color("variants-c", in: nil))
        #expect(color.components(.light, highContrast: false).red == 0.1)
        #expect(color.components(.dark, highContrast: false).red == 0.2)
        #expect(color.components(.light, highContrast: true).red == 0.3)
        #expect(color.components(.dark, highContrast: true).red == 0.4)
    }

    @Test("A data set gives its bytes; sets that are damaged give nothing")
    func others() throws {
        let catalog = try TemporaryCatalog { catalog in
            try catalog.add(
                "data-a.dataset", "{'data':[{'filename':'a.json','universal-type-identifier':'public.json'}]}", files: ["a.json": [1, 2]])
            try catalog.add("broken-a.imageset", "{'images':[", files: [:])
            try catalog.add("escaping-a.imageset", "{'images':[{'filename':'../data-a.dataset/a.json'}]}")
        }
        defer { withExtendedLifetime(catalog) {} }
        let data = try #require(NSDataAsset(name: "data-a"))
        #expect(data.data == Data([1, 2]))
        #expect(data.typeIdentifier == "public.json")
        #expect(AssetLibrary.image(named: "broken-a", bundle: nil) == nil)
        #expect(AssetLibrary.image(named: "escaping-a", bundle: nil) == nil)
    }

    /// A template as SF Symbols exports it: guides, and groups of weights.
    static let symbol = """
        <svg><style>.x {fill:none}</style><g id="Guides"><line id="Baseline-M" x1="0" x2="9" y1="1126" y2="1126"/>
        <line id="Capline-M" x1="0" x2="9" y1="1055.54" y2="1055.54"/><line id="left-margin-Regular-M" x1="1000" x2="1000"/>
        <line id="right-margin-Regular-M" x1="1080" x2="1080"/></g><g id="Symbols"><g id="Regular-M" transform="matrix(1 0 0 1 1000 1126)">
        <path class="x" d="M10-60h60v60h-60z"/></g><g id="Bold-M" transform="matrix(1 0 0 1 1000 1126)"><path d="M10-60h60v60h-60z"/></g></g></svg>
        """

    @Test("A symbol of a template is as wide as its margins, and centred on the capitals")
    func symbols() throws {
        let catalog = try TemporaryCatalog { catalog in
            try catalog.add(
                "symbol-a.symbolset", "{'symbols':[{'idiom':'universal','filename':'s.svg'}]}", files: ["s.svg": Array(Self.symbol.utf8)])
        }
        defer { withExtendedLifetime(catalog) {} }
        let symbol = try #require(AssetLibrary.symbol(named: "symbol-a", bundle: nil))
        let glyph = try #require(symbol.glyph(.regular))
        #expect(abs(glyph.size.width - 0.8) < 1e-9)
        #expect(abs(glyph.size.height - 1.25 * 0.70459) < 1e-9)
        #expect(abs(glyph.baseline - 1.125 * 0.70459) < 1e-9)
        let markup = String(decoding: glyph.source.bytes, as: UTF8.self)
        #expect(markup.contains("viewBox=\"1000.0 ") && markup.contains("<path") && !markup.contains("<style"))
        #expect(symbol.glyph(.light) == glyph)
        #expect(symbol.glyph(.bold) != glyph)
    }
}
