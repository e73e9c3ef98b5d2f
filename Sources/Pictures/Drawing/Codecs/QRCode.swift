import SubdialCQREncode

/// The modules of a QR code according to ISO/IEC 18004.
package struct QRCode: Hashable, Sendable {
    /// The error correction levels: 7, 15, 25 and 30 % of a code can be damaged.
    package enum Correction: Sendable {
        case low, medium, quartile, high
    }

    /// The modules per edge, without the quiet zone: 21 to 177.
    package let side: Int
    private let isDark: [Bool]

    /// Encodes a text in the smallest version that can contain it; nil for an empty text or one that is too long.
    ///
    /// NUL characters are removed.
    package init?(_ text: String, correction: Correction) {
        let level: QRecLevel =
            switch correction {
            case .low: QR_ECLEVEL_L
            case .medium: QR_ECLEVEL_M
            case .quartile: QR_ECLEVEL_Q
            case .high: QR_ECLEVEL_H
            }
        // libqrencode uses compact modes for digits and capital letters, and UTF-8 bytes for other text.
        guard let code = QRcode_encodeString(text.replacing("\0", with: ""), 0, level, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        isDark = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
    }

    /// Returns the runs of adjacent dark modules in a row.
    package func darkRuns(inRow row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for column in 0...side {
            let isDark = column < side && isDark[row * side + column]
            if isDark, start == nil { start = column }
            if !isDark, let begin = start {
                runs.append(begin..<column)
                start = nil
            }
        }
        return runs
    }
}
