/// External text prepared for shaping: one paragraph of limited length that cannot reorder or cover adjacent content.
struct CleanText {
    /// The maximum number of scalars, far more than any widget shows.
    static let maximumLength = 4000
    /// The maximum number of combining marks per letter; no language stacks more, and more would reach into other lines.
    private static let maximumMarks = 6
    /// Separates lines within a paragraph.
    static let lineSeparator: UnicodeScalar = "\u{2028}"

    /// Stands for an object in a text.
    static let object: UnicodeScalar = "\u{FFFC}"

    let scalars: [UnicodeScalar]
    /// The index of the span of each scalar; empty for a text without spans.
    private let spans: [Int]

    init(_ text: String) {
        var cleaning = Cleaning()
        for scalar in text.unicodeScalars where cleaning.kept.count < Self.maximumLength { cleaning.add(scalar) }
        let lone = Self.lone(cleaning.kept)
        scalars = lone.isEmpty ? cleaning.kept : cleaning.kept.indices.filter { !lone.contains($0) }.map { cleaning.kept[$0] }
        spans = []
    }

    /// The texts of spans, one after the other; a span with an object is one scalar.
    init(_ parts: [TextSpan]) {
        var cleaning = Cleaning()
        var owners: [Int] = []
        for (index, part) in parts.enumerated() {
            if part.object != nil {
                cleaning.kept.append(Self.object)
            } else {
                for scalar in part.text.unicodeScalars where cleaning.kept.count < Self.maximumLength { cleaning.add(scalar) }
            }
            owners += repeatElement(index, count: cleaning.kept.count - owners.count)
        }
        let lone = Self.lone(cleaning.kept)
        let indices = cleaning.kept.indices.filter { !lone.contains($0) }
        scalars = indices.map { cleaning.kept[$0] }
        spans = indices.map { owners[$0] }
    }

    /// The scalars that are kept, one after the other.
    private struct Cleaning {
        var kept: [UnicodeScalar] = []
        private var marks = 0
        private var previous: UnicodeScalar = " "

        mutating func add(_ scalar: UnicodeScalar) {
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r":
                return
            case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
                kept.append(CleanText.lineSeparator)
            case "\t":
                kept.append(" ")
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FEFF}", "\u{FFF9}"..."\u{FFFC}":
                return
            default:
                marks = CleanText.isMark(scalar) ? marks + 1 : 0
                if marks <= CleanText.maximumMarks { kept.append(scalar) }
            }
        }
    }

    /// The ranges of UTF-8 bytes of the spans, in their order; a span without text has none.
    var spanRanges: [(span: Int, bytes: Range<Int>)] {
        var ranges: [(span: Int, bytes: Range<Int>)] = []
        var position = 0
        for (scalar, span) in zip(scalars, spans) {
            let end = position + UTF8.width(scalar)
            if let last = ranges.indices.last, ranges[last].span == span {
                ranges[last].bytes = ranges[last].bytes.lowerBound..<end
            } else {
                ranges.append((span, position..<end))
            }
            position = end
        }
        return ranges
    }

    /// The text.
    var string: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private init(scalars: [UnicodeScalar], spans: [Int]) {
        self.scalars = scalars
        self.spans = spans
    }

    /// The text up to the first line separator at or after a byte offset, with an ellipsis for the rest; nil if there is none.
    func cut(atLineSeparatorFrom byte: Int) -> CleanText? {
        var position = 0
        for (index, scalar) in scalars.enumerated() {
            if position >= byte, scalar == Self.lineSeparator {
                return CleanText(
                    scalars: scalars[..<index] + ["…"], spans: spans.isEmpty ? [] : spans[..<index] + [spans[max(0, index - 1)]])
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

    /// The indices of unpaired directional controls, which are removed, as an unclosed one would affect everything after it.
    private static func lone(_ scalars: [UnicodeScalar]) -> Set<Int> {
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
        return lone
    }
}
