import JSON

/// Reads clicks as bars write them to a feed's stdin: i3bar and swaybar as an endless JSON list, i3blocks as an object or a number a line.
public struct ClickParser: Sendable {
    /// Bytes that a line may have; a longer one is no click.
    public static let maximumLineBytes = 64 * 1024

    private var line: [UInt8] = []
    private var isOverlong = false

    /// A parser at the start of a stdin.
    public init() {}

    /// The clicks that these bytes complete; what is no click is passed over.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [ClickButton] {
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
        // The list opens with a bracket on a line of its own, and what follows begins with a comma.
        let text = String(decoding: line, as: UTF8.self).drop { $0.isWhitespace || $0 == "[" || $0 == "," }
        if let number = Int(text.filter { !$0.isWhitespace }) { return ClickButton(number: number) }
        guard text.hasPrefix("{"), let click = try? JSONValue(parsing: String(text)), let number = click["button"]?.number else {
            return nil
        }
        return Int(exactly: number).flatMap(ClickButton.init(number:))
    }
}
