public import Foundation
import SubdialBasics
internal import SubdialLayout

// MARK: Fonts

extension View {
    nonisolated public func font(_ font: Font?) -> some View { settingEnvironment { $0.text.font = font } }

    nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View {
        settingEnvironment { $0.text.changes.weight = weight.map { FontWeight($0) } }
    }

    nonisolated public func fontWidth(_ width: Font.Width?) -> some View {
        settingEnvironment { $0.text.changes.width = width.map { FontWidth($0) } }
    }

    nonisolated public func fontDesign(_ design: Font.Design?) -> some View {
        settingEnvironment { $0.text.changes.design = design.map { FontDesign($0) } }
    }

    nonisolated public func bold(_ isActive: Bool = true) -> some View { settingEnvironment { $0.text.changes.setBold(isActive) } }

    nonisolated public func italic(_ isActive: Bool = true) -> some View { settingEnvironment { $0.text.changes.isItalic = isActive } }

    nonisolated public func monospaced(_ isActive: Bool = true) -> some View {
        settingEnvironment { $0.text.changes.isMonospaced = isActive }
    }

    nonisolated public func monospacedDigit() -> some View { settingEnvironment { $0.text.changes.hasMonospacedDigits = true } }
}

// MARK: Lines and distances of glyphs

extension View {
    nonisolated public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View {
        settingEnvironment { $0.text.strikethrough = isActive ? Text.LineStyle(pattern: pattern, color: color) : nil }
    }

    nonisolated public func underline(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil) -> some View {
        settingEnvironment { $0.text.underline = isActive ? Text.LineStyle(pattern: pattern, color: color) : nil }
    }

    nonisolated public func kerning(_ kerning: CGFloat) -> some View { settingEnvironment { $0.text.kerning = kerning } }

    nonisolated public func tracking(_ tracking: CGFloat) -> some View { settingEnvironment { $0.text.tracking = tracking } }

    nonisolated public func baselineOffset(_ baselineOffset: CGFloat) -> some View {
        settingEnvironment { $0.text.baselineOffset = baselineOffset }
    }

    nonisolated public func textCase(_ textCase: Text.Case?) -> some View { settingEnvironment { $0.text.textCase = textCase } }

    nonisolated public func textScale(
        _ scale: Text.Scale, isEnabled: Bool = true, file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        settingEnvironment { if isEnabled { ($0.text.scale, $0.text.scalePlace) = (scale, SourcePlace(file, line)) } }
    }
}

// MARK: Paragraphs

extension View {
    nonisolated public func lineLimit(_ number: Int?) -> some View {
        settingEnvironment { ($0.text.lineLimit, $0.text.reservedLines) = (number, 0) }
    }

    nonisolated public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View {
        settingEnvironment { ($0.text.lineLimit, $0.text.reservedLines) = (nil, max(0, limit.lowerBound)) }
    }

    nonisolated public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { lineLimit(limit.upperBound) }

    nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View {
        settingEnvironment { ($0.text.lineLimit, $0.text.reservedLines) = (limit.upperBound, max(0, limit.lowerBound)) }
    }

    nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
        settingEnvironment { ($0.text.lineLimit, $0.text.reservedLines) = (limit, reservesSpace ? max(0, limit) : 0) }
    }

    nonisolated public func lineSpacing(_ lineSpacing: CGFloat) -> some View { settingEnvironment { $0.text.lineSpacing = lineSpacing } }

    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        settingEnvironment { $0.text.alignment = alignment }
    }

    nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View {
        settingEnvironment { $0.text.truncation = mode.truncation }
    }

    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View {
        settingEnvironment { $0.text.minimumScaleFactor = factor }
    }

    /// No effect in a picture: glyphs keep their distances.
    nonisolated public func allowsTightening(_ flag: Bool) -> some View { settingEnvironment { $0.text.allowsTightening = flag } }
}
