import SubdialBasics
import SubdialExpressions

/// Text that scrolls through a window if it is wider than the window.
///
/// Every frame has exactly the width of the window in display columns. A character that is cut by an edge becomes spaces. The text rests at
/// its start, scrolls one column per step until it is back there, and rests again. A frame is a function of the time since the text appeared.
package struct Marquee: Hashable, Sendable {
    /// The seconds of rest at the start.
    private static let rest = 2.0
    /// The steps per second.
    private static let pace = 4.0
    /// The text between the end and the next start.
    private static let gap = "   "
    /// The tolerance in seconds, because dates have a precision of a tenth of a microsecond.
    private static let tolerance = 1e-6

    private enum Column: Hashable {
        /// The first column of a character.
        case first(String, width: Int)
        /// Another column of a character.
        case rest
    }

    /// The text of the marquee.
    package let text: String
    /// The width of the window in columns.
    private let width: Int
    /// The text and the gap behind it; empty if the text does not scroll.
    private let columns: [Column]
    private let still: String

    /// Creates a marquee of cleaned text.
    ///
    /// - Parameter width: The width in columns, 1 or more.
    package init(_ text: String, width: Int) {
        self.text = text
        self.width = width
        still = text.padded(columns: width)
        columns = text.displayWidth > width ? Self.columns(of: text + Self.gap) : []
    }

    private static func columns(of text: String) -> [Column] {
        var columns: [Column] = []
        var characters = text[...]
        while let character = characters.popFirst() {
            // A character of width zero belongs to the previous one.
            var cluster = String(character)
            while let next = characters.first, next.displayWidth == 0 { cluster.append(characters.removeFirst()) }
            let width = character.displayWidth
            guard width > 0 else { continue }
            columns.append(.first(cluster, width: width))
            columns += repeatElement(.rest, count: width - 1)
        }
        return columns
    }

    /// Returns the frame, `seconds` after the text appeared.
    package func frame(at seconds: Double) -> String {
        guard !columns.isEmpty else { return still }
        let start = step(at: seconds)
        var frame = ""
        var offset = 0
        while offset < width {
            if case .first(let text, let columns) = columns[(start + offset) % columns.count], offset + columns <= width {
                frame += text
                offset += columns
            } else {
                frame += " "
                offset += 1
            }
        }
        return frame
    }

    /// Returns the time of the next frame, in seconds after the text appeared; nil if it does not scroll.
    package func nextStep(after seconds: Double) -> Double? {
        guard !columns.isEmpty else { return nil }
        let round = (max(0, seconds) + Self.tolerance) / period
        let start = round.rounded(.down) * period
        let next = step(at: seconds) + 1
        return next < columns.count ? start + Self.rest + Double(next - 1) / Self.pace : start + period
    }

    /// The seconds from one rest to the next.
    private var period: Double { Self.rest + Double(columns.count - 1) / Self.pace }

    /// Returns the number of columns that the text has scrolled.
    private func step(at seconds: Double) -> Int {
        let inRound = (max(0, seconds) + Self.tolerance).truncatingRemainder(dividingBy: period)
        return inRound < Self.rest ? 0 : min(Int(saturating: (inRound - Self.rest) * Self.pace) + 1, columns.count - 1)
    }
}
