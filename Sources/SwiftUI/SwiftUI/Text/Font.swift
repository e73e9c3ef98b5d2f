public import Foundation
import SubdialBasics
package import SubdialLayout

/// A font: a text style, a size, or a font of the user's, with its deviations.
public struct Font: Hashable, Sendable {
    enum Base: Hashable, Sendable {
        case style(TextStyle)
        case size(Double)
        /// A font of a name; `relativeTo` is the style with which it grows, nil for a fixed size.
        case custom(String, size: Double, relativeTo: TextStyle?)
    }

    /// The text styles of the platform.
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    /// The design of the typeface.
    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }

    /// The distance between lines.
    public enum Leading: Hashable, Sendable {
        case standard, tight, loose
    }

    /// The weight of the strokes.
    public struct Weight: Hashable, Sendable {
        let value: Double

        public static let ultraLight = Weight(value: -0.8)
        public static let thin = Weight(value: -0.6)
        public static let light = Weight(value: -0.4)
        public static let regular = Weight(value: 0)
        public static let medium = Weight(value: 0.23)
        public static let semibold = Weight(value: 0.3)
        public static let bold = Weight(value: 0.4)
        public static let heavy = Weight(value: 0.56)
        public static let black = Weight(value: 0.62)
    }

    /// The width of the glyphs.
    public struct Width: Hashable, Sendable {
        /// The width: 0 for the standard.
        public var value: CGFloat

        public static let compressed = Width(-0.3)
        public static let condensed = Width(-0.2)
        public static let standard = Width(0)
        public static let expanded = Width(0.2)

        public init(_ value: CGFloat) { self.value = value }
    }

    private let base: Base
    private var changes = FontChanges()
    private var leading = Leading.standard
    private var hasSmallCaps = false
    /// The place that asks for small capitals in place of capitals; nil if none does.
    private var uppercaseSmallCaps: SourcePlace?
    /// What cannot be drawn, in words, and where it is asked for.
    var unsupported: (message: String, place: SourcePlace)? {
        uppercaseSmallCaps.map { ("Font.uppercaseSmallCaps(): capitals stay as they are", $0) }
    }

    private init(_ base: Base, _ design: Design? = nil, _ weight: Weight? = nil) {
        self.base = base
        changes.design = design.map { FontDesign($0) }
        changes.weight = weight.map { FontWeight($0) }
    }

    public static let largeTitle = Font(.style(.largeTitle))
    public static let title = Font(.style(.title))
    public static let title2 = Font(.style(.title2))
    public static let title3 = Font(.style(.title3))
    public static let headline = Font(.style(.headline))
    public static let subheadline = Font(.style(.subheadline))
    public static let body = Font(.style(.body))
    public static let callout = Font(.style(.callout))
    public static let footnote = Font(.style(.footnote))
    public static let caption = Font(.style(.caption))
    public static let caption2 = Font(.style(.caption2))

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(.style(style), design, weight)
    }

    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font { Font(.size(size), design, weight) }

    /// A font of the user's, which grows as the body text does.
    ///
    /// A PostScript name such as `Avenir-Heavy` gives the family and the weight.
    public static func custom(_ name: String, size: CGFloat) -> Font { Font(.custom(name, size: size, relativeTo: .body)) }

    public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font {
        Font(.custom(name, size: size, relativeTo: textStyle))
    }

    public static func custom(_ name: String, fixedSize: CGFloat) -> Font { Font(.custom(name, size: fixedSize, relativeTo: nil)) }

    public func weight(_ weight: Weight) -> Font { changed { $0.changes.weight = FontWeight(weight) } }

    public func width(_ width: Width) -> Font { changed { $0.changes.width = FontWidth(width) } }

    public func width(_ width: CGFloat) -> Font { self.width(Width(width)) }

    public func bold() -> Font { weight(.bold) }

    public func bold(_ isActive: Bool) -> Font { changed { $0.changes.setBold(isActive) } }

    public func italic() -> Font { italic(true) }

    public func italic(_ isActive: Bool) -> Font { changed { $0.changes.isItalic = isActive } }

    public func monospaced() -> Font { monospaced(true) }

    public func monospaced(_ isActive: Bool) -> Font { changed { $0.changes.isMonospaced = isActive } }

    public func monospacedDigit() -> Font { changed { $0.changes.hasMonospacedDigits = true } }

    public func smallCaps(file: StaticString = #fileID, line: UInt = #line) -> Font {
        changed { ($0.hasSmallCaps, $0.uppercaseSmallCaps) = (true, SourcePlace(file, line)) }
    }

    public func lowercaseSmallCaps() -> Font { changed { $0.hasSmallCaps = true } }

    /// Warns in a picture: capitals stay as they are.
    public func uppercaseSmallCaps(file: StaticString = #fileID, line: UInt = #line) -> Font {
        changed { $0.uppercaseSmallCaps = SourcePlace(file, line) }
    }

    public func leading(_ leading: Leading) -> Font { changed { $0.leading = leading } }

    private func changed(_ change: (inout Font) -> Void) -> Font {
        var font = self
        change(&font)
        return font
    }

    /// The font for the layout: this one, with what the environment's modifiers such as `fontWeight` have set.
    package func resolved(in environment: EnvironmentValues) -> SubdialLayout.Font {
        environment.text.changes.applied(to: resolved).sized(in: environment)
    }

    /// The font for the layout without modifiers from elsewhere.
    var resolved: SubdialLayout.Font {
        var font: SubdialLayout.Font
        switch base {
        case .style(let style): font = SubdialLayout.Font(.style(SubdialLayout.TextStyle(style)))
        case .size(let size): font = SubdialLayout.Font(.size(size))
        case .custom(let name, let size, let style):
            font = SubdialLayout.Font(style.map { .scaled(size, with: SubdialLayout.TextStyle($0)) } ?? .size(size))
            let name = FontName(name)
            font.family = name.family
            font.weight = name.weight
            font.isItalic = name.isItalic
        }
        font.hasSmallCaps = hasSmallCaps
        font.leading =
            switch leading {
            case .standard: .standard
            case .tight: .tight
            case .loose: .loose
            }
        return changes.applied(to: font)
    }
}

