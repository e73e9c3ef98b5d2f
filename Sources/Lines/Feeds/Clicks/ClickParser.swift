import SubdialDocuments
import SubdialKinds

/// Parses the clicks that bars write to the stdin of a feed: an endless JSON list from i3bar and swaybar, an object or a number per line from
/// i3blocks.
package struct ClickParser: Sendable {
    /// The maximum length of a line in bytes; longer lines are ignored.
    private static let maximumLineBytes = 64 * 1024

    private var line: [UInt8] = []
    private var isOverlong = false

    /// Creates a parser for the start of an input.
    package init() {}

    /// Returns the clicks that these bytes complete, and ignores all other input.
    package mutating func parse(_ bytes: some Sequence<UInt8>) -> [ClickButton] {
        var clicks: [ClickButton] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if line.count < Self.maximumLineBytes { line.append(byte) } else { isOverlong = true }
                continue
            }
            if !isOverlong, let click = Self.click(line) { clicks.append(click) }
            line.removeAll(keepingCapacity: true)
            isOverlong = false
        }
        return clicks
    }

    private static func click(_ line: [UInt8]) -> ClickButton? {
        // i3bar writes the opening bracket on its own line, and a comma before each later click.
        let text = String(decoding: line, as: UTF8.self).drop { $0.isWhitespace || $0 == "[" || $0 == "," }
        if let number = Int(text.filter { !$0.isWhitespace }) { return ClickButton(number: number) }
        guard text.hasPrefix("{"), let click = try? JSONValue(parsing: String(text)), let number = click["button"]?.number else {
            return nil
        }
        return Int(exactly: number).flatMap(ClickButton.init(number:))
    }
}
