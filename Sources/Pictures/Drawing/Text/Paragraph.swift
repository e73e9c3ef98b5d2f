import SubdialBasics
import SubdialCPango

/// Owns a PangoLayout.
final class Paragraph {
    private let pointer: OpaquePointer

    /// - Parameter isAutomatic: True if the first letter decides the direction; false for that of the context.
    init(_ text: CleanText, font: ResolvedFont?, attributes: TextAttributes, isAutomatic: Bool, context: OpaquePointer) {
        pointer = pango_layout_new(context)
        var string = text.string
        string.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(pointer, $0.baseAddress, Int32($0.count)) }
        }
        pango_layout_set_font_description(pointer, font?.description)
        pango_layout_set_attributes(pointer, attributes.pointer)
        pango_layout_set_auto_dir(pointer, isAutomatic ? 1 : 0)
    }

    deinit {
        FontLock.lock()
        defer { FontLock.unlock() }
        g_object_unref(UnsafeMutableRawPointer(pointer))
    }

    /// Sets the width for wrapping and truncation.
    ///
    /// - Parameters:
    ///   - isLimited: True to apply the line limit and the ellipsis.
    ///   - widening: An addition to the width.
    func setExtent(_ options: TextOptions, isLimited: Bool, widening: Double) {
        guard let width = options.width, width.isFinite else { return }
        // Rounded down, with a tolerance for the rounding errors of a measured width.
        let units = (min(max(width + widening, 0), 1e6) * Double(PANGO_SCALE) + 0.01).rounded(.down)
        pango_layout_set_width(pointer, Int32(saturating: units))
        pango_layout_set_wrap(pointer, PANGO_WRAP_WORD_CHAR)
        guard isLimited, let maxLines = options.maxLines else { return }
        pango_layout_set_height(pointer, -Int32(min(max(maxLines, 1), 1000)))
        let mode =
            switch options.truncation {
            case .tail: PANGO_ELLIPSIZE_END
            case .middle: PANGO_ELLIPSIZE_MIDDLE
            case .head: PANGO_ELLIPSIZE_START
            }
        pango_layout_set_ellipsize(pointer, mode)
    }

    /// The lines, limited to `maxLines`.
    func lines(_ options: TextOptions) -> [TextLine] {
        let count = Int(pango_layout_get_line_count(pointer))
        let shown = min(count, options.maxLines.map { max(1, $0) } ?? count)
        return (0..<shown).compactMap { index in
            pango_layout_get_line_readonly(pointer, Int32(index)).map(TextLine.init)
        }
    }

    /// True if an ellipsis replaces a part of the text.
    var isEllipsized: Bool {
        pango_layout_is_ellipsized(pointer) != 0
    }

    /// The byte offset of the start of a line; nil if there are fewer lines.
    func start(ofLine index: Int) -> Int? {
        guard index < pango_layout_get_line_count(pointer) else { return nil }
        return pango_layout_get_line_readonly(pointer, Int32(index)).map { Int($0.pointee.start_index) }
    }
}
