import CQREncode

/// The modules of a QR code, by ISO/IEC 18004.
public struct QRCode: Hashable, Sendable {
    /// How much of a code may be damaged and still be read: 7, 15, 25 and 30 %.
    public enum Correction: Sendable {
        case low, medium, quartile, high
    }

    /// Modules on an edge, without the quiet zone: 21 to 177.
    public let side: Int
    private let isDark: [Bool]

    /// Encodes a text in the smallest version that holds it; nil for an empty text, and where no version holds it.
    ///
    /// NUL characters are left out.
    public init?(_ text: String, correction: Correction) {
        let level: QRecLevel =
            switch correction {
            case .low: QR_ECLEVEL_L
            case .medium: QR_ECLEVEL_M
            case .quartile: QR_ECLEVEL_Q
            case .high: QR_ECLEVEL_H
            }
        // Digits and capital letters take less room in modes of their own; all else is bytes of UTF-8.
        guard let code = QRcode_encodeString(text.replacing("\0", with: ""), 0, level, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        isDark = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
    }

    /// The dark modules of a row that stand side by side.
    public func darkRuns(inRow row: Int) -> [Range<Int>] {
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
