/// External text prepared for shaping: one paragraph of limited length that cannot reorder or cover adjacent content.
struct CleanText {
    /// The maximum number of scalars, far more than any widget shows.
    static let maximumLength = 4000
    /// The maximum number of combining marks per letter; no language stacks more, and more would reach into other lines.
    private static let maximumMarks = 6
    /// Separates lines within a paragraph.
    static let lineSeparator: UnicodeScalar = "\u{2028}"

    let scalars: [UnicodeScalar]

    init(_ text: String) {
        var kept: [UnicodeScalar] = []
        var marks = 0
        var previous: UnicodeScalar = " "
        for scalar in text.unicodeScalars {
            guard kept.count < Self.maximumLength else { break }
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r":
                continue
            case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
                kept.append(Self.lineSeparator)
            case "\t":
                kept.append(" ")
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FEFF}", "\u{FFF9}"..."\u{FFFC}":
                continue
            default:
                marks = Self.isMark(scalar) ? marks + 1 : 0
                if marks <= Self.maximumMarks { kept.append(scalar) }
            }
        }
        scalars = Self.balanced(kept)
    }

    /// The text.
    var string: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private init(scalars: [UnicodeScalar]) {
        self.scalars = scalars
    }

    /// The text up to the first line separator at or after a byte offset, with an ellipsis for the rest; nil if there is none.
    func cut(atLineSeparatorFrom byte: Int) -> CleanText? {
        var position = 0
        for (index, scalar) in scalars.enumerated() {
            if position >= byte, scalar == Self.lineSeparator {
                return CleanText(scalars: scalars[..<index] + ["…"])
            }
            position += UTF8.width(scalar)
        }
        return nil
    }

    private static func isMark(_ scalar: UnicodeScalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Removes unpaired directional controls, as an unclosed one would affect everything after it.
    private static func balanced(_ scalars: [UnicodeScalar]) -> [UnicodeScalar] {
        var open: [(index: Int, isIsolate: Bool)] = []
        var lone: Set<Int> = []
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\u{202A}", "\u{202B}", "\u{202D}", "\u{202E}": open.append((index, false))
            case "\u{2066}"..."\u{2068}": open.append((index, true))
            case "\u{202C}", "\u{2069}":
                if open.last?.isIsolate == (scalar == "\u{2069}") {
                    open.removeLast()
                } else {
                    lone.insert(index)
                }
            default: break
            }
        }
        lone.formUnion(open.map(\.index))
        guard !lone.isEmpty else { return scalars }
        return scalars.indices.filter { !lone.contains($0) }.map { scalars[$0] }
    }
}
