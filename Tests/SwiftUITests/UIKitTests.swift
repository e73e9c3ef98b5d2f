import Foundation
import SubdialCoreGraphics
import SubdialLayout
import SubdialUIKit
import Testing

@Suite("Colours, fonts and images of UIKit")
struct UIKitTests {
    static let hues: [(CGFloat, CGFloat, CGFloat, [CGFloat])] = [
        (0, 1, 1, [1, 0, 0]), (1.0 / 3, 1, 1, [0, 1, 0]), (2.0 / 3, 1, 1, [0, 0, 1]), (0.5, 1, 0.5, [0, 0.5, 0.5]),
        (0.1, 0, 0.7, [0.7, 0.7, 0.7]),
    ]

    @Test("Hue, saturation and brightness are converted both ways", arguments: hues)
    func hue(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, rgb: [CGFloat]) {
        let color = UIColor(hue: hue, saturation: saturation, brightness: brightness, alpha: 0.5)
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        #expect(color.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
        for (value, wanted) in zip([red, green, blue, alpha], rgb + [0.5]) { #expect(abs(value - wanted) < 1e-9) }
        var (h, s, b): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        color.getHue(&h, saturation: &s, brightness: &b, alpha: nil)
        if saturation > 0 { #expect(abs(h - hue) < 1e-9) }
        #expect(abs(s - saturation) < 1e-9 && abs(b - brightness) < 1e-9)
    }

    @Test("A dynamic colour is asked for each look, and changes with its opacity in all of them")
    func dynamic() {
        let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .systemRed }.withAlphaComponent(0.5)
        let dark = color.variants.components(.dark, highContrast: false)
        #expect(dark.red == 1 && dark.green == 1 && dark.alpha == 0.5)
        #expect(color.variants.components(.light, highContrast: true).red == 1)
        #expect(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark)).colorName.name == "#FFFFFF80")
    }

    @Test("A hue of the system is that of the theme, also with an opacity")
    func system() {
        #expect(UIColor.systemBlue.colorName == ColorName("blue"))
        #expect(UIColor.systemBlue.withAlphaComponent(0.5).colorName == ColorName("blue", opacity: 0.5))
        #expect(UIColor.secondaryLabel.colorName.name == "secondaryLabel")
        #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1) == UIColor.red)
    }

    // Apple's Human Interface Guidelines: the sizes at the type size Large.
    @Test(
        "Fonts of styles have the published sizes",
        arguments: [(UIFont.TextStyle.largeTitle, 34.0), (.body, 17), (.caption1, 12), (.caption2, 11)])
    func styles(style: UIFont.TextStyle, size: Double) { #expect(Double(UIFont.preferredFont(forTextStyle: style).pointSize) == size) }

    // San Francisco at 17 points: a line of 20.287.
    @Test("Measures of a font are those of San Francisco")
    func measures() { #expect(abs(UIFont.systemFont(ofSize: 17).lineHeight - 20.287) < 0.01) }

    @Test("A descriptor changes the design and the traits of a font")
    func descriptors() throws {
        let rounded = try #require(UIFont.systemFont(ofSize: 20, weight: .bold).fontDescriptor.withDesign(.rounded))
        let font = UIFont(descriptor: rounded, size: 0)
        #expect(font.pointSize == 20 && font.design == .rounded && font.weight == .bold)
        let italic = try #require(font.fontDescriptor.withSymbolicTraits(.traitItalic))
        #expect(UIFont(descriptor: italic, size: 12).isItalic && italic.symbolicTraits == .traitItalic)
    }

    @Test("A watch is that of 45 mm, and nothing moves in a picture")
    @MainActor
    func devices() {
        #expect(WKInterfaceDevice.current().screenBounds.size == CGSize(width: 198, height: 242))
        #expect(WKInterfaceDevice.current() === WKInterfaceDevice.current())
        UIView.setAnimationsEnabled(true)
        #expect(!UIView.areAnimationsEnabled)
    }

    @Test("An image has its bytes and its size in points")
    func image() throws {
        let bytes = Data(PictureHeaderTests.png(90, 60))
        let image = try #require(UIImage(data: bytes, scale: 3))
        #expect(image.size == CGSize(width: 30, height: 20))
        #expect(image.pngData() == bytes && image.jpegData(compressionQuality: 1) == nil)
        #expect(image.cgImage?.width == 90)
        #expect(image.preparingThumbnail(of: CGSize(width: 15, height: 15))?.size == CGSize(width: 15, height: 10))
        #expect(UIImage(data: Data([1, 2, 3])) == nil)
    }

    // Apple: `applying` gives a configuration, and `applyingSymbolConfiguration` puts one on top of the image's.
    @Test("A configuration that is applied to another one changes neither")
    func symbolConfigurations() {
        let size = UIImage.SymbolConfiguration(pointSize: 30)
        let both = size.applying(UIImage.SymbolConfiguration(paletteColors: [.red]))
        #expect(size.colors.isEmpty && both.colors.count == 1 && both.pointSize == 30)
        let image = UIImage(systemName: "star", withConfiguration: size)
        let colored = image?.applyingSymbolConfiguration(UIImage.SymbolConfiguration(paletteColors: [.red]))
        #expect(colored?.size == image?.size && image?.size != UIImage(systemName: "star")?.size)
    }
}
