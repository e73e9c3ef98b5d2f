import SubdialAdoption
import SubdialTestSupport
import Testing

/// The symbols that Xcode generates of asset catalogs.
@Suite struct AssetSymbolsTests {
    private func symbols(_ sets: [String], namespaces: [String] = []) throws -> AssetSymbols {
        let fixture = ProjectFixture(emptyIn: try TemporaryFolder())
        for set in sets { try fixture.write("A.xcassets/\(set)/Contents.json", "{}") }
        for folder in namespaces { try fixture.write("A.xcassets/\(folder)/Contents.json", #"{"properties":{"provides-namespace":true}}"#) }
        return AssetSymbols(catalogs: [fixture.path("A.xcassets")])
    }

    @Test(arguments: [
        ("hero", "hero"), ("Hero Image", "hero"), ("image", "image"), ("URLIcon", "urlIcon"), ("URL", "url"),
        ("album_cover-2x", "albumCover2x"),
        ("2nd", "_2nd"), ("default", "`default`"), ("Ö-Zeichen", "ÖZeichen"), ("myIMAGE", "my"),
    ])
    func names(_ name: String, symbol: String) throws {
        let source = try symbols(["\(name).imageset"]).source(bundle: ".main", isPublic: false, hasExtensions: false)
        #expect(source.contains("    static let \(symbol) = ImageResource(name: \"\(name)\", bundle: resourceBundle)\n"), "\(source)")
    }

    @Test func theSourceHasColoursImagesAndNamespaces() throws {
        let found = try symbols(
            ["brandColor.colorset", "red.colorset", "Icons/star.imageset", "Group/moon.symbolset"], namespaces: ["Icons"])
        #expect(
            found.source(bundle: ".module", isPublic: true, hasExtensions: true) == """
                // Written by 'subdial widget': do not edit.
                import Foundation
                import SwiftUI

                private nonisolated let resourceBundle: Foundation.Bundle = .module

                nonisolated extension ColorResource {
                    public static let brand = ColorResource(name: "brandColor", bundle: resourceBundle)
                    public static let red = ColorResource(name: "red", bundle: resourceBundle)
                }

                nonisolated extension SwiftUI.Color {
                    public static var brand: SwiftUI.Color { SwiftUI.Color(ColorResource(name: "brandColor", bundle: resourceBundle)) }
                }

                nonisolated extension SwiftUI.ShapeStyle where Self == SwiftUI.Color {
                    public static var brand: SwiftUI.Color { SwiftUI.Color(ColorResource(name: "brandColor", bundle: resourceBundle)) }
                }

                nonisolated extension UIColor {
                    @_disfavoredOverload public static var brand: UIColor { UIColor(resource: ColorResource(name: "brandColor", bundle: resourceBundle)) }
                }

                nonisolated extension ImageResource {
                    public static let moon = ImageResource(name: "moon", bundle: resourceBundle)

                    public enum Icons {
                        public static let star = ImageResource(name: "Icons/star", bundle: resourceBundle)
                    }
                }

                nonisolated extension UIImage {
                    @_disfavoredOverload public static var moon: UIImage { UIImage(resource: ImageResource(name: "moon", bundle: resourceBundle)) }

                    public enum Icons {
                        @_disfavoredOverload public static var star: UIImage { UIImage(resource: ImageResource(name: "Icons/star", bundle: resourceBundle)) }
                    }
                }

                """)
    }

    @Test func theExtensionsAreAnOption() throws {
        let source = try symbols(["brand.colorset", "hero.imageset"]).source(bundle: ".main", isPublic: false, hasExtensions: false)
        let extensions = source.split(separator: "\n").filter { $0.hasPrefix("nonisolated extension") }
        #expect(extensions == ["nonisolated extension ColorResource {", "nonisolated extension ImageResource {"])
    }

    @Test func equalSymbolsAreWarnings() throws {
        let found = try symbols(["a b.imageset", "a-b.imageset", "AppIcon.appiconset"])
        #expect(found.isEmpty)
        #expect(found.warnings == ["the images a b, a-b have the same symbol: none is generated"])
    }

    @Test func namesAreEscaped() throws {
        let source = try symbols([#"a"\#u{7}\(x).imageset"#]).source(bundle: ".main", isPublic: false, hasExtensions: false)
        #expect(source.contains(#"(name: "a\"\u{7}\\(x)", bundle"#), "\(source)")
    }
}