extension SubdialLayout.TextStyle {
    init(_ style: Font.TextStyle) {
        self =
            switch style {
            case .largeTitle: .largeTitle
            case .title: .title
            case .title2: .title2
            case .title3: .title3
            case .headline: .headline
            case .subheadline: .subheadline
            case .body: .body
            case .callout: .callout
            case .footnote: .footnote
            case .caption: .caption
            case .caption2: .caption2
            }
    }
}

extension FontWeight {
    /// The nearest weight that fonts have.
    init(_ weight: Font.Weight) {
        let known: [(FontWeight, Font.Weight)] = [
            (.regular, .regular), (.ultraLight, .ultraLight), (.thin, .thin), (.light, .light), (.medium, .medium), (.semibold, .semibold),
            (.bold, .bold), (.heavy, .heavy), (.black, .black),
        ]
        self = known.min { abs($0.1.value - weight.value) < abs($1.1.value - weight.value) }?.0 ?? .regular
    }
}

extension FontWidth {
    /// The nearest width that fonts have.
    init(_ width: Font.Width) {
        switch width.value {
        case ..<(-0.25): self = .compressed
        case ..<(-0.1): self = .condensed
        case 0.1...: self = .expanded
        default: self = .standard
        }
    }
}

extension FontDesign {
    init(_ design: Font.Design) {
        self =
            switch design {
            case .default: .default
            case .serif: .serif
            case .rounded: .rounded
            case .monospaced: .monospaced
            }
    }
}

/// The parts of a font's PostScript name: `Avenir-HeavyOblique` is heavy, slanted Avenir.
struct FontName {
    private(set) var family: String
    private(set) var weight: FontWeight?
    private(set) var isItalic = false

    init(_ name: String) {
        family = name
        guard let dash = name.lastIndex(of: "-") else { return }
        var style = name[name.index(after: dash)...].lowercased()
        for slant in ["italic", "oblique", "it"] where style.hasSuffix(slant) {
            isItalic = true
            style.removeLast(slant.count)
            break
        }
        let weights: [String: FontWeight] = [
            "": .regular, "regular": .regular, "roman": .regular, "book": .regular, "ultralight": .ultraLight, "extralight": .ultraLight,
            "thin": .thin, "light": .light, "medium": .medium, "semibold": .semibold, "demibold": .semibold, "bold": .bold,
            "extrabold": .heavy, "heavy": .heavy, "black": .black,
        ]
        guard let known = weights[style] else {
            // The dash belongs to the family.
            isItalic = false
            return
        }
        weight = known
        family = String(name[..<dash])
    }
}
