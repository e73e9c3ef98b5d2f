import SubdialBasics
import SubdialCPango

/// Owns the Pango attributes of a text with a style and a language.
final class TextAttributes {
    let pointer: OpaquePointer?

    init(_ text: CleanText, style: FontStyle, features: String, language: String?, spans: [TextSpan] = []) {
        pointer = pango_attr_list_new()
        if !features.isEmpty {
            insert(pango_attr_font_features_new(features), over: nil)
        }
        // A word that is longer than its line ends anywhere, without a hyphen. Only a soft hyphen is shown.
        if !text.scalars.contains("\u{AD}") { insert(pango_attr_insert_hyphens_new(0), over: nil) }
        let tracking = Self.tracking(style)
        let ranges = spans.isEmpty ? [] : text.spanRanges
        for run in ScriptRun.runs(in: text.scalars) {
            for (index, bytes) in ranges where spans[index].object == nil && bytes.overlaps(run.bytes) {
                let span = spans[index]
                // Joined letters stay so.
                let spacing = (run.kind == .alphabetic ? Self.tracking(span.style) : 0) + (run.kind == .arabic ? 0 : Self.spacing(span))
                guard spacing != 0 else { continue }
                insert(
                    pango_attr_letter_spacing_new(Int32(saturating: (spacing * Double(PANGO_SCALE)).rounded())),
                    over: bytes.clamped(to: run.bytes))
            }
            if run.kind == .alphabetic, tracking != 0, spans.isEmpty {
                insert(pango_attr_letter_spacing_new(Int32(saturating: (tracking * Double(PANGO_SCALE)).rounded())), over: run.bytes)
            }
            if let language = Self.language(of: run.kind, in: language) {
                insert(pango_attr_language_new(pango_language_from_string(language)), over: run.bytes)
            }
        }
    }

    /// The attributes of spans, with the fonts of those that differ from the style of the whole.
    ///
    /// The colour of a span is its number, so that Pango divides the glyphs where a span ends.
    convenience init(
        _ text: CleanText, style: FontStyle, spans: [TextSpan], features: String, language: String?, font: (FontStyle) -> ResolvedFont?
    ) {
        self.init(text, style: style, features: spans.isEmpty ? features : "", language: language, spans: spans)
        guard !spans.isEmpty else { return }
        for (index, bytes) in text.spanRanges {
            let span = spans[index]
            let number = UInt16(truncatingIfNeeded: index)
            insert(pango_attr_foreground_new(number, UInt16(truncatingIfNeeded: index >> 16), 0), over: bytes)
            let resolved = font(span.style)
            if span.style != style, let resolved { insert(pango_attr_font_desc_new(resolved.description), over: bytes) }
            if let resolved, !resolved.features.isEmpty { insert(pango_attr_font_features_new(resolved.features), over: bytes) }
            if let object = span.object {
                func units(_ points: Double) -> Int32 { Int32(saturating: (points * Double(PANGO_SCALE)).rounded()) }
                var box = PangoRectangle(x: 0, y: units(-object.baseline), width: units(object.width), height: units(object.height))
                insert(pango_attr_shape_new(&box, &box), over: bytes)
            }
        }
    }

    deinit {
        pango_attr_list_unref(pointer)
    }

    /// The distance after each letter of a span.
    static func spacing(_ span: TextSpan) -> Double {
        span.spacing.isFinite ? min(max(span.spacing, -100), 100) : 0
    }

    /// The tracking of a style, limited to a drawable range.
    static func tracking(_ style: FontStyle) -> Double {
        style.tracking.isFinite ? min(max(style.tracking, -100), 100) : 0
    }

    /// The language of a run: that of the text if it uses the script, otherwise a default for the script.
    ///
    /// Without an attribute, Pango would take it from the process environment.
    private static func language(of kind: ScriptRun.Kind, in language: String?) -> String? {
        let primary = language?.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased()
        return switch kind {
        case .alphabetic, .other: language
        case .han: ["ja", "zh", "ko"].contains(primary) ? language : "ja"
        case .hangul: "ko"
        case .arabic: ["ar", "fa", "ur", "ps", "sd", "ug", "ckb"].contains(primary) ? language : "ar"
        }
    }

    private func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, over bytes: Range<Int>?) {
        guard let attribute else { return }
        if let bytes {
            attribute.pointee.start_index = UInt32(bytes.lowerBound)
            attribute.pointee.end_index = UInt32(bytes.upperBound)
        }
        pango_attr_list_insert(pointer, attribute)
    }
}

/// A run of text in one class of scripts, which decides its language and whether tracking applies.
struct ScriptRun: Equatable {
    /// The class of scripts.
    enum Kind: Equatable {
        /// Latin, Greek, Cyrillic, digits and punctuation, with unjoined letters.
        case alphabetic
        /// Chinese characters and Japanese kana.
        case han
        /// Korean Hangul.
        case hangul
        /// Arabic, with joined letters.
        case arabic
        /// Any other script.
        case other
    }

    let kind: Kind
    /// The range of UTF-8 bytes.
    let bytes: Range<Int>

    static func runs(in scalars: [UnicodeScalar]) -> [ScriptRun] {
        var runs: [ScriptRun] = []
        var kind = Kind.alphabetic
        var begin = 0
        var position = 0
        for scalar in scalars {
            // A space or a mark belongs to the preceding run.
            let own = Self.kind(of: scalar) ?? kind
            if own != kind {
                if position > begin { runs.append(ScriptRun(kind: kind, bytes: begin..<position)) }
                kind = own
                begin = position
            }
            position += UTF8.width(scalar)
        }
        if position > begin { runs.append(ScriptRun(kind: kind, bytes: begin..<position)) }
        return runs
    }

    private static func kind(of scalar: UnicodeScalar) -> Kind? {
        switch scalar.value {
        case 0x20, 0x300...0x36F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F: nil
        case 0x21...0x58F, 0x10A0...0x10FF, 0x1C90...0x1CBF, 0x1D00...0x1FFF, 0x2000...0x218F: .alphabetic
        case 0x600...0x6FF, 0x750...0x77F, 0x870...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: .arabic
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: .hangul
        case 0x2E80...0x312F, 0x3190...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x1B000...0x1B16F, 0x20000...0x3FFFF: .han
        default: .other
        }
    }
}
