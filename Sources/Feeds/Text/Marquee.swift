import Expressions

/// Text that moves through a window when it is wider.
///
/// Every frame is exactly as wide as the window, in display columns: a wide character that an edge cuts in two shows as a space. The text
/// rests at its start, moves a column a step until it is back there, and rests again. A frame is a function of the time since the text
/// came up.
public struct Marquee: Hashable, Sendable {
    /// Seconds for which the text rests at its start.
    public static let rest = 2.0
    /// Steps in a second.
    public static let pace = 4.0
    /// What stands between the text's end and its return.
    static let gap = "   "
    /// Dates are good to a tenth of a microsecond: a frame that is due in less is due.
    private static let tolerance = 1e-6

    private enum Column: Hashable {
        case narrow(String)
        /// The first column of a character that takes two.
        case wide(String)
        /// Its second.
        case rest
    }

    /// What it was made of.
    public let text: String
    /// Of the window, in columns.
    public let width: Int
    /// The text and the gap behind it; empty where the text stands still.
    private let columns: [Column]
    private let still: String

    /// Makes a marquee of clean text.
    ///
    /// - Parameter width: In columns, 1 or more.
    public init(_ text: String, width: Int) {
        self.text = text
        self.width = width
        still = text.padded(columns: width)
        columns = text.displayWidth > width ? Self.columns(of: text + Self.gap) : []
    }

    private static func columns(of text: String) -> [Column] {
        var columns: [Column] = []
        var characters = text[...]
        while let character = characters.popFirst() {
            // What has no width of its own goes with what stands before it.
            var cluster = String(character)
            while let next = characters.first, next.displayWidth == 0 { cluster.append(characters.removeFirst()) }
            switch character.displayWidth {
            case 0: break
            case 1: columns.append(.narrow(cluster))
            default: columns += [.wide(cluster), .rest]
            }
        }
        return columns
    }

    /// What shows `seconds` after the text came up.
    public func frame(at seconds: Double) -> String {
        guard !columns.isEmpty else { return still }
        let start = step(at: seconds)
        var frame = ""
        for offset in 0..<width {
            switch columns[(start + offset) % columns.count] {
            case .narrow(let text): frame += text
            case .wide(let text): frame += offset + 1 < width ? text : " "
            case .rest: if offset == 0 { frame += " " }
            }
        }
        return frame
    }

    /// When the next frame is due, in seconds after the text came up; nil where it does not move.
    public func nextStep(after seconds: Double) -> Double? {
        guard !columns.isEmpty else { return nil }
        let round = (max(0, seconds) + Self.tolerance) / period
        let start = round.rounded(.down) * period
        let next = step(at: seconds) + 1
        return next < columns.count ? start + Self.rest + Double(next - 1) / Self.pace : start + period
    }

    /// Seconds from one rest to the next.
    private var period: Double { Self.rest + Double(columns.count - 1) / Self.pace }

    /// How many columns the text has moved.
    private func step(at seconds: Double) -> Int {
        let inRound = (max(0, seconds) + Self.tolerance).truncatingRemainder(dividingBy: period)
        return inRound < Self.rest ? 0 : min(Int(saturating: (inRound - Self.rest) * Self.pace) + 1, columns.count - 1)
    }
}
