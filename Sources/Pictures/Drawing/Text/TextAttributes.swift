import SubdialBasics
import SubdialCPango

/// Owns the Pango attributes of a text with a style and a language.
final class TextAttributes {
    let pointer: OpaquePointer?

    init(_ text: CleanText, style: FontStyle, features: String, language: String?) {
        pointer = pango_attr_list_new()
        if !features.isEmpty {
            insert(pango_attr_font_features_new(features), over: nil)
        }
        let tracking = Self.tracking(style)
        for run in ScriptRun.runs(in: text.scalars) {
            if run.kind == .alphabetic, tracking != 0 {
                insert(pango_attr_letter_spacing_new(Int32(saturating: (tracking * Double(PANGO_SCALE)).rounded())), over: run.bytes)
            }
            if let language = Self.language(of: run.kind, in: language) {
                insert(pango_attr_language_new(pango_language_from_string(language)), over: run.bytes)
            }
        }
    }

    deinit {
        pango_attr_list_unref(pointer)
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
