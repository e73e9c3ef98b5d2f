public import Foundation
internal import SubdialLayout

/// A change of a text or of its runs.
enum TextChange: Equatable, Sendable {
    case font(Font?)
    case weight(FontWeight?)
    case width(FontWidth?)
    case design(FontDesign?)
    case bold(Bool)
    case italic(Bool)
    case monospaced(Bool)
    case monospacedDigit
    case underline(Text.LineStyle?)
    case strikethrough(Text.LineStyle?)
    case kerning(Double)
    case tracking(Double)
    case baselineOffset(Double)
    case color(Color?)
    case style(Style)
    case scale(Text.Scale, SourcePlace)

    /// A fill; two are equal if they are the same in the default look.
    struct Style: Equatable, Sendable {
        let style: AnyShapeStyle

        static func == (first: Style, second: Style) -> Bool {
            first.style.paint(in: EnvironmentValues()) == second.style.paint(in: EnvironmentValues())
        }
    }

    func apply(to text: inout TextEnvironment) {
        switch self {
        case .font(let font): text.font = font ?? text.font
        case .weight(let weight): text.changes.weight = weight
        case .width(let width): text.changes.width = width
        case .design(let design): text.changes.design = design
        case .bold(let isActive): text.changes.setBold(isActive)
        case .italic(let isActive): text.changes.isItalic = isActive
        case .monospaced(let isActive): text.changes.isMonospaced = isActive
        case .monospacedDigit: text.changes.hasMonospacedDigits = true
        case .underline(let line): text.underline = line
        case .strikethrough(let line): text.strikethrough = line
        case .kerning(let distance): text.kerning = distance
        case .tracking(let distance): text.tracking = distance
        case .baselineOffset(let offset): text.baselineOffset = offset
        case .color(let color): if let color { text.style = AnyShapeStyle(color) }
        case .style(let style): text.style = style.style
        case .scale(let scale, let place): (text.scale, text.scalePlace) = (scale, place)
        }
    }
}

extension Text {
    public func font(_ font: Font?) -> Text { changed(.font(font)) }

    public func fontWeight(_ weight: Font.Weight?) -> Text { changed(.weight(weight.map { FontWeight($0) })) }

    public func fontWidth(_ width: Font.Width?) -> Text { changed(.width(width.map { FontWidth($0) })) }

    public func fontDesign(_ design: Font.Design?) -> Text { changed(.design(design.map { FontDesign($0) })) }

    public func bold() -> Text { changed(.bold(true)) }

    public func bold(_ isActive: Bool) -> Text { changed(.bold(isActive)) }

    public func italic() -> Text { changed(.italic(true)) }

    public func italic(_ isActive: Bool) -> Text { changed(.italic(isActive)) }

    public func monospaced(_ isActive: Bool = true) -> Text { changed(.monospaced(isActive)) }

    public func monospacedDigit() -> Text { changed(.monospacedDigit) }

    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
        strikethrough(isActive, pattern: .solid, color: color)
    }

    public func strikethrough(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern, color: Color? = nil) -> Text {
        changed(.strikethrough(isActive ? LineStyle(pattern: pattern, color: color) : nil))
    }

    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { underline(isActive, pattern: .solid, color: color) }

    public func underline(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern, color: Color? = nil) -> Text {
        changed(.underline(isActive ? LineStyle(pattern: pattern, color: color) : nil))
    }

    public func kerning(_ kerning: CGFloat) -> Text { changed(.kerning(kerning)) }

    public func tracking(_ tracking: CGFloat) -> Text { changed(.tracking(tracking)) }

    public func baselineOffset(_ baselineOffset: CGFloat) -> Text { changed(.baselineOffset(baselineOffset)) }

    public func foregroundColor(_ color: Color?) -> Text { changed(.color(color)) }

    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { changed(.style(.init(style: AnyShapeStyle(style)))) }

    public func textScale(
        _ scale: Text.Scale, isEnabled: Bool = true, file: StaticString = #fileID, line: UInt = #line
    ) -> Text { isEnabled ? changed(.scale(scale, SourcePlace(file, line))) : self }
}
